import type { QName } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import type { Draft } from '../model/draft.ts';
import type { AttributeUse, ElementDecl, Particle, TypeDef } from '../model/model.ts';
import type { AttributeSet } from './attribute-set.ts';
import type { SchemaDocument } from './document.ts';

/** Symbol spaces of a schema (Part 1 §2.5); identity constraints and notations are not kept. */
export type Space = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup';

/** A global component: where it is written, and what has been made of it so far. */
export interface Component {
  readonly space: Space;
  readonly name: QName;
  readonly node: XmlElement;
  readonly document: SchemaDocument;
  /** The component of the same name that this one redefines (Part 1 §4.2.2). */
  readonly redefines?: Component;
  /** `busy` while a chain of components that need each other is being followed: meeting it again is a circle. */
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
