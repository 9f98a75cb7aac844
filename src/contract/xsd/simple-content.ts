import { XSD_NS } from '../../xml/reader/names.ts';
import { elements, type XmlElement } from '../../xml/tree.ts';
import type { Draft } from '../model/draft.ts';
import type { ComplexType, SimpleType } from '../model/model.ts';
import { ownAttributes } from './attributes.ts';
import { anySimpleType } from './builtins.ts';
import type { Component } from './component.ts';
import { xsdChild } from './document.ts';
import { extendAttributes, restrictAttributes } from './inherit-attributes.ts';
import type { Linker } from './linker.ts';
import { fillSimpleType, restrict } from './simple-type.ts';
import { simpleShell } from './type-shells.ts';

const NOT_FACETS = new Set(['annotation', 'simpleType', 'attribute', 'attributeGroup', 'anyAttribute']);

/** A complex type of text and attributes (Part 1 §3.4.2). `way` is its restriction or extension; `draft.base` is complete. */
export function fillSimpleContent(linker: Linker, draft: Draft<ComplexType>, way: XmlElement, at: Component): void {
  const base = draft.base!;
  const attributes = ownAttributes(linker, way, at);
  draft.mixed = false;
  if (base.kind === 'simple') extendSimpleType(linker, draft, base, way);
  else if (draft.derivation === 'extension') draft.content = { kind: 'simple', type: textOf(linker, base, way) };
  else draft.content = { kind: 'simple', type: restricted(linker, base, way, at) };
  if (base.kind === 'simple' || draft.derivation === 'extension') {
    const inherited = extendAttributes(linker, base.kind === 'simple' ? bare : base, attributes, way);
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

function extendSimpleType(linker: Linker, draft: Draft<ComplexType>, base: SimpleType, way: XmlElement): void {
  draft.content = { kind: 'simple', type: base };
  if (draft.derivation === 'extension' || base === anySimpleType) return;
  linker.report.add('CONTRACT_INVALID', 'simpleContent can extend a simple type, not restrict it', way.place);
}

function textOf(linker: Linker, base: ComplexType, way: XmlElement): SimpleType {
  if (base.content.kind === 'simple') return base.content.type;
  linker.report.add('CONTRACT_INVALID', 'simpleContent needs a base with simple content', way.place);
  return anySimpleType;
}

/** The base's text narrowed by facets, or by a type written inside; the latter also turns mixed content into text. */
function restricted(linker: Linker, base: ComplexType, way: XmlElement, at: Component): SimpleType {
  const inner = xsdChild(way, 'simpleType');
  let from: SimpleType;
  if (inner) {
    const draft = simpleShell(inner);
    fillSimpleType(linker, draft, inner, at);
    from = draft;
  } else from = textOf(linker, base, way);
  if (!elements(way).some((e) => e.name.ns === XSD_NS && !NOT_FACETS.has(e.name.local))) return from;
  const draft = simpleShell(way);
  restrict(linker, draft, from, way, at);
  return draft;
}
