// `{$name}`: variables of the gateway, which no message can set.
import { randomUUID } from 'node:crypto';
import type { Json } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import type { RequestHead } from '../../rule/rule.ts';
import type { HostPattern } from '../syntax/host.ts';
import type { Setting } from '../syntax/settings.ts';

export interface Supplied {
  /** For OpenAPI documents. */
  readonly kind: 'text' | 'int' | 'bool' | 'time' | 'uuid';
  /** Known when the table is loaded. */
  readonly value?: Json;
  /** Makes the value on first use; it is then fixed for the exchange. */
  readonly make?: () => Json;
  /** Reads the value from the request head when a rule has matched. Throws SoapstoneError if the head lacks it. */
  readonly take?: (head: RequestHead) => Json;
  /** Set for each call before its request is filled. */
  readonly isCredential?: true;
}

/** By name, with its `$`. */
export type GatewayVariables = ReadonlyMap<string, Supplied>;

interface Sources {
  /** Base path of the REST face. */
  readonly base: string;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly host: HostPattern;
  /** Fields of credentials. */
  readonly credential: readonly string[];
}

/**
 * `$now`: the time in UTC (xs:dateTime). `$uuid`: a fresh UUID. `$base`: the base path. `$settings.x`: a value of `settings:`. `$host`, `$host.x`:
 * the host of the request, and parts of it. `$credential.x`: a field of the credential that a call is made with.
 */
export function gatewayVariables({ base, settings, host, credential }: Sources): GatewayVariables {
  return new Map<string, Supplied>([
    ['$now', { kind: 'time', make: () => stringOf(new Date().toISOString()) }],
    ['$uuid', { kind: 'uuid', make: () => stringOf(randomUUID()) }],
    ['$base', { kind: 'text', value: stringOf(base) }],
    ...[...settings].map(([name, { kind, value }]) => [`$settings.${name}`, { kind, value }] as const),
    ...host.names.map(
      (name) => [name, { kind: 'text', take: (head: RequestHead) => host.take(name, head.headers.host) }] as const,
    ),
    ...credential.map((field) => [CREDENTIAL + field, { kind: 'text', isCredential: true }] as const),
  ]);
}

/** Fields of the credential that a call is made with. */
export const CREDENTIAL = '$credential.';

/** Made anew for each call, for `auth:` alone. `$nonce`: random letters and digits. `$timestamp`: seconds since 1970. */
export const perCall: readonly string[] = ['$nonce', '$timestamp', '$now', '$uuid'];
