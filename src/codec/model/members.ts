// The JSON members of a type. Codec tables, JSON Schema, the checker of mappings and the
// instance generators all use this list.
import type {
  AttributeUse,
  ComplexType,
  ElementDecl,
  GroupParticle,
  SimpleType,
  Wildcard,
} from '../../contract/model/model.ts';

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
  /** Omitted by the mapping: only XML has it. Never in the list of a type's members. */
  readonly hidden?: boolean;
  /** Set by the service alone: requests may have it, and it is not sent. */
  readonly readOnly?: boolean;
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
  /** Its values may stand apart, at several positions of one instance: the list has them in document order. */
  readonly scattered?: boolean;
  /** The declaration heads a substitution group: each value is an object with one member, keyed by the substitute's name. */
  readonly substituted: boolean;
  /** A list shown as an object: its items, named by one of their members. */
  readonly keyed?: KeyedItems;
  /** null is a value: XML then has the member's name in the type's list of null members. */
  readonly nullable?: boolean;
  /** The list of null members: the element of its names. Hidden. */
  readonly nulls?: ElementDecl;
  /** As those of an attribute. */
  readonly hidden?: boolean;
  readonly readOnly?: boolean;
  /** The inner list, whose items replace this member in the object. Hidden. */
  readonly spread?: ElementMember;
}

/** What the keys of keyed items say of them. */
export interface KeyedNames {
  /** Keys that items have; undefined: any. */
  readonly names?: RegExp;
  /** The types of items with such keys; the first that fits. Others have that of their JSON value. */
  readonly typeOf?: readonly (readonly [RegExp, ComplexType])[];
  /** Values that are lists are objects, with the list in this member. */
  readonly listIn?: string;
}

/** The key of keyed items, and the only other member, if JSON shows it bare. */
export interface KeyedItems extends KeyedNames {
  readonly key: Member;
  readonly value?: Member;
  /** Items of several types, each with its own value. */
  readonly variants?: readonly ItemVariant[];
}

/** One of the types that items may have. */
export interface ItemVariant {
  readonly type: ComplexType;
  readonly value: ElementMember;
}

/** key `*`: the items of a list as members of the object, by their keys. */
export interface SpreadMember {
  readonly kind: 'spread';
  readonly key: '*';
  readonly element: ElementDecl;
  /** The element around the list, if the type has not the list itself. */
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

/** Further members `@name` / `@{ns}name` of undeclared attributes. */
interface AnyAttributeMember {
  readonly kind: 'anyAttribute';
  readonly key: '@*';
  readonly wildcard: Wildcard;
  readonly required: false;
}

/** key `$mixed`: text and child elements in document order: strings and one-member objects. Takes the place of all element members of a mixed type. */
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

/** Undefined: the member's value is an object. */
export function simpleTypeOf(member: Member): SimpleType | undefined {
  if (member.kind === 'attribute') return member.use.type;
  if (member.kind === 'text') return member.type;
  return member.kind === 'element' && member.element.type.kind === 'simple' ? member.element.type : undefined;
}
