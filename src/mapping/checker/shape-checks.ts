// Checks of a tree against its position in the contract: types, constants, spelling and required members. Knows nothing about slots.

import { isPresented } from '../../codec/datatypes/presented-types.ts';
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { SimpleType, TypeDef } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import type { ConstantTree, Entry, ObjectTree, TextTree, Tree } from '../../pattern/tree.ts';
import { familyOf, simpleOf } from '../model/variables.ts';
import type { Report } from '../syntax/report.ts';
import type { BuildContext } from './bound-hole.ts';
import { findType, suggestMember } from './contract-lookup/find-member.ts';
import { unknownPrefix } from './contract-lookup/operation.ts';
import type { Form } from './json-form.ts';
import type { ContractPosition } from './slots.ts';

/** The type that `$type` names, or the one of the position where the name is wrong. */
export function namedType(
  { text, place }: NonNullable<ObjectTree['type']>,
  at: ContractPosition,
  { codec, report }: BuildContext,
): TypeDef {
  const type = findType(text, place, codec, report);
  if (type && !codec.schemas.derives(type, at.type))
    report.add('MAPPING_TYPE', `"${text}" is not derived from the type of ${at.label}`, place);
  return type ?? at.type;
}

/** How JSON names a derived type; null: it needs no name. */
export function nameInJson(type: TypeDef, declared: TypeDef, { codec }: BuildContext): Form['type'] {
  const [naming] = codec.namings(declared);
  return type === declared || type.name === undefined ? null : { key: naming.key, value: naming.value(type.name) };
}

/** Values of constants: copies of a rule share trees. */
const constants = new WeakMap<
  ConstantTree,
  { readonly codec: Codec; readonly type: SimpleType; readonly value: Json }
>();

/** undefined (and reported) where the constant is no value of the type. */
export function constantValue(tree: ConstantTree, type: SimpleType, { codec, report }: BuildContext): Json | undefined {
  const cached = constants.get(tree);
  if (cached?.type === type && cached.codec === codec) return cached.value;
  try {
    const value = codec.text(type).fromText(tree.source);
    constants.set(tree, { codec, type, value });
    return value;
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    report.add('MAPPING_TYPE', `the constant "${tree.source}" does not fit: ${e.message}`, tree.place);
    return undefined;
  }
}

export function reportUnknown(
  entry: Entry,
  members: readonly Member[],
  { label }: ContractPosition,
  { codec, report }: BuildContext,
): void {
  if (unknownPrefix(entry.key, entry.place, codec.dialect, report)) return;
  const hint = suggestMember(members, entry.key, report);
  report.add('MAPPING_UNKNOWN_ELEMENT', `${label} has no member "${entry.key}"`, entry.place, hint);
}

/** undefined where every required member has an entry. */
export function missingMembers(
  members: readonly Member[],
  found: ReadonlySet<Member>,
  label: string,
): { readonly message: string; readonly hint: string } | undefined {
  const keys = members
    .filter((m) => m.required && !found.has(m) && (m.kind !== 'attribute' || m.use.fixed === undefined))
    .map((m) => `"${m.key}"`);
  if (keys.length === 0) return undefined;
  const [noun, verb, them] = keys.length === 1 ? ['member', 'is', 'it'] : ['members', 'are', 'them'];
  return {
    message: `the required ${noun} ${keys.join(', ')} of ${label} ${verb} missing`,
    hint: `add ${them}, bind all others with $rest`,
  };
}

/** Reports a text pattern that no value of the type can match. */
export function checkSpelling({ parts, place }: TextTree, { type, label }: ContractPosition, report: Report): void {
  const simple = simpleOf(type);
  if (simple === undefined || spellable(parts, simple)) return;
  const around = parts.filter((part) => !isHole(part)).map((part) => `"${part}"`);
  const message = `no value of ${label} contains ${around.join(' and ')}`;
  report.add('MAPPING_TYPE', message, place, 'write only the placeholder');
}

/** The characters of lexical forms (Part 2 §3.2) without white space. Types that are not listed are texts. */
const TEMPORAL = /^[-+:.0-9TZ]*$/;
const CHARACTERS: ReadonlyMap<string, RegExp> = new Map([
  ['number', /^[-+.0-9]*$/],
  ['boolean', /^[truefals01]*$/],
  ['float', /^[-+.0-9eEINFa]*$/],
  ['double', /^[-+.0-9eEINFa]*$/],
  ['duration', /^[-.0-9PYMDTHS]*$/],
  ['hexBinary', /^[0-9a-fA-F]*$/],
  ['base64Binary', /^[A-Za-z0-9+/=]*$/],
  ...['dateTime', 'date', 'time', 'gYearMonth', 'gYear', 'gMonthDay', 'gDay', 'gMonth'].map(
    (name): [string, RegExp] => [name, TEMPORAL],
  ),
]);

/** False: no value of the type can contain these texts. Of the facets only enumerations are checked. */
function spellable(parts: readonly Part[], type: SimpleType): boolean {
  if (type.variety === 'union') return (type.members ?? []).some((member) => spellable(parts, member));
  // Converters check lists, and `types:` changes spellings.
  if (type.variety === 'list' || isPresented(type)) return true;
  const { enumeration } = type.facets;
  if (enumeration !== undefined) return enumeration.some((value) => holds(value, parts));
  const characters = CHARACTERS.get(familyOf(type));
  return (
    characters === undefined || parts.every((part) => isHole(part) || characters.test(part.replace(/[ \t\r\n]/g, '')))
  );
}

function holds(value: string, parts: readonly Part[]): boolean {
  let at = 0;
  for (const part of parts) {
    if (isHole(part)) continue;
    const index = value.indexOf(part.trim(), at);
    if (index < 0) return false;
    at = index + part.trim().length;
  }
  return true;
}

/** `$add` in a message that is read, or that a contract describes. */
export function refuseAdded(tree: Tree, report: Report): void {
  if (tree.kind === 'each') refuseAdded(tree.item, report);
  if (tree.kind === 'list') for (const item of tree.items) refuseAdded(item, report);
  if (tree.kind !== 'object') return;
  const added = tree.entries.find((entry) => entry.added);
  if (added) report.add('MAPPING_PATTERN', '$add is for responses of the REST side', added.place);
  for (const { value } of tree.entries) refuseAdded(value, report);
}
