// Which descriptions of REST faces are shown, and where. Bridges that show theirs at one path share a document.
import type { OpenApiDocument } from '../description/document.ts';
import type { Bridge } from './bridge.ts';

/** Bytes of a description, made when they are first asked for. */
export interface ShownDocument {
  readonly path: string;
  readonly media: string;
  /** Further header fields, names and values in turn. */
  readonly fields: readonly string[];
  readonly bytes: Uint8Array;
}

export type Shown = Pick<Bridge, 'settings' | 'mapping' | 'soapPath'>;

type Kind = 'openapi' | 'docs';

const NAMES = { openapi: 'openapi.json', docs: 'docs' } as const;

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

/** Reads a path of `shownAt`; undefined for every other one. */
export function documents(bridges: readonly Shown[]): (path: string) => Promise<ShownDocument | undefined> {
  const openapi = shownAt(bridges, 'openapi');
  const docs = shownAt(bridges, 'docs');
  const made = new Map<string, Promise<ShownDocument>>();
  return async (path) => {
    const [kind, shown] = openapi.has(path) ? (['openapi', openapi] as const) : (['docs', docs] as const);
    const own = shown.get(path);
    if (own === undefined) return undefined;
    let found = made.get(path);
    if (found === undefined) {
      found = kind === 'openapi' ? describedAt(path, own) : pageAt(path, own);
      made.set(path, found);
    }
    return found;
  };
}

async function describedAt(path: string, bridges: readonly Shown[]): Promise<ShownDocument> {
  const bytes = Buffer.from(`${JSON.stringify(await described(bridges), undefined, 2)}\n`);
  return { path, media: 'application/json', fields: [], bytes };
}

async function pageAt(path: string, bridges: readonly Shown[]): Promise<ShownDocument> {
  const { PAGE_POLICY, pageOf } = await import('../description/page/page.ts');
  const sources = new Set(bridges.map((bridge) => pathOf(bridge, 'openapi')));
  const [source] = sources.size === 1 ? sources : [];
  const fields = [
    ...['content-security-policy', PAGE_POLICY],
    ...['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'],
  ];
  const bytes = Buffer.from(pageOf(await described(bridges), source));
  return { path, media: 'text/html; charset=utf-8', fields, bytes };
}

async function described(bridges: readonly Shown[]): Promise<OpenApiDocument> {
  const { describeRest } = await import('../description/describe.ts');
  const server = bridges.find(({ settings }) => settings.publicUrl !== undefined)?.settings.publicUrl;
  const { securityOf } = await import('./security-schemes.ts');
  const prefix = ({ settings }: Shown) => (bridges.length > 1 ? `${settings.name}.` : '');
  const gates = new Map(bridges.map((one) => [one.mapping, securityOf(one.settings.auth, prefix(one))]));
  return describeRest([...gates.keys()], { server, security: (mapping) => gates.get(mapping) });
}
