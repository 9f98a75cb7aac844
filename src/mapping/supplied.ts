// `{$name}`: values that the gateway supplies and no message can set.
import { randomUUID } from 'node:crypto';
import type { Json } from '../json/value.ts';
import { stringOf } from '../json/walk.ts';

/** `$now`: the time in UTC (xs:dateTime). `$uuid`: a fresh UUID. `$base`: the base path of the REST face. */
export const suppliedNames: readonly string[] = ['$now', '$uuid', '$base'];

/** Names that the language knows and this version does not supply yet. */
export const laterNames = /^\$(?:credential|host|settings)(?:\.|$)/;

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
