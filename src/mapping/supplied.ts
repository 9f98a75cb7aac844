// `{$name}`: values that the gateway supplies and no message can set.
import { randomUUID } from 'node:crypto';
import type { Json } from '../json/value.ts';
import { stringOf } from '../json/walk.ts';

/** `$now`: the time in UTC (xs:dateTime). `$uuid`: a fresh UUID. `$base`: the base path of the REST face. */
export const suppliedNames: readonly string[] = ['$now', '$uuid', '$base'];

/** Fields of the credential that a call is made with. */
export const CREDENTIAL = '$credential.';

/** Made anew for each call; they stand in `auth:` alone. `$nonce`: random letters and digits. `$timestamp`: seconds since 1970. */
export const perCall: readonly string[] = ['$nonce', '$timestamp', '$now', '$uuid'];

/** Names that the language knows and this version does not supply yet. */
export const laterNames = /^\$(?:host|settings)(?:\.|$)/;

/** Values that a call is given before its request is filled: texts, of the type that the contract has at their places. */
export function isGiven(name: string): boolean {
  return name.startsWith(CREDENTIAL);
}

export function supplier(name: string, base: string): (() => Json) | undefined {
  switch (name) {
    case '$now':
      return () => stringOf(new Date().toISOString());
    case '$uuid':
      return () => stringOf(randomUUID());
    case '$base':
      return () => stringOf(base);
    default:
      return undefined;
  }
}
