// Data with maps, sets, patterns and types of the contract ⇄ JSON. Types go by their names.

import type { Schemas, TypeDef } from '../../contract/model/model.ts';

/** What JSON has no form for: functions, and types without a name. */
export class NotPlain extends Error {}

/** The name of each type that has one. */
export function typeNames({ types }: Schemas): ReadonlyMap<unknown, string> {
  return new Map([...types].map(([name, type]) => [type, name]));
}

/** @throws NotPlain */
export function toPlain(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  if (typeof value === 'function') throw new NotPlain();
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(value);
  if (name !== undefined) return { $type: name };
  const inside = (one: unknown) => toPlain(one, names);
  if (Array.isArray(value)) return value.map(inside);
  if (value instanceof Map) return { $map: [...value].map(([key, one]) => [inside(key), inside(one)]) };
  if (value instanceof Set) return { $set: [...value].map(inside) };
  if (value instanceof RegExp) return { $pattern: [value.source, value.flags] };
  if (Object.getPrototypeOf(value) !== Object.prototype || isType(value)) throw new NotPlain();
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)]));
}

function isType(value: object): boolean {
  return 'derivation' in value || 'variety' in value;
}

export function fromPlain(value: unknown, types: ReadonlyMap<string, TypeDef>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inside = (one: unknown) => fromPlain(one, types);
  if (Array.isArray(value)) return value.map(inside);
  const { $type, $map, $set, $pattern } = value as Special;
  if ($type !== undefined) return types.get($type);
  if ($map) return new Map($map.map(([key, one]) => [inside(key), inside(one)]));
  if ($set) return new Set($set.map(inside));
  if ($pattern) return new RegExp(...$pattern);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)]));
}

interface Special {
  readonly $type?: string;
  readonly $map?: readonly (readonly [unknown, unknown])[];
  readonly $set?: readonly unknown[];
  readonly $pattern?: readonly [source: string, flags: string];
}
