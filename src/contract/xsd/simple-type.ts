// Simple types: restriction, list and union (Part 2 §4.1).
import { attr, type XmlElement } from '../../xml/tree.ts';
import { splitList } from '../model/definition-tree.ts';
import type { Draft, SimpleType, TypeDef } from '../model/model.ts';
import { anySimpleType } from './builtins.ts';
import type { Component } from './component.ts';
import { xsdChild, xsdChildren } from './document.ts';
import { restrictFacets } from './facets.ts';
import type { Linker } from './linker.ts';
import { anonymousType, asSimple, simpleShell, typeNamed } from './type-shells.ts';

/** Fills the shell of xs:simpleType `e` (Part 2 §4.1.2). The base, if global, is complete. */
export function fillSimpleType(linker: Linker, draft: Draft<SimpleType>, e: XmlElement, at: Component): void {
  const variety = xsdChild(e, 'restriction', 'list', 'union');
  if (!variety) linker.report.add('CONTRACT_INVALID', 'a simpleType needs a restriction, a list or a union', e.place);
  else if (variety.name.local === 'restriction') restrict(linker, draft, simpleBase(linker, variety, at), variety, at);
  else if (variety.name.local === 'list') makeList(linker, draft, variety, at);
  else makeUnion(linker, draft, variety, at);
}

/** Makes `draft` the restriction of `base` by the facets in `e`. */
export function restrict(
  linker: Linker,
  draft: Draft<SimpleType>,
  base: SimpleType,
  e: XmlElement,
  at: Component,
): void {
  draft.base = base;
  draft.variety = base.variety;
  draft.builtin = base.builtin;
  draft.item = base.item;
  draft.members = base.members;
  draft.facets = restrictFacets(linker, base, e, at);
}

/** The type that a restriction starts from: named by `base`, or written inside it. */
function simpleBase(linker: Linker, restriction: XmlElement, at: Component): SimpleType {
  const inlineType = xsdChild(restriction, 'simpleType');
  if (inlineType) {
    const draft = simpleShell(inlineType);
    fillSimpleType(linker, draft, inlineType, at);
    return draft;
  }
  return asSimple(linker, namedBy(linker, 'base', restriction, at), restriction);
}

function makeList(linker: Linker, draft: Draft<SimpleType>, e: XmlElement, at: Component): void {
  const inlineType = xsdChild(e, 'simpleType');
  const item = inlineType ? anonymousType(linker, inlineType, at) : namedBy(linker, 'itemType', e, at);
  draft.variety = 'list';
  draft.item = asSimple(linker, item, e);
  draft.facets = { whiteSpace: 'collapse' };
}

/** White space follows the member type of the value (Part 2 §4.3.6). */
function makeUnion(linker: Linker, draft: Draft<SimpleType>, e: XmlElement, at: Component): void {
  const memberTypes = splitList(attr(e, 'memberTypes')).map((name) => typeNamed(linker, name, e, at));
  const inlineType = xsdChildren(e).filter((child) => child.name.local === 'simpleType');
  draft.variety = 'union';
  draft.members = [...memberTypes, ...inlineType.map((child) => anonymousType(linker, child, at))].map((t) =>
    asSimple(linker, t, e),
  );
  if (draft.members.length === 0) linker.report.add('CONTRACT_INVALID', 'a union needs members', e.place);
}

function namedBy(linker: Linker, attribute: string, e: XmlElement, at: Component): TypeDef {
  const name = attr(e, attribute);
  if (name !== undefined) return typeNamed(linker, name, e, at);
  linker.report.add('CONTRACT_INVALID', `xs:${e.name.local} needs ${attribute}="…" or a simpleType inside`, e.place);
  return anySimpleType;
}
