// Where bridges show descriptions of their REST faces.
import type { Bridge } from './bridge.ts';

export type Shown = Pick<Bridge, 'settings' | 'mapping' | 'soapPath'>;

type Kind = 'openapi' | 'docs' | 'catalog';

const NAMES = { openapi: 'openapi.json', docs: 'docs', catalog: 'metadata-catalog' } as const;

/** Where a bridge shows a description; undefined where it does not. */
export function pathOf({ settings, mapping, soapPath }: Shown, kind: Kind): string | undefined {
  if (soapPath !== undefined || settings[kind] === '') return undefined;
  return settings[kind] ?? `${mapping.base}/${NAMES[kind]}`;
}

/** Path → what is there. Where all bridges show theirs at one path, and none says which, it is at the root too. */
export function shownAt(bridges: readonly Shown[], kind: Kind): ReadonlyMap<string, readonly Shown[]> {
  const found = new Map<string, Shown[]>();
  for (const bridge of bridges) {
    const path = pathOf(bridge, kind);
    if (path !== undefined) found.set(path, [...(found.get(path) ?? []), bridge]);
  }
  const [only] = found.values();
  if (found.size === 1 && only.every(({ settings }) => settings[kind] === undefined))
    found.set(`/${NAMES[kind]}`, only);
  return found;
}
