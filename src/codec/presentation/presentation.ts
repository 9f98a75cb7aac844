// A mapping's presentation of the contract's types in JSON: data for the codec's tables, already checked against the contract. Knows
// nothing about YAML. All names on the left are keys of the plain dialect (members.ts).
import type { ComplexType, SimpleType, TypeDef } from '../../contract/model/model.ts';
import type { Codes, KeyedNames } from '../model/members.ts';
import type { LetterCase } from './letter-case.ts';

export interface Presentation {
  /** In the order of the table. Several may apply to one type; later ones add to earlier ones, and win. */
  readonly types: readonly TypePresentation[];
  /** For every type. */
  readonly case?: LetterCase;
  /** Presentations of simple types. */
  readonly values: readonly ValuePresentation[];
  /** Prefix of enumerated values in XML, which JSON leaves out if the rest is not another value. */
  readonly prefix?: string;
  /** Accepts code objects for enumerated values of elements. They are written as plain values. */
  readonly codes?: Codes;
}

export interface TypePresentation {
  /** Applies to this type and to types derived from it. */
  readonly type: TypeDef;
  /** Key of the dialect → JSON key. */
  readonly rename: ReadonlyMap<string, string>;
  readonly case?: LetterCase;
  /** As that of the presentation, for values of this type's members. */
  readonly prefix?: string;
  /** Members that JSON does not have. None is required. */
  readonly omit: ReadonlySet<string>;
  /** Members that the service alone sets. None is required. */
  readonly readOnly?: ReadonlySet<string>;
  /** Member → SOAP value → REST value; a bijection. Other values lose their prefix, or stay as they are. */
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Member (an element whose type has one list and nothing else) → key of that list: the member itself becomes the array. */
  readonly unwrap: ReadonlyMap<string, string>;
  /** List member → key of its items that becomes the name of each in an object. `value`: the item's only other member, shown bare. */
  readonly keyed: ReadonlyMap<string, KeyedList>;
  /** A list (or its holder) whose items become members of this type's object, by their key. */
  readonly spread?: KeyedList & { readonly list: string };
  /** A list of names of null members: JSON has null members instead of the list. */
  readonly nulls?: { readonly member: string; readonly item: string };
  /** Computed members, ignored in requests, by JSON name. undefined: written elsewhere. */
  readonly computed?: ReadonlyMap<string, ComputedMember | undefined>;
  /** JSON name of xsi:type and its values, instead of `$type`; Clark name of the type → value. */
  readonly discriminator?: { readonly key: string; readonly values: ReadonlyMap<string, string> };
}

/** JSON text with attributes of the type in it. Absent if one of them is. */
export interface ComputedMember {
  /** One more than `holes`. */
  readonly pieces: readonly string[];
  readonly holes: readonly ComputedHole[];
}

export interface ComputedHole {
  /** JSON name of the attribute, perhaps without its `@`. */
  readonly attribute: string;
  /** Encodes a part of a URI reference; undefined: not possible. */
  readonly encode?: (text: string) => string | undefined;
  /** JSON value of the attribute → text; the member is absent for other values. */
  readonly texts?: ReadonlyMap<string, string>;
}

export interface KeyedList extends KeyedNames {
  readonly key: string;
  readonly value?: string;
  /** Concrete types of the items, where there are several: each has `value`, and JSON does not name them. */
  readonly types?: readonly ComplexType[];
  /** The list inside the member, if the member holds nothing else. JSON does not show the member. */
  readonly inside?: string;
}

/**
 * `date`: a dateTime at midnight in the zone is a date. `string`: numbers and flags are JSON strings. A map:
 * SOAP value → REST value; values that are not listed lose their prefix, or stay as they are.
 */
export interface ValuePresentation {
  readonly type: SimpleType;
  readonly as: 'date' | 'string' | ReadonlyMap<string, string>;
  /** Of `date`: a time zone by its IANA name, or an offset. Default: UTC. */
  readonly zone?: string;
  /** Keys of members that keep their form. */
  readonly except: ReadonlySet<string>;
}

export const noPresentation: Presentation = { types: [], values: [] };
