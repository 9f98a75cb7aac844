// Attribute uses, attribute groups and attribute wildcards (Part 1 §3.2, §3.6).
import { clark, XSI_NS } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { AttributeUse, Wildcard } from '../model/model.ts';
import { GROUP_DEPTH } from '../source/limits.ts';
import { anySimpleType } from './builtins.ts';
import { type AttributeSet, attributeSet, type Component } from './component.ts';
import { xsdChild, xsdChildren } from './document.ts';
import type { Linker } from './linker.ts';
import { refer } from './references.ts';
import { anonymousType, asSimple, documentationOf, typeNamed } from './type-shells.ts';
import { intersection, sizeOf, wildcard } from './wildcard.ts';

/** Attributes that `e` (a type, a derivation or an attribute group) declares itself, groups included (Part 1 §3.4.2, §3.6.2). */
export function ownAttributes(linker: Linker, e: XmlElement, at: Component, depth = 0): AttributeSet {
  const set = attributeSet();
  for (const child of xsdChildren(e)) {
    if (child.name.local === 'attribute') addUse(linker, set, child, at);
    else if (child.name.local === 'attributeGroup') addGroup(linker, set, child, at, depth);
    else if (child.name.local === 'anyAttribute') narrow(linker, set, wildcard(linker, child, at), child);
  }
  return set;
}

function addUse(linker: Linker, set: AttributeSet, e: XmlElement, at: Component): void {
  const use = attr(e, 'ref') === undefined ? localUse(linker, e, at) : referredUse(linker, e, at);
  if (!use) return;
  const key = clark(use.name);
  if (attr(e, 'use')?.trim() === 'prohibited') set.prohibited.add(key);
  else if (use.name.ns === XSI_NS)
    linker.report.add('CONTRACT_INVALID', `attribute "${key}" cannot be declared`, e.place);
  else add(linker, set, key, use, e);
}

function add(linker: Linker, set: AttributeSet, key: string, use: AttributeUse, e: XmlElement): void {
  const had = set.uses.get(key);
  if (had !== undefined && had !== use)
    linker.report.add('CONTRACT_INVALID', `attribute "${key}" is declared twice`, e.place);
  set.uses.set(key, use);
}

function localUse(linker: Linker, e: XmlElement, at: Component): AttributeUse | undefined {
  const local = attr(e, 'name')?.trim();
  if (!local) {
    linker.report.add('CONTRACT_INVALID', 'an attribute needs a name or a ref', e.place);
    return undefined;
  }
  const form = attr(e, 'form')?.trim();
  const qualified = form === undefined ? at.document.qualifiedAttributes : form === 'qualified';
  return makeUse(linker, e, at, { ns: qualified ? at.document.ns : '', local });
}

/** A reference takes type and value from the declaration; its own default or fixed value wins (Part 1 §3.2.2). */
function referredUse(linker: Linker, e: XmlElement, at: Component): AttributeUse | undefined {
  const target = refer(linker, 'attribute', attr(e, 'ref')!, e, at);
  if (!target) return undefined;
  const declared = attributeOf(linker, target);
  const [fallback, fixed] = [attr(e, 'default'), attr(e, 'fixed')];
  const hasConstraint = fallback !== undefined || fixed !== undefined;
  return Object.freeze({
    name: declared.name,
    type: declared.type,
    required: attr(e, 'use')?.trim() === 'required',
    default: hasConstraint ? fallback : declared.default,
    fixed: hasConstraint ? fixed : declared.fixed,
    doc: documentationOf(e) ?? declared.doc,
  });
}

/** A global attribute. */
export function attributeOf(linker: Linker, component: Component): AttributeUse {
  component.result ??= makeUse(linker, component.node, component, component.name);
  return component.result as AttributeUse;
}

function makeUse(linker: Linker, e: XmlElement, at: Component, name: AttributeUse['name']): AttributeUse {
  const [fallback, fixed, use] = [attr(e, 'default'), attr(e, 'fixed'), attr(e, 'use')?.trim()];
  if (fallback !== undefined && (fixed !== undefined || use === 'required')) {
    const conflict = fixed === undefined ? 'is required' : 'has a fixed value';
    linker.report.add('CONTRACT_INVALID', `attribute "${clark(name)}" has a default and ${conflict}`, e.place);
  }
  const doc = documentationOf(e);
  return Object.freeze({
    name,
    type: typeOfUse(linker, e, at),
    required: use === 'required',
    default: fallback,
    fixed,
    doc,
  });
}

function typeOfUse(linker: Linker, e: XmlElement, at: Component): AttributeUse['type'] {
  const typeName = attr(e, 'type');
  const inlineType = xsdChild(e, 'simpleType');
  if (typeName !== undefined) return asSimple(linker, typeNamed(linker, typeName, e, at), e);
  return inlineType ? asSimple(linker, anonymousType(linker, inlineType, at), e) : anySimpleType;
}

function addGroup(linker: Linker, set: AttributeSet, e: XmlElement, at: Component, depth: number): void {
  const ref = attr(e, 'ref');
  if (ref === undefined) linker.report.add('CONTRACT_INVALID', 'an attributeGroup in a type needs a ref', e.place);
  const target = ref === undefined ? undefined : refer(linker, 'attributeGroup', ref, e, at);
  const group = target && attributeGroupOf(linker, target, e, depth + 1);
  if (!group) return;
  linker.bounds.spend(group.uses.size + group.prohibited.size, e.place);
  for (const [key, use] of group.uses) add(linker, set, key, use, e);
  for (const key of group.prohibited) set.prohibited.add(key);
  if (group.wildcard) narrow(linker, set, group.wildcard, e);
}

export function attributeGroupOf(
  linker: Linker,
  component: Component,
  from: XmlElement,
  depth = 0,
): AttributeSet | undefined {
  if (component.state === 'busy' || depth > GROUP_DEPTH) {
    const reason = component.state === 'busy' ? 'contains itself' : 'is nested too deeply';
    linker.report.add('CONTRACT_INVALID', `attribute group "${clark(component.name)}" ${reason}`, from.place);
    return undefined;
  }
  if (component.state === 'new') {
    component.state = 'busy';
    component.result = ownAttributes(linker, component.node, component, depth);
    component.state = 'done';
  }
  return component.result as AttributeSet;
}

/** All wildcards of one type must agree (Part 1 §3.4.2, complete wildcard); the first one's processContents counts. */
function narrow(linker: Linker, set: AttributeSet, nextWildcard: Wildcard, e: XmlElement): void {
  linker.bounds.spend(sizeOf(set.wildcard) + sizeOf(nextWildcard), e.place);
  const both = set.wildcard ? intersection(set.wildcard.namespaces, nextWildcard.namespaces) : nextWildcard.namespaces;
  if (both) set.wildcard = { namespaces: both, process: set.wildcard?.process ?? nextWildcard.process };
  else linker.report.add('CONTRACT_UNSUPPORTED', 'no wildcard says what both anyAttribute allow', e.place);
}
