// The complex types without a name, by the elements that they stand in.
import { clark } from '../../xml/reader/names.ts';
import type { ComplexType, Schemas, TypeDef } from '../model/model.ts';
import { elementsOf } from './elements.ts';

export interface AnonymousType {
  readonly type: ComplexType;
  /** Namespace of the global element or the named type that it is written in. */
  readonly ns: string;
}

const known = new WeakMap<Schemas, ReadonlyMap<string, AnonymousType>>();

/** By their paths from a global element or a named type: `{urn:t}Order/{urn:t}line`. A type has one path. */
export function anonymousTypes(schemas: Schemas): ReadonlyMap<string, AnonymousType> {
  const earlier = known.get(schemas);
  if (earlier) return earlier;
  const found = new Found();
  // A reference to a global element does not take its type along.
  for (const [
    name,
    {
      type,
      name: { ns },
    },
  ] of schemas.elements)
    found.add(name, ns, type);
  for (const [path, { ns, type }] of [...found.byPath]) found.inside(path, ns, type);
  for (const [name, type] of schemas.types) if (type.name) found.inside(name, type.name.ns, type);
  const { byPath } = found;
  known.set(schemas, byPath);
  return byPath;
}

class Found {
  readonly byPath = new Map<string, AnonymousType>();
  private readonly placed = new Set<TypeDef>();
  private readonly visited = new Set<TypeDef>();

  add(path: string, ns: string, type: TypeDef): void {
    if (type.kind !== 'complex' || type.name !== undefined || this.placed.has(type)) return;
    this.placed.add(type);
    this.byPath.set(path, { type, ns });
  }

  /** What a base holds is written in the base. A loop, since chains of bases may be longer than the stack allows. */
  inside(path: string, ns: string, type: TypeDef): void {
    const chain: ComplexType[] = [];
    for (let t: TypeDef | undefined = type; t?.kind === 'complex' && !this.visited.has(t); t = t.base) {
      this.visited.add(t);
      chain.push(t);
    }
    for (const one of chain.toReversed()) {
      if (one !== type && one.name) this.elements(clark(one.name), one.name.ns, one);
      else this.elements(path, ns, one);
    }
  }

  private elements(path: string, ns: string, holder: ComplexType): void {
    for (const { name, type } of elementsOf(holder)) {
      if (type.name !== undefined || this.placed.has(type)) continue;
      const inner = `${path}/${clark(name)}`;
      this.add(inner, ns, type);
      this.inside(inner, ns, type);
    }
  }
}
