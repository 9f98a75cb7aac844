// Oracle of the round-trip laws: one text for all documents that say the same, by the infoset and the value spaces of the contract.
// Independent of the codec: reads with another parser and looks at declarations only.
import type {
  ComplexType,
  ElementDecl,
  Particle,
  Schemas,
  SimpleType,
  TypeDef,
} from '../../src/contract/model/model.ts';
import { clark, type QName, XSI_NS } from '../../src/xml/reader/names.ts';
import { type Info, infoset } from './infoset.ts';
import { canonicalText, whiteSpace } from './lexical.ts';

export function canonical(xml: string, schemas: Schemas, root: ElementDecl): string {
  return JSON.stringify(canonicalForm(infoset(xml), schemas, root), undefined, 1);
}

/** `root` undefined: no declaration applies. */
export function canonicalForm(info: Info, schemas: Schemas, root: ElementDecl | undefined): Form {
  return new Canonical(schemas).element(info, root);
}

export interface Form {
  readonly name: string;
  readonly attributes?: readonly string[];
  readonly content?: readonly (Form | string)[] | string;
}

class Canonical {
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  element(info: Info, decl: ElementDecl | undefined): Form {
    const name = clark(info.name);
    if (!decl) return { name, attributes: foreignAttributes(info), content: this.mixed(info, () => undefined) };
    const type = this.typeOf(info, decl);
    const attributes = this.attributes(info, decl, type);
    if (isNil(info)) return { name, attributes, content: 'nil' };
    return { name, attributes, content: this.content(info, decl, type) };
  }

  private typeOf(info: Info, decl: ElementDecl): TypeDef {
    const given = xsi(info, 'type');
    if (given === undefined) return decl.type;
    const name = expand(given.trim(), info);
    const type = this.schemas.types.get(name);
    if (!type) throw new Error(`no type ${name}`);
    return type;
  }

  private attributes(info: Info, decl: ElementDecl, type: TypeDef): string[] {
    const out: string[] = [];
    if (type !== decl.type && !isDerivedSimple(decl.type, type)) out.push(`xsi:type=${clark(type.name!)}`);
    const uses = type.kind === 'complex' ? type.attributes : [];
    for (const a of info.attributes) {
      if (a.name.ns === XSI_NS) continue;
      const use = uses.find((u) => same(u.name, a.name)) ?? this.schemas.attributes.get(clark(a.name));
      const value = use ? canonicalText(use.type, a.value, info.resolve) : a.value;
      if (value === undefined) throw new Error(`attribute ${clark(a.name)} is not valid: ${a.value}`);
      out.push(`${clark(a.name)}=${value}`);
    }
    for (const use of uses) {
      const value = use.default ?? use.fixed;
      if (value !== undefined && !info.attributes.some((a) => same(a.name, use.name)))
        out.push(`${clark(use.name)}=${canonicalText(use.type, value, info.resolve)}`);
    }
    return out.sort();
  }

  private content(info: Info, decl: ElementDecl, type: TypeDef): Form['content'] {
    const simple = type.kind === 'simple' ? type : type.content.kind === 'simple' ? type.content.type : undefined;
    const constant = decl.fixed ?? decl.default;
    if (simple) {
      const given = info.children.join('');
      const text = given === '' && constant !== undefined ? constant : given;
      const value = this.simple(simple, decl.type, text, info);
      if (value === undefined) throw new Error(`${decl.name.local} is not valid: ${JSON.stringify(text)}`);
      return value;
    }
    const complex = type as ComplexType;
    const particle = complex.content.kind === 'elements' ? complex.content.particle : undefined;
    const lookup = (name: QName): ElementDecl | undefined => particle && this.declaration(particle, name);
    if (complex.mixed) {
      const content = info.children.length === 0 && constant !== undefined ? [constant] : info.children;
      return this.mixed({ ...info, children: content }, lookup);
    }
    const children = info.children
      .filter((c): c is Info => typeof c !== 'string')
      .map((c) => this.element(c, lookup(c.name)));
    return particle && isAll(particle)
      ? children.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      : children;
  }

  private simple(type: SimpleType, declared: TypeDef, text: string, { resolve }: Info): string | undefined {
    const value = canonicalText(type, text, resolve);
    if (value === undefined || !isDerivedSimple(declared, type)) return value;
    return canonicalText(declared, whiteSpace(text, type.facets.whiteSpace), resolve);
  }

  private mixed(info: Info, lookup: (name: QName) => ElementDecl | undefined): (Form | string)[] {
    return info.children.map((c) => (typeof c === 'string' ? c : this.element(c, lookup(c.name))));
  }

  /** Declarations of one name in one content model agree in type (Part 1 §3.8.6, Element Declarations Consistent). */
  private declaration(p: Particle, name: QName): ElementDecl | undefined {
    if (p.kind === 'element') return [p.element, ...p.element.substitutes].find((e) => same(e.name, name));
    if (p.kind === 'any') return p.wildcard.process === 'skip' ? undefined : this.schemas.elements.get(clark(name));
    for (const child of p.particles.filter((c) => c.kind !== 'any')) {
      const found = this.declaration(child, name);
      if (found) return found;
    }
    return p.particles
      .filter((c) => c.kind === 'any')
      .map((c) => this.declaration(c, name))
      .find((d) => d);
  }
}

/** The dialect's one loss: xsi:type of a simple type derived from the declared one. The value stays, as one of the declared type. */
function isDerivedSimple(declared: TypeDef, type: TypeDef): declared is SimpleType {
  return declared !== type && declared.kind === 'simple' && type.kind === 'simple' && !isAnySimpleType(declared);
}

function isAnySimpleType({ variety, builtin }: SimpleType): boolean {
  return variety === 'atomic' && builtin === 'anySimpleType';
}

function foreignAttributes(info: Info): string[] {
  return info.attributes.map((a) => `${clark(a.name)}=${a.value}`).sort();
}

function isAll(p: Particle): boolean {
  return p.kind === 'all' || (p.kind === 'sequence' && p.particles.length === 1 && isAll(p.particles[0]));
}

function same(a: QName, b: QName): boolean {
  return a.local === b.local && a.ns === b.ns;
}

function xsi(info: Info, local: string): string | undefined {
  return info.attributes.find((a) => a.name.ns === XSI_NS && a.name.local === local)?.value;
}

function isNil(info: Info): boolean {
  return ['true', '1'].includes(xsi(info, 'nil')?.trim() ?? '');
}

function expand(text: string, info: Info): string {
  const colon = text.indexOf(':');
  return clark({ ns: info.resolve(colon < 0 ? '' : text.slice(0, colon)) ?? '', local: text.slice(colon + 1) });
}
