// Data with maps, sets, patterns and types of the contract ⇄ JSON. Types go by their names.

import type { Schemas, TypeDef } from '../../contract/model/model.ts';
import { anonymousTypes } from '../../contract/xsd/anonymous-types.ts';

/** What JSON has no form for: functions, and simple types without a name. */
export class NotPlain extends Error {}

export type TypeNames = Pick<ReadonlyMap<unknown, string>, 'get'>;

/** The name of a type, or the path of a complex type without one. */
export function typeNames(schemas: Schemas): TypeNames {
  const names = new Map<unknown, string>([...schemas.types].map(([name, type]) => [type, name]));
  let paths: TypeNames | undefined;
  const pathOf = (value: unknown) => {
    paths ??= new Map([...anonymousTypes(schemas)].map(([path, { type }]) => [type, path]));
    return paths.get(value);
  };
  return { get: (value) => names.get(value) ?? (isComplex(value) ? pathOf(value) : undefined) };
}

/** Types by what `typeNames` calls them. */
export function typesByName(schemas: Schemas): Pick<ReadonlyMap<string, TypeDef>, 'get'> {
  return { get: (name) => schemas.types.get(name) ?? anonymousTypes(schemas).get(name)?.type };
}

/** @throws NotPlain */
export function toPlain(value: unknown, names: TypeNames): unknown {
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

function isComplex(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'derivation' in value && 'content' in value;
}

function isType(value: object): boolean {
  return 'derivation' in value || 'variety' in value;
}

export function fromPlain(value: unknown, types: Pick<ReadonlyMap<string, TypeDef>, 'get'>): unknown {
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
