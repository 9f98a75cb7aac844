// Grows the abstract tree of a random valid instance from an element declaration.
import type {
  AttributeUse,
  ComplexType,
  ElementDecl,
  GroupParticle,
  Particle,
  Schemas,
  TypeDef,
} from '../../src/contract/model/model.ts';
import { clark, XSI_NS } from '../../src/xml/reader/names.ts';
import { Fits } from './fits.ts';
import { Foreign } from './foreign.ts';
import type { Source } from './source.ts';
import type { AttributeNode, ElementNode, Leaf, Value } from './tree.ts';
import { type Pool, value } from './values.ts';

/** Which constructs a law wants to leave out. */
export interface Features {
  /** xsi:type of a complex type on elements whose declared type is simple. */
  readonly complexForSimple?: boolean;
  /** How deep optional content goes before only required content is written. */
  readonly depth?: number;
  /** Only what the codec writes itself: xsi:nil is "true" or absent and no xsi:type names the declared type. */
  readonly spelledOnce?: boolean;
}

export class Grow {
  private readonly source: Source;
  private readonly pool: Pool;
  private readonly fits: Fits;
  private readonly foreign: Foreign;
  private readonly features: Features;
  /** Names in the content model that is being written. */
  private declared: ReadonlySet<string> = new Set();

  constructor(schemas: Schemas, source: Source, features: Features = {}) {
    this.source = source;
    this.features = features;
    this.fits = Fits.of(schemas);
    this.pool = {
      names: [...schemas.namespaces, '', 'urn:q'].map((ns) => ({ ns, local: source.pick(['n', 'Name', 'x-1']) })),
      ids: 1,
    };
    this.foreign = new Foreign(schemas, source, (e, depth) => this.element(e, depth));
  }

  element(declared: ElementDecl, depth: number): ElementNode {
    const decl = this.choose(
      this.fits.declarationsOf(declared).filter((d) => this.fits.typesOf(d.type).length > 0),
      depth,
      (d, left) => this.fits.typesOf(d.type).some((t) => this.fits.type(t, left - 1)),
    );
    const type = this.typeOf(decl, depth);
    const attributes = type.kind === 'complex' ? this.attributes(type) : [];
    if (type !== decl.type || this.redundantType(type)) attributes.push(xsi('type', [type.name!]));
    if (decl.nillable && decl.fixed === undefined && this.source.chance(20)) {
      attributes.push(xsi('nil', [this.source.pick(this.features.spelledOnce ? ['true'] : ['true', '1'])]));
      return { name: decl.name, attributes, children: [], spaced: false };
    }
    if (decl.nillable && !this.features.spelledOnce && this.source.chance(10))
      attributes.push(xsi('nil', [this.source.pick(['false', '0'])]));
    return { name: decl.name, attributes, ...this.content(decl, type, depth) };
  }

  private redundantType(type: TypeDef): boolean {
    return !this.features.spelledOnce && type.name !== undefined && type.kind === 'complex' && this.source.chance(5);
  }

  private typeOf(decl: ElementDecl, depth: number): TypeDef {
    const all = this.fits.typesOf(decl.type);
    const alike = decl.type.kind === 'simple' && !this.features.complexForSimple;
    const types = alike ? all.filter((t) => t.kind === 'simple') : all;
    if (types[0] === decl.type && this.fits.type(decl.type, depth - 1) && !this.source.chance(30)) return decl.type;
    return this.choose(types, depth, (t, left) => this.fits.type(t, left - 1));
  }

  /** A random choice among those that fit the depth left; the first that fits at all when none does. */
  private choose<T>(choices: readonly T[], depth: number, fits: (choice: T, depth: number) => boolean): T {
    for (let left = depth; left < 40; left++) {
      const open = choices.filter((c) => fits(c, Math.max(left, 1)));
      if (open.length > 0) return this.source.pick(open);
    }
    throw new Error('no finite instance');
  }

  private attributes(type: ComplexType): AttributeNode[] {
    const out: AttributeNode[] = [];
    for (const use of type.attributes) if (use.required || this.source.chance(50)) this.attribute(use, out);
    // An array of SOAP encoding is an array in JSON, which has no place for attributes.
    if (type.anyAttribute && type.array === undefined && this.source.chance(50)) {
      const taken = new Set(type.attributes.map((u) => `{${u.name.ns}}${u.name.local}`));
      out.push(...this.foreign.attributes(type.anyAttribute, taken, this.pool));
    }
    return out;
  }

  private attribute(use: AttributeUse, out: AttributeNode[]): void {
    const v = use.fixed === undefined ? value(use.type, this.source, this.pool) : [use.fixed];
    if (v) out.push({ name: use.name, value: v, space: use.type.facets.whiteSpace });
    else if (use.required) throw new Error(`no value for attribute ${use.name.local}`);
  }

  private content(decl: ElementDecl, type: TypeDef, depth: number): Pick<ElementNode, 'children' | 'spaced'> {
    const simple = type.kind === 'simple' ? type : type.content.kind === 'simple' ? type.content.type : undefined;
    const constant = decl.fixed ?? decl.default;
    if (constant !== undefined && type === decl.type && this.source.chance(25)) return { children: [], spaced: false };
    if (simple) {
      const v = decl.fixed === undefined ? value(simple, this.source, this.pool) : [decl.fixed];
      if (!v) throw new Error(`no value for ${decl.name.local}`);
      return { children: [{ value: v, space: simple.facets.whiteSpace }], spaced: false };
    }
    const complex = type as ComplexType;
    const children: ElementNode[] = [];
    if (complex.content.kind === 'elements') this.model(complex.content.particle, depth - 1, children);
    if (!complex.mixed) return { children, spaced: children.length > 0 };
    return { children: this.mix(children), spaced: false };
  }

  private model(particle: Particle, depth: number, out: ElementNode[]): void {
    const outer = this.declared;
    this.declared = namesIn(particle);
    this.particle(particle, depth, out);
    this.declared = outer;
  }

  private mix(children: readonly ElementNode[]): (ElementNode | Leaf)[] {
    const out: (ElementNode | Leaf)[] = [];
    for (const child of [...children, undefined]) {
      const text = this.source.chance(60) ? this.foreign.text() : '';
      if (text !== '') out.push({ value: [text], space: 'preserve' });
      if (child) out.push(child);
    }
    return out;
  }

  private particle(p: Particle, depth: number, out: ElementNode[]): void {
    for (let n = this.occurs(p, depth); n > 0; n--) {
      if (p.kind === 'element') out.push(this.element(p.element, depth));
      else if (p.kind === 'any') this.foreign.element(p.wildcard, depth, out, this.declared);
      else this.group(p, depth, out);
    }
  }

  private occurs(p: Particle, depth: number): number {
    const full = this.source.dry || depth <= 0 || !this.fits.particle({ ...p, min: 1 } as Particle, depth);
    return full ? p.min : this.source.count(p.min, p.max);
  }

  private group(p: GroupParticle, depth: number, out: ElementNode[]): void {
    if (p.kind === 'choice') {
      if (p.particles.length > 0)
        this.particle(
          this.choose(p.particles, depth, (c, left) => this.fits.particle(c, left)),
          depth,
          out,
        );
      return;
    }
    const order = [...p.particles];
    if (p.kind === 'all') for (let i = order.length - 1; i > 0; i--) swap(order, i, i - this.source.below(i + 1));
    for (const child of order) this.particle(child, depth, out);
  }
}

function namesIn(particle: Particle): Set<string> {
  const names = new Set<string>();
  const add = (p: Particle): void => {
    if (p.kind === 'element') for (const { name } of [p.element, ...p.element.substitutes]) names.add(clark(name));
    else if (p.kind !== 'any') p.particles.forEach(add);
  };
  add(particle);
  return names;
}

function swap<T>(list: T[], i: number, j: number): void {
  [list[i], list[j]] = [list[j], list[i]];
}

function xsi(local: string, v: Value): AttributeNode {
  return { name: { ns: XSI_NS, local }, value: v, space: 'collapse' };
}
