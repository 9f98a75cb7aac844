// Words about lists: `flatten`, `keyed` by a member of their items, and `nulls`, the names of null members.
import type { ElementMember, Member } from '../../../codec/model/members.ts';
import type { KeyedList, TypePresentation } from '../../../codec/presentation/presentation.ts';
import { holdsOneList } from '../../../codec/presentation/presented-list.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { type Fields, fieldsAt, type Located, mapOf, textField } from '../../syntax/fields.ts';
import { oneOf, REQUIRED, text, vocabulary } from '../../syntax/keywords.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext, textsIn } from './context.ts';

/** `lineList/line`, or a list of such: shows an element that holds only a list as that list. */
export function readFlatten(
  entry: YamlEntry,
  members: readonly Member[],
  ctx: TypesContext,
): ReadonlyMap<string, string> {
  return new Map(textsIn(entry.value, ctx.report).flatMap((text) => flattened(text, members, ctx)));
}

function flattened(
  { value, place }: Located<string>,
  members: readonly Member[],
  ctx: TypesContext,
): readonly (readonly [string, string])[] {
  const [name, itemName] = holderAndList(value);
  if (itemName === undefined) {
    const hint = 'write flatten: holderElement/listElement';
    ctx.report.add('MAPPING_PATTERN', `"${value}" names no element and its list`, place, hint);
    return [];
  }
  const wrapper = memberNamed(name, place, members, ctx);
  if (wrapper === undefined) return [];
  const itemMembers = wrapper.kind === 'element' ? ctx.codec.members(wrapper.element.type) : [];
  const item = memberNamed(itemName, place, itemMembers, ctx);
  if (item === undefined) return [];
  if (wrapper.kind === 'element' && isHolder(wrapper, ctx)) return [[wrapper.key, item.key]];
  ctx.report.add('MAPPING_TYPE', `"${name}" must hold one list and nothing else`, place);
  return [];
}

function holdsOneMember(type: TypeDef, ctx: TypesContext): boolean {
  return holdsOneList(type, (key) => ctx.omits(type, key));
}

export const KEYED_KEYS = vocabulary(
  'keyedList',
  'Keys of a list under `keyed`',
  'A list as an object ([types](#types)).',
  {
    key: text('The required member of the items that names each.', REQUIRED),
    value: text("The items' only other member, which is shown bare."),
    into: oneOf(['parent'])('The items are members of the object around the list.'),
  },
);

/** `{ list: { key: "@name", value: "$value" } }`; `customFieldList/customField` names a list inside of an element. */
export function readKeyed(
  entry: YamlEntry,
  members: readonly Member[],
  ctx: TypesContext,
): Pick<TypePresentation, 'keyed' | 'spread'> {
  const lists = mapOf(entry, ctx.report).flatMap((field) => keyedList(field, members, ctx));
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

interface FoundList {
  readonly list: ElementMember;
  /** The member of the type: the list, or its holder. */
  readonly key: string;
  readonly inside?: string;
}

/** `list`, or `holder/list`. */
function listAt(name: string, place: Place, members: readonly Member[], ctx: TypesContext): FoundList | undefined {
  const [first, inside] = holderAndList(name);
  if (inside === undefined) {
    const list = listNamed(name, place, members, ctx);
    return list && { list, key: list.key };
  }
  const holder = memberNamed(first, place, members, ctx);
  if (holder === undefined) return undefined;
  if (holder.kind !== 'element' || !holdsOnly(holder, ctx)) {
    ctx.report.add('MAPPING_TYPE', `"${first}" must hold one list and nothing else`, place);
    return undefined;
  }
  if (holder.element.nillable)
    ctx.report.add('MAPPING_TYPE', `"${holder.key}" may be nil, which a list cannot show`, place);
  const list = listNamed(inside, place, ctx.codec.members(holder.element.type), ctx);
  return list && { list, key: holder.key, inside: list.key };
}

/** The names around the slash; that of a namespace may have slashes too. */
function holderAndList(name: string): readonly [string, string?] {
  const slash = name.startsWith('{') ? name.indexOf('/', name.indexOf('}')) : name.indexOf('/');
  return slash < 0 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function holdsOnly(member: ElementMember, ctx: TypesContext): boolean {
  return !member.list && isHolder(member, ctx);
}

/** A holder that is repeated is a list of lists. */
function isHolder({ substituted, element }: ElementMember, ctx: TypesContext): boolean {
  return !substituted && holdsOneMember(element.type, ctx);
}

/** `nullFieldList/name` */
export function readNulls(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): TypePresentation['nulls'] {
  const text = textField(entry, ctx.report);
  if (text === undefined) return undefined;
  const [name, itemName] = holderAndList(text.value);
  const member = memberNamed(name, text.place, members, ctx);
  if (member === undefined) return undefined;
  const items = member.kind === 'element' ? ctx.codec.members(member.element.type) : [];
  const item = itemName === undefined ? undefined : memberNamed(itemName, text.place, items, ctx);
  if (member.required) {
    ctx.report.add('MAPPING_TYPE', `"${member.key}" is required, so it cannot list null members`, text.place);
    return undefined;
  }
  const holdsNames = member.kind === 'element' && !member.list && items.length === 1 && item?.kind === 'element';
  if (holdsNames && item.list && isText({ ...item, list: false })) return { member: member.key, item: item.key };
  if (item || itemName === undefined) {
    ctx.report.add(
      'MAPPING_TYPE',
      `"${text.value}" is not a list of names`,
      text.place,
      'write nulls: listElement/nameElement',
    );
  }
  return undefined;
}

function listNamed(
  name: string,
  place: Place,
  members: readonly Member[],
  ctx: TypesContext,
): ElementMember | undefined {
  const member = memberNamed(name, place, members, ctx);
  if (member === undefined || (member.kind === 'element' && member.list)) return member as ElementMember | undefined;
  ctx.report.add('MAPPING_TYPE', `"${name}" is not a list`, place);
  return undefined;
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
  const valueMember = value && memberNamed(value.value, value.place, items, ctx);
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
  if (value && valueMember) {
    if (items.length !== 2) refuse(`the items have more members than "${key.value}" and "${value.value}"`, value.place);
    if (hasOthers(type, ctx)) refuse(`the items may have other types, which "${value.value}" cannot show`, value.place);
    if (!valueMember.required && valueMember.kind === 'element' && valueMember.element.nillable)
      refuse(`"${value.value}" may be absent or nil; both would be null`, value.place);
  }
  return keyMember && { key: keyMember.key, value: valueMember?.key };
}

/** One atomic value, which can be a member name. */
function isText(m: Member): boolean {
  if (m.kind === 'attribute') return m.use.type.variety === 'atomic';
  if (m.kind === 'text') return m.type.variety === 'atomic';
  const type = m.kind === 'element' && !m.list && !m.element.nillable ? m.element.type : undefined;
  return type?.kind === 'simple' && type.variety === 'atomic';
}

function hasOthers(type: TypeDef, { codec }: TypesContext): boolean {
  if (type.kind === 'complex' && type.abstract) return true;
  return [...codec.schemas.types.values()].some((t) => t !== type && codec.schemas.derives(t, type));
}
