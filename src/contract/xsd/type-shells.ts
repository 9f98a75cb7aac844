// Types by name or in place, as shells that are filled later.
import { clark, type QName } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { documentation } from '../model/definition-tree.ts';
import { type ComplexType, type Draft, NONE, type SimpleType, type TypeDef } from '../model/model.ts';
import { anySimpleType, anyType, builtinTypes } from './builtins.ts';
import type { Component } from './component.ts';
import { flag } from './document.ts';
import type { Linker } from './linker.ts';
import { nameOf, refer } from './references.ts';

/** The type that a QName in `e` means. After a reported problem: anySimpleType, which is valid everywhere. */
export function typeNamed(linker: Linker, text: string, e: XmlElement, at: Component): TypeDef {
  // Inside a chameleon or a redefinition, the meaning of a name depends on more than the scope.
  if (at.document.chameleon || at.redefines) return resolve(linker, text, e, at) ?? anySimpleType;
  let names = linker.typesByScope.get(e.scope);
  if (!names) linker.typesByScope.set(e.scope, (names = new Map()));
  const cached = names.get(text);
  if (cached) return cached;
  const type = resolve(linker, text, e, at);
  if (type) names.set(text, type);
  return type ?? anySimpleType;
}

function resolve(linker: Linker, text: string, e: XmlElement, at: Component): TypeDef | undefined {
  const name = nameOf(linker, text, e, at);
  const builtin = name && builtinTypes.get(clark(name));
  if (builtin) return builtin;
  const component = name && refer(linker, 'type', text, e, at);
  return component && typeOf(linker, component);
}

/** The type of a global component: a shell, filled before linking ends. */
export function typeOf(linker: Linker, component: Component): TypeDef {
  if (component.result) return component.result as TypeDef;
  const draft = shell(linker, component.node, component, component.name);
  component.result = draft;
  return draft;
}

/** The type written inside `at` without a name. */
export function anonymousType(linker: Linker, node: XmlElement, at: Component): TypeDef {
  return shell(linker, node, at);
}

function shell(linker: Linker, node: XmlElement, at: Component, name?: QName): TypeDef {
  const draft = node.name.local === 'simpleType' ? simpleShell(node, name) : complexShell(node, name);
  linker.pending.push({ draft, node, at });
  linker.drafts.push(draft);
  return draft;
}

const EMPTY = Object.freeze({ kind: 'empty' as const });

/** Sets all properties, so that all simple types have one hidden class. */
export function simpleShell(e: XmlElement, name?: QName): Draft<SimpleType> {
  return {
    kind: 'simple',
    name,
    base: anySimpleType,
    variety: 'atomic',
    builtin: 'anySimpleType',
    item: undefined,
    members: undefined,
    facets: anySimpleType.facets,
    doc: documentationOf(e),
    place: e.place,
  };
}

function complexShell(e: XmlElement, name?: QName): Draft<ComplexType> {
  return {
    kind: 'complex',
    name,
    base: anyType,
    derivation: 'restriction',
    abstract: flag(e, 'abstract'),
    mixed: flag(e, 'mixed'),
    attributes: NONE,
    anyAttribute: undefined,
    content: EMPTY,
    array: undefined,
    doc: documentationOf(e),
    place: e.place,
  };
}

/** Text of xs:annotation/xs:documentation. */
export function documentationOf(e: XmlElement): string | undefined {
  for (let i = 0; i < e.children.length; i++) {
    const child = e.children[i];
    if (typeof child !== 'string') return child.name.local === 'annotation' ? documentation(child) : undefined;
  }
  return undefined;
}

/** Reports a complex type where a simple type is required. */
export function asSimple(linker: Linker, type: TypeDef, e: XmlElement): SimpleType {
  if (type.kind === 'simple') return type;
  const subject = type.name ? `"${clark(type.name)}"` : 'this';
  linker.report.add('CONTRACT_INVALID', `${subject} is not a simple type`, e.place);
  return anySimpleType;
}
