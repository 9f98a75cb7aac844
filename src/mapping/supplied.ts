// `{$name}`: values that the gateway supplies and no message can set. One table: what each is, and where it comes from.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../json/value.ts';
import { stringOf } from '../json/walk.ts';
import type { HostPattern } from './host.ts';
import type { Setting } from './read/settings.ts';

/** What the gateway knows of the request that came in, whatever its protocol. */
export interface RequestHead {
  readonly headers: Readonly<IncomingHttpHeaders>;
}

export interface Supplied {
  /** In descriptions. */
  readonly kind: 'text' | 'int' | 'bool' | 'time' | 'uuid';
  /** Known when the table is loaded. */
  readonly value?: Json;
  /** Made when it is first filled in, and kept for the exchange. */
  readonly make?: () => Json;
  /** Read when a request has found its rule. Throws SoapstoneError where the request has no such thing. */
  readonly take?: (head: RequestHead) => Json;
}

/** By name, with its `$`. */
export type GatewayVariables = ReadonlyMap<string, Supplied>;

interface Sources {
  /** Base path of the REST face. */
  readonly base: string;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly host: HostPattern;
}

/**
 * `$now`: the time in UTC (xs:dateTime). `$uuid`: a fresh UUID. `$base`: the base path. `$settings.x`: a value of `settings:`. `$host`, `$host.x`:
 * the host that the caller asked, and parts of it.
 */
export function gatewayVariables({ base, settings, host }: Sources): GatewayVariables {
  return new Map<string, Supplied>([
    ['$now', { kind: 'time', make: () => stringOf(new Date().toISOString()) }],
    ['$uuid', { kind: 'uuid', make: () => stringOf(randomUUID()) }],
    ['$base', { kind: 'text', value: stringOf(base) }],
    ...[...settings].map(([name, { kind, value }]) => [`$settings.${name}`, { kind, value }] as const),
    ...host.names.map(
      (name) => [name, { kind: 'text', take: (head: RequestHead) => host.take(name, head.headers.host) }] as const,
    ),
  ]);
}

/** Names that the language knows and this version does not supply yet. */
export const laterNames = /^\$credential(?:\.|$)/;
