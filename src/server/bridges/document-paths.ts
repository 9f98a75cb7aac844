// Paths of the OpenAPI documents, docs pages and catalogs of bridges.
import type { Bridge } from './bridge.ts';

export type DocumentedBridge = Pick<Bridge, 'settings' | 'mapping' | 'endpoint'>;

type Kind = 'openapi' | 'docs' | 'catalog';

const NAMES = { openapi: 'openapi.json', docs: 'docs', catalog: 'metadata-catalog' } as const;

/** Path of a document of a bridge; undefined where it has none. */
export function pathOf({ settings, mapping, endpoint }: DocumentedBridge, kind: Kind): string | undefined {
  if (endpoint !== undefined || settings[kind] === '') return undefined;
  return settings[kind] ?? `${mapping.base}/${NAMES[kind]}`;
}

/** Path → bridges with their document there. Where all bridges share one default path, the root has it too. */
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
