// The complex types without a name, by the elements that they stand in.
import { clark } from '../../xml/reader/names.ts';
import type { ComplexType, Schemas, TypeDef } from '../model/model.ts';
import { elementsOf } from './elements.ts';

export interface AnonymousType {
  readonly type: ComplexType;
  /** Namespace of the global element or the named type that it is written in. */
  readonly ns: string;
}

const pathsBySchemas = new WeakMap<Schemas, ReadonlyMap<string, AnonymousType>>();

/** By their paths from a global element or a named type: `{urn:t}Order/{urn:t}line`. A type has one path. */
export function anonymousTypes(schemas: Schemas): ReadonlyMap<string, AnonymousType> {
  const cached = pathsBySchemas.get(schemas);
  if (cached) return cached;
  const collector = new TypeCollector();
  // A reference to a global element does not take its type along.
  for (const [
    name,
    {
      type,
      name: { ns },
    },
  ] of schemas.elements)
    collector.add(name, ns, type);
  for (const [path, { ns, type }] of [...collector.byPath]) collector.inside(path, ns, type);
  for (const [name, type] of schemas.types) if (type.name) collector.inside(name, type.name.ns, type);
  const { byPath } = collector;
  pathsBySchemas.set(schemas, byPath);
  return byPath;
}

class TypeCollector {
  readonly byPath = new Map<string, AnonymousType>();
  private readonly collected = new Set<TypeDef>();
  private readonly visited = new Set<TypeDef>();

  add(path: string, ns: string, type: TypeDef): void {
    if (type.kind !== 'complex' || type.name !== undefined || this.collected.has(type)) return;
    this.collected.add(type);
    this.byPath.set(path, { type, ns });
  }

  /** What a base holds is written in the base. A loop, since chains of bases may be longer than the stack allows. */
  inside(path: string, ns: string, type: TypeDef): void {
    const chain: ComplexType[] = [];
    for (let t: TypeDef | undefined = type; t?.kind === 'complex' && !this.visited.has(t); t = t.base) {
      this.visited.add(t);
      chain.push(t);
    }
    for (const link of chain.toReversed()) {
      if (link !== type && link.name) this.elements(clark(link.name), link.name.ns, link);
      else this.elements(path, ns, link);
    }
  }

  private elements(path: string, ns: string, holder: ComplexType): void {
    for (const { name, type } of elementsOf(holder)) {
      if (type.name !== undefined || this.collected.has(type)) continue;
      const innerPath = `${path}/${clark(name)}`;
      this.add(innerPath, ns, type);
      this.inside(innerPath, ns, type);
    }
  }
}
