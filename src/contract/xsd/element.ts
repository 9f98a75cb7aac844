// Element declarations and the attributes of xs:element (Part 1 §3.3).
import { clark, XMLMIME_NS } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import { type Draft, type ElementDecl, NONE, type TypeDef } from '../model/model.ts';
import { DERIVATION_DEPTH } from '../source/limits.ts';
import { derivationTooDeep } from './bounds.ts';
import { anyType } from './builtins.ts';
import type { Component } from './component.ts';
import { isTrue, xsdChild, xsdChildren } from './document.ts';
import type { Linker } from './linker.ts';
import { refer } from './references.ts';
import { anonymousType, documentationOf, typeNamed } from './type-shells.ts';

/** Identity constraints (unique, key, keyref) are ignored: they do not concern the form of an element. */
const CHILDREN = new Set(['annotation', 'complexType', 'simpleType', 'unique', 'key', 'keyref']);

/** The declaration of a global element (Part 1 §3.3.2). */
export function elementOf(linker: Linker, component: Component): Draft<ElementDecl> {
  if (component.result) return component.result as Draft<ElementDecl>;
  const { node, name } = component;
  const element = declaration(linker, node, fieldsOf(node), name, globalType(linker, component), true);
  component.result = element;
  return element;
}

export function localElement(linker: Linker, e: XmlElement, fields: ElementFields, at: Component): ElementDecl {
  const local = fields.name?.trim();
  if (!local) linker.report.add('CONTRACT_INVALID', 'an element needs a name or a ref', e.place);
  const qualified = fields.form === undefined ? at.document.qualifiedElements : fields.form.trim() === 'qualified';
  const name = { ns: qualified ? at.document.ns : '', local: local ?? '' };
  return declaration(linker, e, fields, name, ownType(linker, e, fields.type, at) ?? anyType, false);
}

function declaration(
  linker: Linker,
  e: XmlElement,
  fields: ElementFields,
  name: ElementDecl['name'],
  type: TypeDef,
  global: boolean,
): Draft<ElementDecl> {
  const element: Draft<ElementDecl> = {
    name,
    type,
    global,
    nillable: isTrue(fields.nillable),
    abstract: isTrue(fields.abstract),
    default: fields.default,
    fixed: fields.fixed,
    substitutes: NONE,
    contentTypes: fields.contentTypes,
    doc: documentationOf(e),
    place: e.place,
  };
  checkElement(linker, element, e);
  linker.drafts.push(element);
  return element;
}

function checkElement(linker: Linker, element: ElementDecl, e: XmlElement): void {
  if (e.children.length > 0) checkChildren(linker, e);
  if (element.default === undefined || element.fixed === undefined) return;
  const message = `element "${clark(element.name)}" has both a default and a fixed value`;
  linker.report.add('CONTRACT_INVALID', message, e.place);
}

function checkChildren(linker: Linker, e: XmlElement): void {
  for (const child of xsdChildren(e)) {
    const { local } = child.name;
    if (!CHILDREN.has(local))
      linker.report.add('CONTRACT_INVALID', `xs:${local} has no place in xs:element`, child.place);
  }
}

function ownType(linker: Linker, e: XmlElement, typeName: string | undefined, at: Component): TypeDef | undefined {
  if (typeName !== undefined) return typeNamed(linker, typeName, e, at);
  const inlineType = e.children.length > 0 && xsdChild(e, 'complexType', 'simpleType');
  return inlineType ? anonymousType(linker, inlineType, at) : undefined;
}

/** Its own type, else that of the nearest substitution group head, else anyType (Part 1 §3.3.2). */
function globalType(linker: Linker, component: Component): TypeDef {
  const declaredType = ownType(linker, component.node, attr(component.node, 'type'), component);
  if (declaredType) return declaredType;
  const visited = new Set([component]);
  for (let head = headOf(linker, component); head && !visited.has(head); head = headOf(linker, head)) {
    if (head.result) return (head.result as ElementDecl).type;
    if (saysType(head.node)) return elementOf(linker, head).type;
    if (visited.size > DERIVATION_DEPTH) throw derivationTooDeep(component, component.node.place);
    visited.add(head);
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

/** Attributes of xs:element. */
interface ElementFields {
  name?: string;
  ref?: string;
  type?: string;
  form?: string;
  nillable?: string;
  abstract?: string;
  default?: string;
  fixed?: string;
  minOccurs?: string;
  maxOccurs?: string;
  contentTypes?: string;
}

const KEYS: ReadonlyMap<string, keyof ElementFields> = new Map(
  (['name', 'ref', 'type', 'form', 'nillable', 'abstract', 'default', 'fixed', 'minOccurs', 'maxOccurs'] as const).map(
    (key) => [key, key],
  ),
);

/** All attributes in one pass: reading elements takes most of the time of loading a contract. */
export function fieldsOf(e: XmlElement): ElementFields {
  const fields: ElementFields = {
    name: undefined,
    ref: undefined,
    type: undefined,
    form: undefined,
    nillable: undefined,
    abstract: undefined,
    default: undefined,
    fixed: undefined,
    minOccurs: undefined,
    maxOccurs: undefined,
    contentTypes: undefined,
  };
  const { attributes } = e;
  for (let i = 0; i < attributes.length; i++) {
    const { name, value } = attributes[i];
    const key = name.ns === '' ? KEYS.get(name.local) : undefined;
    if (key !== undefined) fields[key] = value;
    else if (name.ns === XMLMIME_NS && name.local === 'expectedContentTypes') fields.contentTypes = value.trim();
  }
  return fields;
}
