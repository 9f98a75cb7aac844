// The members that a type shows in JSON: the dialect's naming, in one place. Codec tables, JSON Schema, the checker of mappings and the
// instance generators all read this list and nothing else.
import type { AttributeUse, ElementDecl, GroupParticle, SimpleType, Wildcard } from '../../contract/model/model.ts';

/** One property of the JSON object of a complex type. `key` is its JSON name. */
export type Member =
  | AttributeMember
  | ElementMember
  | TextMember
  | GroupMember
  | SpreadMember
  | AnyMember
  | AnyAttributeMember
  | MixedMember;

/** key `@name` */
export interface AttributeMember {
  readonly kind: 'attribute';
  readonly key: string;
  readonly use: AttributeUse;
  readonly required: boolean;
  /** Left out by the mapping: XML may have it, JSON does not. Never in the list of a type's members. */
  readonly hidden?: boolean;
}

/** key: the local name; `prefix:name` / `{ns}name` where another member of the type has the same local name. */
export interface ElementMember {
  readonly kind: 'element';
  readonly key: string;
  readonly element: ElementDecl;
  /** Always an array in JSON (total maxOccurs > 1). */
  readonly list: boolean;
  /** Present in every valid instance (never inside a choice or an optional group). */
  readonly required: boolean;
  /** Occurrence bounds over the whole content model. */
  readonly min: number;
  readonly max: number;
  /** The declaration heads a substitution group: each value is an object with one member, keyed by the substitute's name. */
  readonly substituted: boolean;
  /** A list shown as an object: its items, named by one of their members. */
  readonly keyed?: KeyedItems;
  /** null is a value: the member's name then stands in the type's list of such names. */
  readonly nullable?: boolean;
  /** That list: the element of its names. Hidden. */
  readonly nulls?: ElementDecl;
  /** As that of an attribute. */
  readonly hidden?: boolean;
  /** The list inside, whose items stand among the members of the object in the place of this one. Hidden. */
  readonly spread?: ElementMember;
}

/** Members of the items of a list: the one that names them, and the only other one, where it is shown bare. */
export interface KeyedItems {
  readonly key: Member;
  readonly value?: Member;
}

/** key `*`: the items of a list as further members of the object, each by its own name. */
export interface SpreadMember {
  readonly kind: 'spread';
  readonly key: '*';
  readonly element: ElementDecl;
  /** What the list stands in, where it is not a member of the type itself. */
  readonly holder?: ElementDecl;
  readonly items: KeyedItems;
  readonly required: boolean;
  readonly min: number;
  readonly max: number;
}

/** key `$value`: the text of simple content, beside attributes. */
interface TextMember {
  readonly kind: 'text';
  readonly key: '$value';
  readonly type: SimpleType;
  readonly required: true;
}

/**
 * key `$items` (`$items2`, … for further ones): a repeated group in which the order of different names carries information. Always an array
 * of objects, one for each repetition of the group, in document order.
 */
export interface GroupMember {
  readonly kind: 'group';
  readonly key: string;
  readonly particle: GroupParticle;
  readonly members: readonly Member[];
  readonly required: boolean;
  readonly min: number;
  readonly max: number;
}

/** key `$any` (`$any2`, …): always an array of any-element objects, see docs/reference/dialect.md. */
export interface AnyMember {
  readonly kind: 'any';
  readonly key: string;
  readonly wildcard: Wildcard;
  readonly required: boolean;
  readonly min: number;
  readonly max: number;
}

/** Further members `@name` / `@{ns}name` that no attribute declaration covers. */
interface AnyAttributeMember {
  readonly kind: 'anyAttribute';
  readonly key: '@*';
  readonly wildcard: Wildcard;
  readonly required: false;
}

/** key `$mixed`: text and child elements in document order: strings and one-member objects. Replaces all element members of a mixed type. */
export interface MixedMember {
  readonly kind: 'mixed';
  readonly key: '$mixed';
  readonly members: readonly Member[];
  readonly required: false;
}

/** `{ id: Bank, refName: … }`: an enumerated value as an object. `key` has the value; `label` is ignored. */
export interface Codes {
  readonly key: string;
  readonly label: string;
}
