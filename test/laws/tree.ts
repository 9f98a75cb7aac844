// The abstract form of a generated instance: what the document says, before random spelling.
import type { QName } from '../../src/xml/reader/names.ts';

/** Text with the qualified names in it kept apart: their prefixes are chosen when the tree is rendered. */
export type Value = readonly (string | QName)[];

export interface Leaf {
  readonly value: Value;
  /** How a schema processor treats white space here: decides which noise may be added around the value. */
  readonly space: 'preserve' | 'replace' | 'collapse';
}

export interface AttributeNode extends Leaf {
  readonly name: QName;
}

export interface ElementNode {
  readonly name: QName;
  readonly attributes: readonly AttributeNode[];
  /** One leaf for simple content; child elements otherwise, with leaves between them only where text is allowed. */
  readonly children: readonly (ElementNode | Leaf)[];
  /** Element-only content: white space between the children means nothing. */
  readonly spaced: boolean;
  /** No declaration applies: nothing about it can be invalid. */
  readonly foreign?: boolean;
}

export function isLeaf(node: ElementNode | Leaf): node is Leaf {
  return 'value' in node;
}
