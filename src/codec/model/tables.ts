// The tables of encoder and decoder: one per type, made by compile/ at first use.
import type { AttributeUse, ComplexType, ElementDecl, Schemas, TypeDef, Wildcard } from '../../contract/model/model.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import type { Arrangement } from './arrangement.ts';
import type { Automaton } from './automaton.ts';
import type { Level, Position } from './content.ts';
import type { KeyTable } from './key-table.ts';
import type { Codes, Member } from './members.ts';
import type { Prefixes } from './prefixes.ts';
import type { HoleShape, MembersShape } from './shape.ts';
import type { TypeNaming } from './type-naming.ts';

/** Kinds of type tables. */
export const SIMPLE = 0;
/** Simple content with attributes. */
export const TEXT = 1;
export const CONTENT = 2;
/** Content shown as `$mixed`. */
export const ORDERED = 3;
/** xs:anyType. */
export const ANY = 4;
/** Content that is one list, shown as that list (an array, or an object where the list is keyed). */
export const LISTED = 5;

/** The tables of one contract in one dialect. */
export interface Tables {
  readonly schemas: Schemas;
  readonly dialect: Dialect;
  readonly prefixes: Prefixes;
  readonly codes: Codes | undefined;
  type(def: TypeDef): TypeTable;
  members(def: TypeDef): readonly Member[];
  element(decl: ElementDecl): ElementTable;
}

/** One element declaration: its tags as bytes. */
export interface ElementTable {
  readonly decl: ElementDecl;
  /** Clark name. */
  readonly key: string;
  /** Number of its namespace in Prefixes; -1 without one. */
  readonly ns: number;
  /** `<p:name`, without the end. */
  readonly open: Uint8Array;
  readonly close: Uint8Array;
  /** `<p:name>` */
  readonly openWhole: Uint8Array;
  /** For substitution groups: `"circle":` by Clark name, the head included unless abstract. Undefined without substitutes. */
  readonly substitutes: ReadonlyMap<string, Substitute> | undefined;
  readonly type: TypeTable;
}

export interface Substitute {
  readonly key: string;
  /** `{"key":` */
  readonly keyBytes: Uint8Array;
  readonly element: ElementTable;
}

export interface AttributeTable {
  readonly use: AttributeUse;
  readonly index: number;
  /** JSON name, `@name`. */
  readonly key: string;
  /** `"@name":` */
  readonly keyBytes: Uint8Array;
  /** ` p:name="` */
  readonly open: Uint8Array;
  readonly ns: number;
  readonly simple: ValueCodec;
  /** Prefixes in its text are looked for. */
  readonly prefixed: boolean;
}

export interface Computed {
  /** JSON names of all of them: ignored in requests. */
  readonly names: ReadonlySet<string>;
  readonly members: readonly ComputedTable[];
}

export interface ComputedTable {
  /** `"name":` */
  readonly keyBytes: Uint8Array;
  /** One more than `holes`. */
  readonly pieces: readonly Uint8Array[];
  readonly holes: readonly {
    readonly attribute: AttributeTable;
    readonly encode: ((text: string) => string | undefined) | undefined;
    readonly texts: ReadonlyMap<string, string> | undefined;
  }[];
}

export interface TypeTable {
  readonly def: TypeDef;
  readonly kind: number;
  readonly abstract: boolean;
  /** SIMPLE and TEXT. */
  readonly simple: ValueCodec | undefined;
  /** SIMPLE and TEXT: prefixes in the text are looked for. */
  readonly prefixed: boolean;
  readonly attributes: readonly AttributeTable[];
  readonly attributeByName: ReadonlyMap<string, AttributeTable>;
  readonly attributeByKey: ReadonlyMap<string, AttributeTable>;
  readonly required: readonly AttributeTable[];
  readonly anyAttribute: Wildcard | undefined;
  /** Index in `keys` of the list (or of its holder) whose items are members of this object, or -1. */
  readonly spread: number;
  /** Keys of those items; undefined: any. */
  readonly spreadNames: RegExp | undefined;
  /** Names of further members that the list of null members may have; undefined: none. */
  readonly clearable: RegExp | undefined;
  /** Attributes that JSON does not show, by Clark name. */
  readonly omitted: ReadonlySet<string>;
  /** Indices in `keys` of members that the service alone sets; undefined for most types. */
  readonly readOnly: ReadonlySet<number> | undefined;
  /** Computed members, in the order of writing; undefined for most types. */
  readonly computed: Computed | undefined;
  /** JSON names: attributes, then the level's members (CONTENT only), then `$type`, `$value`, `$mixed`, `$nil`, `$xmlns`, then `namings`. */
  readonly keys: KeyTable;
  /** Index of `$type` in `keys`. */
  readonly specials: number;
  /** CONTENT, ORDERED and LISTED. */
  readonly level: LevelTable | undefined;
  /** Brackets of CONTENT and LISTED. */
  readonly opening: number;
  readonly closing: number;
  /** JSON form of xsi:type at elements that are declared with this type. */
  readonly naming: TypeNaming;
  /** The type has `namings` or `nulls`. */
  readonly particular: boolean;
  /** Other members than `$type` that may name the type, for elements declared with a base type. `keys` ends with these. */
  readonly namings: readonly string[];
  /** ` xsi:type="p:Name"` and the namespace number of the name. */
  readonly xsiType: { readonly bytes: Uint8Array; readonly ns: number } | undefined;
  /** Cache: the last xsi:type at an element declared with this type. */
  lastNamed: { readonly ctx: NsContext; readonly bytes: Uint8Array; readonly table: TypeTable } | undefined;
}

/** Values of `PositionTable.hidden`. */
export const NOT_HIDDEN = 0;
export const OMITTED = 1;
/** The list of names of null members. */
export const NULLS = 2;
/** The holder of a list whose items are members of the object. */
export const HOLDER = 3;

/** One position, with the caches of encoder and decoder. */
export interface PositionTable {
  readonly position: Position;
  readonly index: number;
  readonly min: number;
  readonly max: number;
  readonly list: boolean;
  /** Index of its member in `LevelTable.members`. */
  readonly member: number;
  /** Its member has several positions: of one instance, or of branches of a choice. */
  readonly shared: boolean;
  /** Its member may have values at other positions of the same instance too. */
  readonly scattered: boolean;
  /** The same, with other members between: the decoder collects the list until the object ends. */
  readonly apart: boolean;
  /** Its items in several repetitions of the group may be divided in more than one way. */
  readonly elastic: boolean;
  /** JSON name of its member. */
  readonly key: string;
  /** `"name":` */
  readonly keyBytes: Uint8Array;
  /** If not NOT_HIDDEN, its elements are no member of the JSON object, and never predicted. */
  readonly hidden: number;
  /** Set for a list whose items are named by their keys: `keyed` and `spread` of the mapping. */
  readonly items: EachAction | undefined;
  /** The list of null members, if `hidden` is NULLS. */
  nulls: NullList | undefined;
  /** The type of the object that the items of a spread list are members of. */
  parentType: TypeTable | undefined;
  /** Closing bracket of the list, or 0: no list, or the surrounding type closes it. */
  readonly close: number;
  /** The same as the first or a later member of an object, with the `[` of a list. Empty for a bare list. */
  readonly firstKey: Uint8Array;
  readonly nextKey: Uint8Array;
  readonly element: ElementTable | undefined;
  readonly wildcard: Wildcard | undefined;
  readonly groupLevel: LevelTable | undefined;
  /** The codec of an element with a simple type. */
  readonly leaf: ValueCodec | undefined;
  /** The last name at this position and its context: the expected next tag. */
  name: ResolvedName | undefined;
  raw: Uint8Array;
  rawCtx: NsContext | undefined;
}

export interface Candidate {
  readonly position: PositionTable;
  /** Set for members of substitution groups (and their heads). */
  readonly substitute: Substitute | undefined;
}

/** Members whose names are in a list if they are null. */
export interface NullList {
  readonly position: PositionTable;
  /** An element of the list. */
  readonly item: ElementTable;
  /** JSON name of the items in the list's own object. */
  readonly key: string;
  /** Names of omitted members, which are ignored. */
  readonly omitted: ReadonlySet<string>;
  /** By local name. */
  readonly byName: ReadonlyMap<string, NullableMember>;
  readonly byKey: ReadonlyMap<string, NullableMember>;
  /** The type of the object. */
  owner: TypeTable | undefined;
}

export interface NullableMember {
  readonly name: string;
  /** Index in `LevelTable.members`. */
  readonly member: number;
  readonly positions: readonly PositionTable[];
}

export interface LevelTable {
  readonly level: Level;
  readonly members: readonly Member[];
  /** Member index by JSON name. Hidden members have none. */
  readonly memberByKey: ReadonlyMap<string, number>;
  /** JSON names of the members, for the entries of a repeated group. */
  readonly keys: KeyTable;
  /** A plain sequence of positions with one member each: one loop writes it. */
  readonly flat: boolean;
  /** A member has several positions: which of them are written depends on all members. */
  readonly arrangement: Arrangement | undefined;
  /** Some position is scattered. */
  readonly scattered: boolean;
  readonly positions: readonly PositionTable[];
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
  /** Names in `byName` that the first child may have. */
  readonly begins: ReadonlySet<string>;
  readonly wildcards: readonly PositionTable[];
  /** Repeated groups that hold wildcards somewhere. */
  readonly wildGroups: readonly PositionTable[];
  readonly automaton: Automaton;
  /** An `all` group: each position once, any order. */
  readonly unordered: boolean;
  readonly nulls: NullList | undefined;
  /** `unordered`, `scattered`, or with `nulls`: the decoder records used positions. */
  readonly tracked: boolean;
  /** Some position is elastic. */
  readonly elastic: boolean;
  /** Entry p + 1: the position that last followed position p, or -1. Entry 0: the start. */
  readonly predict: Int32Array;
}

/** What a shape or a presentation does with the value at a position or an attribute. */
export type Action = HoleShape | ConstantAction | MembersAction | EachAction | OrderedAction;

export interface ConstantAction {
  readonly kind: 'constant';
  /** JSON form, for comparison. */
  readonly json: Uint8Array;
  /** XML text, escaped for content and attributes alike. */
  readonly xml: Uint8Array;
}

export interface MembersAction {
  readonly kind: 'members';
  readonly shape: MembersShape;
  /** Holes anywhere inside. */
  readonly slots: readonly number[];
  /** Writes something even if all slots are empty. */
  readonly fixed: boolean;
  readonly byTable: Map<TypeTable, ShapedType>;
}

export interface EachAction {
  readonly kind: 'each';
  readonly slot: number;
  readonly item: Action;
  /** `"field":` */
  readonly fields: readonly Uint8Array[];
  readonly names: readonly string[];
  /** Set for keyed items instead of an array: slot 0 of an item is its key, slot 1 the rest of it. */
  readonly entry: EntryForm | undefined;
}

interface EntryForm {
  /** The items are members of the surrounding object. */
  readonly spread: boolean;
  /** The key's values are numbers or flags in JSON. */
  readonly bare: boolean;
  /** The value may be absent, as null. */
  readonly optional: boolean;
  /** Keys that items have; undefined: any. */
  readonly names: RegExp | undefined;
  /** Set for items of several types. */
  readonly variants: ItemVariants | undefined;
}

export interface ItemVariants {
  readonly all: readonly ItemVariantTable[];
  readonly typeOf: readonly (readonly [RegExp, ComplexType])[];
  readonly listIn: string | undefined;
  /** One of the types has whole numbers. */
  readonly hasWhole: boolean;
}

/** How JSON shows values; several types may have one form. */
export type ValueForm = 'flag' | 'integer' | 'number' | 'date' | 'text' | 'object' | 'list';

export interface ItemVariantTable {
  readonly type: ComplexType;
  readonly form: ValueForm;
  /** The codec of `date`. */
  readonly simple: ValueCodec | undefined;
  /** Writes an item of this type. */
  readonly action: MembersAction;
}

export interface OrderedAction {
  readonly kind: 'ordered';
  readonly items: readonly Action[];
  readonly exact: boolean;
}

/** Actions of one MembersShape at one type. */
export interface ShapedType {
  readonly table: TypeTable;
  /** By position index of the type's level. */
  readonly positions: readonly (Action | undefined)[];
  /** By attribute index. */
  readonly attributes: readonly (Action | undefined)[];
  readonly text: Action | undefined;
  /** Slot of all other members, or -1. */
  readonly rest: number;
  /** Other members are a mismatch. */
  readonly allNamed: boolean;
  /** JSON names of members with constants, which the shape requires. */
  readonly needed: readonly string[];
  /** Actions of members that the type does not have. */
  readonly unmatched: readonly UnmatchedAction[];
}

export interface UnmatchedAction {
  readonly key: string;
  readonly action: Action;
}
