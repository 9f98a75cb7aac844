// How a mapping wants the types of its contract to look in JSON: data for the codec's tables, checked against the contract already. Knows
// nothing about YAML. All names on the left are keys of the plain dialect (members.ts).
import type { SimpleType, TypeDef } from '../../contract/model/model.ts';
import type { Codes } from '../model/members.ts';

export interface Presentation {
  /** In the order of the table. Several may speak of one type; later ones add to earlier ones, and win where both say the same thing. */
  readonly types: readonly TypePresentation[];
  /** For every type. */
  readonly case?: LetterCase;
  /** How values of simple types look, by type. */
  readonly values: readonly ValuePresentation[];
  /** Text that values of enumerations begin with in XML, and not in JSON, wherever that is no value of its own. */
  readonly prefix?: string;
  /** Enumerated values of elements may also be objects in JSON that is read. They are written bare. */
  readonly codes?: Codes;
}

/** `accountId` (from AccountId, ACCOUNT_ID, account-id …) or `account_id`. */
export type LetterCase = 'camel' | 'snake';

export interface TypePresentation {
  /** Holds for this type and those derived from it. */
  readonly type: TypeDef;
  /** Key of the dialect → JSON key. */
  readonly rename: ReadonlyMap<string, string>;
  readonly case?: LetterCase;
  /** Members that JSON neither shows nor takes. None is required. */
  readonly omit: ReadonlySet<string>;
  /** Member → SOAP value → REST value; a bijection. Values that are not listed stay as they are. */
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Member (an element whose type has one list and nothing else) → key of that list: the member itself becomes the array. */
  readonly unwrap: ReadonlyMap<string, string>;
  /** List member → key of its items that becomes the name of each in an object. `value`: the item's only other member, shown bare. */
  readonly keyed: ReadonlyMap<string, KeyedList>;
  /** A list (or what holds one) whose items become members of this type's own object, by the value of their key. */
  readonly spread?: KeyedList & { readonly list: string };
  /** A list of names of members that are null: the list is not shown, the members are shown as null. */
  readonly nulls?: { readonly member: string; readonly item: string };
  /** Members that JSON has and XML has not: ignored when they are read. By JSON name; undefined: something else writes them. */
  readonly computed?: ReadonlyMap<string, ComputedMember | undefined>;
  /** JSON name of xsi:type and its values, instead of `$type`; Clark name of the type → value. */
  readonly discriminator?: { readonly key: string; readonly values: ReadonlyMap<string, string> };
}

/** JSON text, with attributes of the type in it. Where one of them is absent, so is the member. */
export interface ComputedMember {
  /** One more than `holes`. */
  readonly pieces: readonly string[];
  readonly holes: readonly ComputedHole[];
}

export interface ComputedHole {
  /** JSON name of the attribute, perhaps without its `@`. */
  readonly attribute: string;
  /** Part of a URI reference: percent-encoded; undefined: no reference can carry it. */
  readonly encode?: (text: string) => string | undefined;
  /** Value of the attribute in JSON → text; others are absent. */
  readonly texts?: ReadonlyMap<string, string>;
}

export interface KeyedList {
  readonly key: string;
  readonly value?: string;
  /** The list inside of the member, which is not shown and holds nothing else. */
  readonly inside?: string;
}

/**
 * `as: date`: a dateTime of which only the date is shown where it is midnight in UTC. `as: string`: numbers and flags as JSON strings. A map:
 * SOAP value → REST value; values that are not listed stay as they are.
 */
export interface ValuePresentation {
  readonly type: SimpleType;
  readonly as: 'date' | 'string' | ReadonlyMap<string, string>;
  /** Keys of members that keep their form. */
  readonly except: ReadonlySet<string>;
}

/** Operators that the codec's tables carry out. A mapping that uses another one is refused. */
export const wiredOperators: ReadonlySet<string> = new Set<string>([
  'rename',
  'case',
  'enums',
  'omit',
  'unwrap',
  'discriminator',
  'keyed',
  'spread',
  'nulls',
  'as',
  'name',
  'list',
  'values',
  'computed',
  'codes',
]);

export const noPresentation: Presentation = { types: [], values: [] };
