// `keyed`: a list as an object, or as members of the object around it, by a member of its items. Items of several types may show their value bare:
// the key or the JSON value tells which type it is.
import type { ElementMember, Member } from '../../../codec/model/members.ts';
import type { KeyedList, TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { type Fields, fieldsAt, type Located, mapOf as mapOfEntries, textField } from '../../syntax/fields.ts';
import { mapOf, oneOf, REQUIRED, text, texts, vocabulary } from '../../syntax/keywords.ts';
import { globOf } from '../../syntax/name-patterns.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext, textsIn, typeNamed } from './context.ts';
import { isText, listAt } from './lists.ts';

export const KEYED_KEYS = vocabulary(
  'keyedList',
  'Keys of a list under `keyed`',
  'A list as an object ([types](#types)).',
  {
    key: text('The required member of the items that names each.', REQUIRED),
    value: text("The items' only other member, which is shown bare."),
    into: oneOf(['parent'])('The items are members of the object around the list.'),
    names: texts(
      'Keys that the items have, or patterns of them: `custom_*`. Members with other names are none of them.',
    ),
    types: {
      docs: 'For items of several types: `{ key: type }`, the types of items with this key, or a pattern of keys.',
      schema: mapOf({ type: 'string' }),
    },
    list: text('For items of several types: values that are lists are objects, with the list in this member.'),
  },
);

/** `{ list: { key: "@name", value: "$value" } }`; `customFieldList/customField` names a list inside of an element. */
export function readKeyed(
  entry: YamlEntry,
  members: readonly Member[],
  ctx: TypesContext,
): Pick<TypePresentation, 'keyed' | 'spread'> {
  const lists = mapOfEntries(entry, ctx.report).flatMap((field) => keyedList(field, members, ctx));
  const [spread, second] = lists.filter(({ into }) => into !== undefined);
  if (second?.into) {
    const message = 'items of two lists cannot be members of one object';
    ctx.report.add('MAPPING_DUPLICATE', message, second.into.place, 'leave out one "into"');
  }
  return { keyed: new Map(lists.filter(({ into }) => !into).map((one) => [one.list, one])), spread };
}

interface ReadList extends KeyedList {
  readonly list: string;
  /** Their object is the parent's. */
  readonly into?: YamlEntry;
}

function keyedList(field: YamlEntry, members: readonly Member[], ctx: TypesContext): readonly ReadList[] {
  const fields = fieldsAt(field, KEYED_KEYS, ctx.report);
  fields.keyword('into', ['parent']);
  const target = listAt(field.key, field.place, members, ctx);
  const keys = target && readKeys(field, target.list, fields, ctx);
  return target && keys ? [{ ...keys, list: target.key, inside: target.inside, into: fields.get('into') }] : [];
}

function readKeys(entry: YamlEntry, list: ElementMember, fields: Fields, ctx: TypesContext): KeyedList | undefined {
  const { report, codec } = ctx;
  const { type } = list.element;
  const items = codec.members(type).filter((m) => !ctx.omits(type, m.key));
  const key = fields.text('key');
  const value = fields.text('value');
  if (key === undefined) {
    report.add('MAPPING_MISSING', `"${entry.key}" has no "key"`, entry.place);
    return undefined;
  }
  const always = key.value.endsWith('!');
  const keyMember = memberNamed(always ? key.value.slice(0, -1) : key.value, key.place, items, ctx);
  const several = value !== undefined && hasOthers(type, ctx);
  const valueMember = value && !several ? memberNamed(value.value, value.place, items, ctx) : undefined;
  const refuse = (message: string, place: Place) => report.add('MAPPING_TYPE', message, place);
  if (list.scattered) refuse('the items stand at several places of the content, so none can name them', entry.place);
  if (list.substituted) refuse('the items must not be members of a substitution group', entry.place);
  if (keyMember && !keyMember.required && !always)
    report.add(
      'MAPPING_TYPE',
      `"${key.value}" is optional, so it cannot name the items`,
      key.place,
      `write key: "${key.value}!" if it is always present`,
    );
  else if (keyMember && !isText(keyMember))
    refuse(`"${key.value}" is not a text, so it cannot name the items`, key.place);
  const names = patternsOf(fields.get('names'), ctx);
  if (several) return keyMember && { key: keyMember.key, ...severalTypes(keyMember, value, type, fields, ctx), names };
  for (const word of ['types', 'list'])
    if (fields.has(word)) refuse(`"${word}" is for items of several types with "value"`, fields.get(word)!.place);
  if (value && valueMember) {
    if (items.length !== 2) refuse(`the items have more members than "${key.value}" and "${value.value}"`, value.place);
    if (!valueMember.required && valueMember.kind === 'element' && valueMember.element.nillable)
      refuse(`"${value.value}" may be absent or nil; both would be null`, value.place);
  }
  return keyMember && { key: keyMember.key, value: valueMember?.key, names };
}

function hasOthers(type: TypeDef, { codec }: TypesContext): boolean {
  if (type.kind === 'complex' && type.abstract) return true;
  return [...codec.schemas.types.values()].some((t) => t !== type && codec.schemas.derives(t, type));
}

/** The types that items may have, and how an item tells its own. */
function severalTypes(
  key: Member,
  value: Located<string>,
  base: TypeDef,
  fields: Fields,
  ctx: TypesContext,
): Omit<KeyedList, 'key'> {
  const types = concreteTypes(base, ctx);
  for (const type of types) checkItem(type, key, value, ctx);
  const listIn = fields.text('list');
  return { value: value.value, types, typeOf: typesByKey(fields.get('types'), types, ctx), listIn: listIn?.value };
}

function concreteTypes(base: TypeDef, { codec }: TypesContext): ComplexType[] {
  return [...codec.schemas.types.values()].filter(
    (type) => type.kind === 'complex' && !type.abstract && (type === base || codec.schemas.derives(type, base)),
  ) as ComplexType[];
}

/** What an item has beside key and value is not shown, so it must be optional. */
function checkItem(type: ComplexType, key: Member, { value, place }: Located<string>, ctx: TypesContext): void {
  const members = ctx.codec.members(type);
  const name = type.name?.local;
  const found = members.find((m) => m.key === value);
  const refuse = (message: string) => ctx.report.add('MAPPING_TYPE', message, place);
  if (found === undefined)
    ctx.report.add('MAPPING_UNKNOWN_ELEMENT', `the type ${name} has no member "${value}"`, place);
  else if (found.kind !== 'element' || found.substituted || found.element.nillable)
    refuse(`"${value}" of ${name} must be an element that is not nillable, and no head of a substitution group`);
  else if (!found.required) refuse(`"${value}" of ${name} may be absent, which JSON could not show`);
  const further = members.find((m) => m !== found && m.key !== key.key && m.required);
  if (further) refuse(`"${further.key}" of ${name} is required, and would not be shown`);
}

function typesByKey(
  entry: YamlEntry | undefined,
  types: readonly ComplexType[],
  ctx: TypesContext,
): KeyedList['typeOf'] {
  if (entry === undefined) return undefined;
  return mapOfEntries(entry, ctx.report).flatMap((field) => {
    const name = textField(field, ctx.report);
    const type = name && typeNamed({ key: name.value, place: name.place }, ctx);
    const fits = types.find((one) => one === type);
    if (type && !fits) ctx.report.add('MAPPING_TYPE', `"${name.value}" is no type of the items`, name.place);
    return fits ? [[globOf([field.key]), fits] as const] : [];
  });
}

function patternsOf(entry: YamlEntry | undefined, { report }: TypesContext): RegExp | undefined {
  return entry && globOf(textsIn(entry.value, report).map(({ value }) => value));
}
