// Types derived from the Array of SOAP encoding: lists of the members that wsdl:arrayType names (SOAP 1.1 §5.4.2, WSDL 1.1 §2.2).
import { WSDL_NS } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import {
  type ComplexType,
  type Content,
  type Draft,
  type ElementDecl,
  NONE,
  type Particle,
  type TypeDef,
} from '../model/model.ts';
import { anyType } from './builtins.ts';
import type { Component } from './component.ts';
import { xsdChildren } from './document.ts';
import type { Linker } from './linker.ts';
import { typeNamed } from './type-shells.ts';

/** `model`: the content that the schema has, if any. The base is complete, but for the Array of a schema that nobody imports. */
export function fillEncodedArray(
  linker: Linker,
  draft: Draft<ComplexType>,
  base: ComplexType,
  model: Particle | undefined,
  derivation: XmlElement,
  at: Component,
): void {
  const said = memberTypeOf(linker, derivation, at);
  draft.mixed = false;
  draft.attributes = NONE;
  draft.anyAttribute = undefined;
  draft.array = said?.dimensions ?? base.array ?? 1;
  const [member] = model === undefined ? [] : elementsIn(model);
  if (said) draft.content = rows(said.type, said.dimensions, member?.name.local);
  else if (member) draft.content = rows(member.type, 1, member.name.local);
  else draft.content = base.array === undefined ? rows(anyType, 1) : base.content;
}

function elementsIn(particle: Particle): readonly ElementDecl[] {
  if (particle.kind === 'element') return [particle.element];
  return particle.kind === 'any' ? [] : particle.particles.flatMap(elementsIn);
}

interface MemberType {
  readonly type: TypeDef;
  readonly dimensions: number;
}

/** `xsd:string[]`, `tns:Order[][,]`: brackets before the last pair belong to the members. */
const ARRAY_TYPE = /^([^[\]\s]+)\s*((?:\[[\d,*\s]*\]\s*)+)$/;

function memberTypeOf(linker: Linker, derivation: XmlElement, at: Component): MemberType | undefined {
  for (const attribute of xsdChildren(derivation)) {
    const value = (local: string) =>
      attribute.attributes.find(({ name }) => name.ns === WSDL_NS && name.local === local)?.value;
    const text = value('arrayType')?.trim();
    const itemType = value('itemType')?.trim();
    if (text !== undefined) return arrayTypeOf(linker, text, attribute, at);
    if (itemType) return { type: typeNamed(linker, itemType, attribute, at), dimensions: 1 };
  }
  return undefined;
}

function arrayTypeOf(linker: Linker, text: string, attribute: XmlElement, at: Component): MemberType | undefined {
  const [, name, brackets] = ARRAY_TYPE.exec(text) ?? [];
  if (name === undefined) {
    linker.report.add('CONTRACT_INVALID', `"${text}" is no type of an array (as "xsd:string[]" is)`, attribute.place);
    return undefined;
  }
  const ranks = brackets
    .split('[')
    .slice(1)
    .map((rank) => rank.split(',').length);
  const dimensions = ranks.pop()!;
  const type = ranks.reduce<TypeDef>(
    (of, rank) => listType(rows(of, rank), rank),
    typeNamed(linker, name, attribute, at),
  );
  return { type, dimensions };
}

/** Members of an array of several dimensions are rows. */
function rows(type: TypeDef, dimensions: number, local = 'item'): Content {
  let row = type;
  for (let d = 1; d < dimensions; d++) row = listType(listOf(row, local), 0);
  return listOf(row, local);
}

/** A member may be absent (§5.4.2.2): it is nil then. */
function listOf(type: TypeDef, local: string): Content {
  const element = Object.freeze({
    name: { ns: '', local },
    type,
    global: false,
    nillable: true,
    abstract: false,
    substitutes: NONE,
  });
  const member = Object.freeze({ kind: 'element' as const, element, min: 0, max: Number.POSITIVE_INFINITY });
  const particle: Particle = Object.freeze({ kind: 'sequence', min: 1, max: 1, particles: Object.freeze([member]) });
  return Object.freeze({ kind: 'elements', particle });
}

function listType(content: Content, array: number): ComplexType {
  return Object.freeze({
    kind: 'complex',
    base: anyType,
    derivation: 'restriction',
    abstract: false,
    mixed: false,
    attributes: NONE,
    content,
    array,
  });
}
