// Which types have an instance of at most a given depth: how a generator ends in a recursive contract.
import type { ElementDecl, Particle, Schemas, SimpleType, TypeDef } from '../../src/contract/model/model.ts';

export class Fits {
  private static readonly made = new WeakMap<Schemas, Fits>();
  private readonly known = new Map<TypeDef, Map<number, boolean>>();
  private readonly derived = new Map<TypeDef, readonly TypeDef[]>();
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  /** One for each contract: types of large ones are many. */
  static of(schemas: Schemas): Fits {
    let fits = Fits.made.get(schemas);
    if (fits === undefined) Fits.made.set(schemas, (fits = new Fits(schemas)));
    return fits;
  }

  /** Types that an element of the declared type may have: itself unless abstract, then its named concrete derivations. */
  typesOf(type: TypeDef): readonly TypeDef[] {
    let types = this.derived.get(type);
    if (types === undefined) {
      const others = [...this.schemas.types.values()].filter(
        (t) => t !== type && isConcrete(t) && !bothUnions(t, type) && this.schemas.derives(t, type),
      );
      types = isConcrete(type) ? [type, ...others] : others;
      this.derived.set(type, types);
    }
    return types;
  }

  /** The element itself unless abstract, then its substitutes. */
  declarationsOf(element: ElementDecl): readonly ElementDecl[] {
    return element.abstract ? element.substitutes : [element, ...element.substitutes];
  }

  element(element: ElementDecl, depth: number): boolean {
    return (
      depth > 0 && this.declarationsOf(element).some((d) => this.typesOf(d.type).some((t) => this.type(t, depth - 1)))
    );
  }

  type(type: TypeDef, depth: number): boolean {
    if (type.kind === 'simple' || type.content.kind !== 'elements') return true;
    if (depth <= 0) return this.particle(type.content.particle, 0);
    let depths = this.known.get(type);
    if (depths === undefined) this.known.set(type, (depths = new Map()));
    let fits = depths.get(depth);
    if (fits === undefined) depths.set(depth, (fits = this.particle(type.content.particle, depth)));
    return fits;
  }

  particle(p: Particle, depth: number): boolean {
    if (p.min === 0) return true;
    if (p.kind === 'element') return this.element(p.element, depth);
    if (p.kind === 'any') return depth > 0;
    if (p.kind === 'choice') return p.particles.some((c) => this.particle(c, depth));
    return p.particles.every((c) => this.particle(c, depth));
  }
}

function isConcrete(type: TypeDef): boolean {
  return type.kind === 'simple' ? !needsDtd(type) : !type.abstract;
}

/** A union in a union is replaced by its members (Part 1 §3.14.2), and so for libxml2 is no member itself. */
function bothUnions(a: TypeDef, b: TypeDef): boolean {
  return a.kind === 'simple' && b.kind === 'simple' && a.variety === 'union' && b.variety === 'union';
}

/** Entities are declared in a DTD, which no message has; notations need an enumeration. */
function needsDtd(type: SimpleType): boolean {
  const { builtin } = type.item ?? type;
  return builtin === 'ENTITY' || builtin === 'NOTATION';
}
