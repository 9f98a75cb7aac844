// Types of a rule's variables, from the contract.
import type { Codec } from '../../codec/model/codec.ts';
import type { AnyMember, AttributeMember, ElementMember, GroupMember, MixedMember } from '../../codec/model/members.ts';
import type { Builtin, ComplexType, ElementDecl, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { primitive } from '../../contract/xsd/builtins.ts';
import { stringText, type Text } from '../../pattern/text/converter.ts';
import { clark, XSD_NS } from '../../xml/reader/names.ts';
import type { Side } from '../syntax/sides.ts';

export type VariableType =
  | ValueType
  | RestType
  /** `$each`: an array of objects with these members. */
  | { readonly kind: 'items'; readonly fields: ReadonlyMap<string, VariableType> }
  /** Wildcard, repeated group or mixed content: always an array. */
  | { readonly kind: 'content'; readonly member: AnyMember | ElementMember | GroupMember | MixedMember }
  /** A text that a converter makes, perhaps one of `values`; with `list`, an array of them. */
  | { readonly kind: 'text'; readonly list: boolean; readonly values?: readonly string[] }
  /** Any value: made by a function of module.ts. */
  | { readonly kind: 'any' };

/** `$rest`: an object with the other members of `type`. */
export interface RestType {
  readonly kind: 'rest';
  readonly type: ComplexType;
  /** The named members, and `$type` where the pattern names the type. */
  readonly without: readonly string[];
  /** Those of them that the object may have all the same, with the value that the pattern gives them. */
  readonly repeats: readonly string[];
}

/** A value of a type of the contract; with `list`, an array of them. */
export interface ValueType {
  readonly kind: 'value';
  readonly type: TypeDef;
  readonly list: boolean;
  readonly nillable: boolean;
  /** Its declaration: a member of a type, or an element of a message. */
  readonly of?: ElementMember | AttributeMember | ElementDecl;
  /** The declaration of the element whose text it is, beside attributes. */
  readonly textOf?: ValueType['of'];
}

export function builtinValue(codec: Codec, builtin: Builtin, list = false): VariableType {
  const type = codec.schemas.types.get(clark({ ns: XSD_NS, local: builtin }));
  return type === undefined ? { kind: 'any' } : { kind: 'value', type, list, nillable: false };
}

/** Lexical form of a variable on one side (of one item, for lists); undefined when it has none. */
export function textOf(type: VariableType | undefined, codec: Codec, side: Side): Text | undefined {
  if (type === undefined || type.kind === 'text' || type.kind === 'any') return stringText;
  if (type.kind !== 'value') return undefined;
  if (type.type.kind === 'simple') return simpleText(type.type, codec, side);
  return undefined;
}

/** Lexical form of one item of a list: repeated elements or an xs:list. */
export function itemTextOf(type: VariableType | undefined, codec: Codec, side: Side): Text | undefined {
  if (type === undefined || type.kind === 'any') return stringText;
  if (type.kind === 'text') return type.list ? stringText : undefined;
  if (type.kind !== 'value' || type.type.kind !== 'simple') return undefined;
  if (type.list) return simpleText(type.type, codec, side);
  return type.type.variety === 'list' ? simpleText(type.type.item as SimpleType, codec, side) : undefined;
}

function simpleText(type: SimpleType, codec: Codec, side: Side): Text {
  return side === 'rest' ? codec.shownText(type) : codec.text(type);
}

export function isList(type: VariableType | undefined): boolean {
  if (type === undefined) return false;
  return (
    type.kind === 'items' || type.kind === 'content' || ((type.kind === 'value' || type.kind === 'text') && type.list)
  );
}

/** Can one variable have both types? */
export function compatible(a: VariableType, b: VariableType, codec: Codec): boolean {
  if (a.kind === 'any' || b.kind === 'any') return true;
  if (isList(a) !== isList(b)) return false;
  if (a.kind === 'text') return b.kind === 'text' || isTextual(b);
  if (b.kind === 'text') return isTextual(a);
  if (a.kind !== b.kind) return a.kind !== 'content' && b.kind !== 'content' && bothObjects(a, b);
  if (a.kind === 'value' && b.kind === 'value') return sameValues(a.type, b.type, codec);
  return true;
}

function bothObjects(a: VariableType, b: VariableType): boolean {
  const complex = (t: VariableType) => t.kind !== 'value' || t.type.kind === 'complex';
  return complex(a) && complex(b);
}

function isTextual(type: VariableType): boolean {
  return type.kind === 'value' && type.type.kind === 'simple' && familyOf(type.type) === 'text';
}

function sameValues(a: TypeDef, b: TypeDef, codec: Codec): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'simple' && b.kind === 'simple') return familyOf(a) === familyOf(b);
  return codec.schemas.derives(a, b) || codec.schemas.derives(b, a);
}

const TEXTS: ReadonlySet<Builtin> = new Set(['string', 'anyURI', 'NOTATION', 'anySimpleType']);

/** Simple types of one family have the same lexical forms and the same JSON. */
export function familyOf(type: SimpleType): string {
  if (type.variety === 'list') return `list of ${type.item ? familyOf(type.item) : 'text'}`;
  if (type.variety === 'union') return [...new Set((type.members ?? []).map(familyOf))].toSorted().join(' or ');
  const kind = primitive(type.builtin);
  if (kind === 'decimal') return 'number';
  return TEXTS.has(kind) ? 'text' : kind;
}

/** For messages. */
export function nameOfType(type: VariableType, codec: Codec): string {
  switch (type.kind) {
    case 'value': {
      const name = type.type.name;
      const text = name === undefined ? `an anonymous ${type.type.kind} type` : shortName(name, codec);
      return type.list ? `a list of ${text}` : text;
    }
    case 'rest':
      return 'an object';
    case 'items':
      return 'a list of objects';
    case 'content':
      return `the content of ${type.member.key}`;
    case 'text':
      return type.list ? 'a list of texts' : 'a text';
    case 'any':
      return 'any value';
  }
}

function shortName(name: { ns: string; local: string }, codec: Codec): string {
  return name.ns === XSD_NS ? `xs:${name.local}` : codec.dialect.nameOf(name);
}

/** The simple type of an element's text, with or without attributes. */
export function simpleOf(type: TypeDef): SimpleType | undefined {
  if (type.kind === 'simple') return type;
  return type.content.kind === 'simple' ? type.content.type : undefined;
}
