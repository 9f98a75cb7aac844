// Content and attributes of a complex type (Part 1 §3.4).
import { clark, XSD_NS } from '../../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import {
  type ComplexType,
  type Content,
  type Draft,
  NONE,
  type Particle,
  type SimpleType,
  type TypeDef,
} from '../model/model.ts';
import { ownAttributes } from './attributes.ts';
import { anySimpleType, anyType } from './builtins.ts';
import type { Component } from './component.ts';
import { flag, xsdChild, xsdChildren } from './document.ts';
import { fillEncodedArray } from './encoded-array.ts';
import { extendAttributes, restrictAttributes } from './inherit-attributes.ts';
import type { Linker } from './linker.ts';
import { particle } from './particle.ts';
import { fillSimpleType, restrict } from './simple-type.ts';
import { isEncodedArray } from './soap-encoding.ts';
import { simpleShell, typeNamed } from './type-shells.ts';

const MODELS = ['sequence', 'choice', 'all', 'group'] as const;
const INSIDE = new Set(['annotation', 'attribute', 'attributeGroup', 'anyAttribute', ...MODELS]);
const CONTENTS = new Set(['annotation', 'simpleContent', 'complexContent']);

/** Fills the shell of xs:complexType `e` (Part 1 §3.4.2). The base, if global, is complete. */
export function fillComplexType(linker: Linker, draft: Draft<ComplexType>, e: XmlElement, at: Component): void {
  const content = xsdChild(e, 'simpleContent', 'complexContent');
  checkChildren(linker, e, content ? CONTENTS : INSIDE);
  if (content) derive(linker, draft, content, at);
  else restrictAnything(linker, draft, e, at);
  linker.bounds.derived(draft, e.place);
  linker.bounds.spend(draft.attributes.length, e.place);
}

function derive(linker: Linker, draft: Draft<ComplexType>, content: XmlElement, at: Component): void {
  const derivation = xsdChild(content, 'restriction', 'extension');
  if (!derivation) {
    const message = `${content.name.local} needs a restriction or an extension`;
    linker.report.add('CONTRACT_INVALID', message, content.place);
    return;
  }
  draft.derivation = derivation.name.local as 'restriction' | 'extension';
  draft.base = baseOf(linker, derivation, at);
  if (content.name.local === 'simpleContent') fillSimpleContent(linker, draft, derivation, at);
  else deriveComplex(linker, draft, content, derivation, at);
}

function deriveComplex(
  linker: Linker,
  draft: Draft<ComplexType>,
  content: XmlElement,
  derivation: XmlElement,
  at: Component,
): void {
  checkChildren(linker, derivation, INSIDE);
  if (attr(content, 'mixed') !== undefined) draft.mixed = flag(content, 'mixed');
  const base = asComplex(linker, draft.base!, derivation);
  draft.base = base;
  if (draft.derivation === 'restriction') restrictContent(linker, draft, base, derivation, at);
  else extendContent(linker, draft, base, derivation, at);
}

/** The short form, without derivation: a restriction of anyType (Part 1 §3.4.2). */
function restrictAnything(linker: Linker, draft: Draft<ComplexType>, e: XmlElement, at: Component): void {
  const attributes = ownAttributes(linker, e, at);
  draft.attributes = attributes.uses.size === 0 ? NONE : [...attributes.uses.values()];
  draft.anyAttribute = attributes.wildcard;
  draft.content = contentOf(explicit(linker, e, at), draft.mixed);
  if (isEncodedArray(draft)) draft.array = 1;
}

function restrictContent(
  linker: Linker,
  draft: Draft<ComplexType>,
  base: ComplexType,
  e: XmlElement,
  at: Component,
): void {
  const attributes = ownAttributes(linker, e, at);
  const model = explicit(linker, e, at);
  if (isEncodedArray(base)) return fillEncodedArray(linker, draft, base, model, e, at);
  draft.attributes = restrictAttributes(base, attributes);
  draft.anyAttribute = attributes.wildcard;
  draft.content = contentOf(model, draft.mixed);
}

/** The base's content goes before the type's own (Part 1 §3.4.2). */
function extendContent(
  linker: Linker,
  draft: Draft<ComplexType>,
  base: ComplexType,
  e: XmlElement,
  at: Component,
): void {
  const inherited = extendAttributes(linker, base, ownAttributes(linker, e, at), e);
  draft.attributes = inherited.attributes;
  draft.anyAttribute = inherited.wildcard;
  const model = explicit(linker, e, at);
  if (isEncodedArray(base)) return fillEncodedArray(linker, draft, base, model, e, at);
  if (base.content.kind === 'simple') extendSimple(linker, draft, base, model, e);
  else if (base.content.kind === 'empty') draft.content = contentOf(model, draft.mixed);
  else {
    draft.mixed = draft.mixed || base.mixed;
    draft.content = model ? append(linker, base.content.particle, model, e) : base.content;
  }
}

function extendSimple(
  linker: Linker,
  draft: Draft<ComplexType>,
  base: ComplexType,
  model: Particle | undefined,
  e: XmlElement,
): void {
  draft.content = base.content;
  if (model)
    linker.report.add('CONTRACT_INVALID', 'a type with simple content cannot be extended by elements', e.place);
}

function append(linker: Linker, first: Particle, second: Particle, e: XmlElement): Content {
  // An empty sequence comes from a mixed base without elements.
  if (first.kind === 'sequence' && first.particles.length === 0) return { kind: 'elements', particle: second };
  if (first.kind === 'all' || second.kind === 'all') {
    linker.report.add(
      'CONTRACT_INVALID',
      'an xs:all group cannot be extended, nor extend (Part 1 §3.8.6)',
      e.place,
      'in a copy of the contract, write the elements of both types into one xs:all, or use xs:sequence in both',
    );
  }
  const particles = Object.freeze([first, second]);
  linker.bounds.nested(particles, e.place);
  return { kind: 'elements', particle: { kind: 'sequence', min: 1, max: 1, particles } };
}

/** Mixed content without elements still has a content model: the empty sequence. */
function contentOf(model: Particle | undefined, mixed: boolean): Content {
  if (model) return { kind: 'elements', particle: model };
  return mixed
    ? { kind: 'elements', particle: { kind: 'sequence', min: 1, max: 1, particles: [] } }
    : { kind: 'empty' };
}

function explicit(linker: Linker, e: XmlElement, at: Component): Particle | undefined {
  const model = xsdChild(e, ...MODELS);
  return model && particle(linker, model, at);
}

function baseOf(linker: Linker, derivation: XmlElement, at: Component): TypeDef {
  const base = attr(derivation, 'base');
  if (base !== undefined) return typeNamed(linker, base, derivation, at);
  linker.report.add('CONTRACT_INVALID', `xs:${derivation.name.local} needs a base`, derivation.place);
  return anySimpleType;
}

function asComplex(linker: Linker, type: TypeDef, e: XmlElement): ComplexType {
  if (type.kind === 'complex') return type;
  // anySimpleType is the result of a failed reference.
  if (type !== anySimpleType) {
    linker.report.add(
      'CONTRACT_INVALID',
      `complexContent cannot start from the simple type "${clark(type.name!)}"`,
      e.place,
    );
  }
  return anyType;
}

/** What XML Schema 1.1 added to complex types (Part 1 §3.4.2). */
const NEWER = new Map([
  ['assert', 'it is of XML Schema 1.1: delete it in a copy of the contract; it only refuses values'],
  ['openContent', 'it is of XML Schema 1.1: in a copy of the contract, write xs:any where more elements may stand'],
]);

function checkChildren(linker: Linker, e: XmlElement, allowed: ReadonlySet<string>): void {
  let models = 0;
  for (const child of xsdChildren(e)) {
    const { local } = child.name;
    if (!allowed.has(local))
      linker.report.add(
        'CONTRACT_UNSUPPORTED',
        `xs:${local} has no place in xs:${e.name.local}`,
        child.place,
        NEWER.get(local),
      );
    if ((MODELS as readonly string[]).includes(local) && ++models === 2) {
      linker.report.add('CONTRACT_INVALID', 'a type has one content model; put them into a sequence', child.place);
    }
  }
}

const NOT_FACETS = new Set(['annotation', 'simpleType', 'attribute', 'attributeGroup', 'anyAttribute']);

/** A complex type of text and attributes (Part 1 §3.4.2). `way` is its restriction or extension; `draft.base` is complete. */
function fillSimpleContent(linker: Linker, draft: Draft<ComplexType>, derivation: XmlElement, at: Component): void {
  const base = draft.base!;
  const attributes = ownAttributes(linker, derivation, at);
  draft.mixed = false;
  if (base.kind === 'simple') extendSimpleType(linker, draft, base, derivation);
  else if (draft.derivation === 'extension') draft.content = { kind: 'simple', type: textOf(linker, base, derivation) };
  else draft.content = { kind: 'simple', type: restricted(linker, base, derivation, at) };
  if (base.kind === 'simple' || draft.derivation === 'extension') {
    const inherited = extendAttributes(linker, base.kind === 'simple' ? bare : base, attributes, derivation);
    draft.attributes = inherited.attributes;
    draft.anyAttribute = inherited.wildcard;
    return;
  }
  draft.attributes = restrictAttributes(base, attributes);
  draft.anyAttribute = attributes.wildcard;
}

/** A base without attributes. */
const bare: ComplexType = {
  kind: 'complex',
  abstract: false,
  mixed: false,
  attributes: [],
  content: { kind: 'empty' },
};

function extendSimpleType(linker: Linker, draft: Draft<ComplexType>, base: SimpleType, derivation: XmlElement): void {
  draft.content = { kind: 'simple', type: base };
  if (draft.derivation === 'extension' || base === anySimpleType) return;
  linker.report.add('CONTRACT_INVALID', 'simpleContent can extend a simple type, not restrict it', derivation.place);
}

function textOf(linker: Linker, base: ComplexType, derivation: XmlElement): SimpleType {
  if (base.content.kind === 'simple') return base.content.type;
  linker.report.add('CONTRACT_INVALID', 'simpleContent needs a base with simple content', derivation.place);
  return anySimpleType;
}

/** The base's text narrowed by facets, or by a type written inside; the latter also turns mixed content into text. */
function restricted(linker: Linker, base: ComplexType, derivation: XmlElement, at: Component): SimpleType {
  const inlineType = xsdChild(derivation, 'simpleType');
  let from: SimpleType;
  if (inlineType) {
    const draft = simpleShell(inlineType);
    fillSimpleType(linker, draft, inlineType, at);
    from = draft;
  } else from = textOf(linker, base, derivation);
  if (!elements(derivation).some((e) => e.name.ns === XSD_NS && !NOT_FACETS.has(e.name.local))) return from;
  const draft = simpleShell(derivation);
  restrict(linker, draft, from, derivation, at);
  return draft;
}
