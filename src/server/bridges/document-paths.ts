// Paths of the OpenAPI documents, docs pages and catalogs of bridges.
import type { Bridge } from './bridge.ts';

export type DocumentedBridge = Pick<Bridge, 'settings' | 'mapping' | 'endpoint'>;

type Kind = 'openapi' | 'docs' | 'catalog';

const NAMES = { openapi: 'openapi.json', docs: 'docs', catalog: 'metadata-catalog' } as const;

/** Path of a document of a bridge; undefined where it has none. */
export function pathOf(bridge: DocumentedBridge, kind: Kind): string | undefined {
  if (bridge.endpoint !== undefined || bridge.settings[kind] === '') return undefined;
  return pathSet(bridge, kind) ?? `${bridge.mapping.base}/${NAMES[kind]}`;
}

/** The path that the settings name; undefined where it is the default, also where a word chooses that. */
export function pathSet({ settings }: Pick<DocumentedBridge, 'settings'>, kind: Kind): string | undefined {
  return settings[kind]?.startsWith('/') ? settings[kind] : undefined;
}

/** Path → bridges with their document there. Where all bridges share one default path, the root has it too. */
export function shownAt<B extends DocumentedBridge>(
  bridges: readonly B[],
  kind: Kind,
): ReadonlyMap<string, readonly B[]> {
  const bridgesByPath = new Map<string, B[]>();
  for (const bridge of bridges) {
    const path = pathOf(bridge, kind);
    if (path !== undefined) bridgesByPath.set(path, [...(bridgesByPath.get(path) ?? []), bridge]);
  }
  const [group] = bridgesByPath.values();
  if (bridgesByPath.size === 1 && group.every((bridge) => pathSet(bridge, kind) === undefined))
    bridgesByPath.set(`/${NAMES[kind]}`, group);
  return bridgesByPath;
}
