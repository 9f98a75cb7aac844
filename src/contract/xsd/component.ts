// Global components of a schema while they are linked.
import { clark, type QName } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import type { AttributeUse, Draft, ElementDecl, Particle, TypeDef, Wildcard } from '../model/model.ts';
import type { SchemaDocument } from './document.ts';

/** Attributes of a type or an attribute group while they are collected. Keys are Clark names. */
export interface AttributeSet {
  readonly uses: Map<string, AttributeUse>;
  /** use="prohibited": matters only to a restriction. */
  readonly prohibited: Set<string>;
  /** Absent without anyAttribute. */
  wildcard?: Wildcard;
}

export function attributeSet(uses: readonly AttributeUse[] = [], wildcard?: Wildcard): AttributeSet {
  return { uses: new Map(uses.map((use) => [clark(use.name), use])), prohibited: new Set(), wildcard };
}

/** Symbol spaces of a schema (Part 1 §2.5); identity constraints and notations are not kept. */
export type Space = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup';

/** A global component: its declaration, and the result so far. */
export interface Component {
  readonly space: Space;
  readonly name: QName;
  readonly node: XmlElement;
  readonly document: SchemaDocument;
  /** The component of the same name that this one redefines (Part 1 §4.2.2). */
  readonly redefines?: Component;
  /** `busy`: in progress; to meet it again is a cycle. */
  state: 'new' | 'busy' | 'done';
  result?: Draft<TypeDef> | Draft<ElementDecl> | AttributeUse | AttributeSet | Particle;
}

export function component(
  space: Space,
  name: QName,
  node: XmlElement,
  document: SchemaDocument,
  redefines?: Component,
): Component {
  return { space, name, node, document, redefines, state: 'new', result: undefined };
}
