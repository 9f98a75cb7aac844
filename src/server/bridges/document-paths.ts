// Where bridges show descriptions of their REST faces.
import type { Bridge } from './bridge.ts';

export type DocumentedBridge = Pick<Bridge, 'settings' | 'mapping' | 'soapPath'>;

type Kind = 'openapi' | 'docs' | 'catalog';

const NAMES = { openapi: 'openapi.json', docs: 'docs', catalog: 'metadata-catalog' } as const;

/** Where a bridge shows a description; undefined where it does not. */
export function pathOf({ settings, mapping, soapPath }: DocumentedBridge, kind: Kind): string | undefined {
  if (soapPath !== undefined || settings[kind] === '') return undefined;
  return settings[kind] ?? `${mapping.base}/${NAMES[kind]}`;
}

/** Path → what is there. Where all bridges show theirs at one path, and none says which, it is at the root too. */
export function shownAt(
  bridges: readonly DocumentedBridge[],
  kind: Kind,
): ReadonlyMap<string, readonly DocumentedBridge[]> {
  const bridgesByPath = new Map<string, DocumentedBridge[]>();
  for (const bridge of bridges) {
    const path = pathOf(bridge, kind);
    if (path !== undefined) bridgesByPath.set(path, [...(bridgesByPath.get(path) ?? []), bridge]);
  }
  const [group] = bridgesByPath.values();
  if (bridgesByPath.size === 1 && group.every(({ settings }) => settings[kind] === undefined))
    bridgesByPath.set(`/${NAMES[kind]}`, group);
  return bridgesByPath;
}
