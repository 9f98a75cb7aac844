// A pattern as the codec sees it: an XML element of one side of a rule, resolved against the contract.
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
   * Error message for `rest` with the same member and another value. Undefined: `rest` must not have the member.
   */
  readonly repeat?: string;
}

/** Fixed simple content. Encoding writes `text` (lexical form); decoding compares in the value's JSON form and fails the match if it differs. */
export interface ConstantShape {
  readonly kind: 'constant';
  readonly text: string;
  /** Decoding takes a document without the element or attribute too. */
  readonly optional?: boolean;
}

/**
 * Named members of a complex element. Encoding writes these in schema order, whatever the order here; members that are not listed are
 * left out on encode and skipped on decode, unless `rest` names a slot: then they make up a JSON object there (both ways), or `allNamed` is set.
 * An element all of whose slots are undefined, or empty lists that must have items, and which holds no constants, is left out when
 * it is optional. Constant attributes beside a hole for the text do not count: they only describe the text.
 */
export interface MembersShape {
  readonly kind: 'members';
  /** xsi:type to write and to require. */
  readonly type?: ComplexType;
  readonly entries: readonly { readonly member: Member; readonly shape: Shape }[];
  readonly rest?: number;
  /** A document with a member that is not listed is a mismatch. Nil elements, and values that the contract fixes, are skipped all the same. */
  readonly allNamed?: boolean;
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
  /** Further items are a mismatch when decoding; otherwise they are skipped. */
  readonly exact: boolean;
}
