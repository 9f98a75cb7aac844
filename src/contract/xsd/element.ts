import { clark } from '../../xml/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Draft } from '../draft.ts';
import { NONE } from '../empty.ts';
import type { ElementDecl, TypeDef } from '../model.ts';
import { anyType } from './builtins.ts';
import type { Component } from './component.ts';
import { flag, xsdChild, xsdChildren } from './document.ts';
import type { Linker } from './linker.ts';
import { refer } from './references.ts';
import { anonymousType, documentationOf, typeNamed } from './shells.ts';

/** Identity constraints (unique, key, keyref) say nothing about one element's form and are read over. */
const CHILDREN = new Set(['annotation', 'complexType', 'simpleType', 'unique', 'key', 'keyref']);

/** The declaration of a global element (Part 1 §3.3.2). */
export function elementOf(linker: Linker, component: Component): Draft<ElementDecl> {
  if (component.made) return component.made as Draft<ElementDecl>;
  const { node, name } = component;
  const made = declaration(linker, node, name, globalType(linker, component), true);
  component.made = made;
  return made;
}

/** An element declared inside a content model. */
export function localElement(linker: Linker, e: XmlElement, at: Component): ElementDecl {
  const local = attr(e, 'name')?.trim();
  if (!local) linker.report.add('CONTRACT_INVALID', 'an element needs a name or a ref', e.place);
  const form = attr(e, 'form')?.trim();
  const qualified = form === undefined ? at.document.qualifiedElements : form === 'qualified';
  const name = { ns: qualified ? at.document.ns : '', local: local ?? '' };
  return declaration(linker, e, name, ownType(linker, e, at) ?? anyType, false);
}

function declaration(
  linker: Linker,
  e: XmlElement,
  name: ElementDecl['name'],
  type: TypeDef,
  global: boolean,
): Draft<ElementDecl> {
  const made: Draft<ElementDecl> = {
    name,
    type,
    global,
    nillable: flag(e, 'nillable'),
    abstract: flag(e, 'abstract'),
    default: attr(e, 'default'),
    fixed: attr(e, 'fixed'),
    substitutes: NONE,
    doc: documentationOf(e),
    place: e.place,
  };
  checkElement(linker, made, e);
  linker.drafts.push(made);
  return made;
}

function checkElement(linker: Linker, made: ElementDecl, e: XmlElement): void {
  for (const child of xsdChildren(e)) {
    const { local } = child.name;
    if (!CHILDREN.has(local))
      linker.report.add('CONTRACT_INVALID', `xs:${local} has no place in xs:element`, child.place);
  }
  if (made.default === undefined || made.fixed === undefined) return;
  linker.report.add('CONTRACT_INVALID', `element "${clark(made.name)}" has both a default and a fixed value`, e.place);
}

function ownType(linker: Linker, e: XmlElement, at: Component): TypeDef | undefined {
  const named = attr(e, 'type');
  if (named !== undefined) return typeNamed(linker, named, e, at);
  const inner = xsdChild(e, 'complexType', 'simpleType');
  return inner && anonymousType(linker, inner, at);
}

/** Its own type, else the one of the nearest head of its substitution group that has one, else anyType. */
function globalType(linker: Linker, component: Component): TypeDef {
  const own = ownType(linker, component.node, component);
  if (own) return own;
  const met = new Set([component]);
  for (let head = headOf(linker, component); head && !met.has(head); head = headOf(linker, head)) {
    if (head.made) return (head.made as ElementDecl).type;
    if (saysType(head.node)) return elementOf(linker, head).type;
    met.add(head);
  }
  return anyType;
}

function saysType(e: XmlElement): boolean {
  return attr(e, 'type') !== undefined || xsdChild(e, 'complexType', 'simpleType') !== undefined;
}

/** The head that `substitutionGroup` names; reported when there is none. */
export function headOf(linker: Linker, component: Component): Component | undefined {
  const head = attr(component.node, 'substitutionGroup');
  return head === undefined ? undefined : refer(linker, 'element', head, component.node, component);
}
