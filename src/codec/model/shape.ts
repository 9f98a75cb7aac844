// What one side of a pair says about an XML element, resolved against the contract: the codec's view of a pattern.
// Knows nothing about YAML or variables; holes are numbered slots.

import type { ComplexType } from '../../contract/model/model.ts';
import type { Member } from './members.ts';

export type Shape = HoleShape | ConstantShape | MembersShape | EachShape | OrderedShape;

/**
 * The whole value of the element or attribute, as JSON of its type's dialect. Decoding an absent one leaves the slot undefined;
 * encoding an undefined one leaves the element or attribute out.
 */
export interface HoleShape {
  readonly kind: 'hole';
  readonly slot: number;
  /**
   * What `rest` must do where it has the same member: it may have it only with an equal value. Undefined: it may not have it at all.
   */
  readonly repeat?: string;
}

/** Fixed simple content. Encoding writes `text` (lexical form); decoding compares in the value's JSON form and fails the match if it differs. */
export interface ConstantShape {
  readonly kind: 'constant';
  readonly text: string;
}

/**
 * Named members of a complex element. Encoding writes these in schema order, whatever the order here; members that are not listed are
 * left out on encode and skipped on decode, unless `rest` names a slot: then they make up a JSON object there (both ways).
 * An element all of whose slots are undefined, and which holds no constants, is left out when it is optional. Constant attributes
 * beside a hole for the text do not count: without the text there is nothing that they describe.
 */
export interface MembersShape {
  readonly kind: 'members';
  /** xsi:type to write and to require. */
  readonly type?: ComplexType;
  readonly entries: readonly { readonly member: Member; readonly shape: Shape }[];
  readonly rest?: number;
}

/**
 * A list whose items are mapped one by one: slot ⇄ JSON array of objects. Inside `item`, hole slots are indexes into `fields`: the
 * members of each JSON object.
 */
export interface EachShape {
  readonly kind: 'each';
  readonly slot: number;
  readonly item: Shape;
  readonly fields: readonly string[];
}

/** A list with a fixed number of leading items: `[shape, shape]`. */
export interface OrderedShape {
  readonly kind: 'ordered';
  readonly items: readonly Shape[];
  /** Decoding finds no match where there are further items; else it skips them. */
  readonly exact: boolean;
}
