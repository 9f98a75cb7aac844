// Operators on lists: unwrapped, keyed by a member of their items, spread over the parent, names of null members.
import type { ElementMember, Member } from '../../../codec/model/members.ts';
import type { KeyedList, TypePresentation } from '../../../codec/presentation/presentation.ts';
import { holdsOneList } from '../../../codec/presentation/presented-list.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { fieldsAt, mapOf, textField } from '../../syntax/fields.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext } from './context.ts';

/** `{ lineList: line }`: shows an element that holds only a list as that list. */
export function readUnwrap(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): Map<string, string> {
  const unwrap = new Map<string, string>();
  for (const field of mapOf(entry, ctx.report)) {
    const wrapper = memberNamed(field.key, field.place, members, ctx);
    const text = textField(field, ctx.report);
    if (wrapper === undefined || text === undefined) continue;
    const inner = wrapper.kind === 'element' ? ctx.codec.members(wrapper.element.type) : [];
    const item = memberNamed(text.value, text.place, inner, ctx);
    if (item === undefined) continue;
    if (wrapper.kind === 'element' && holdsOnly(wrapper, ctx)) unwrap.set(wrapper.key, item.key);
    else ctx.report.add('MAPPING_TYPE', `"${field.key}" must hold one list and nothing else`, field.place);
  }
  return unwrap;
}

function holdsOneMember(type: TypeDef, ctx: TypesContext): boolean {
  return holdsOneList(type, (key) => ctx.omits(type, key));
}

/** `{ list: { key: "@name", value: "$value" } }` */
export function readKeyed(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): Map<string, KeyedList> {
  const keyed = new Map<string, KeyedList>();
  for (const field of mapOf(entry, ctx.report)) {
    const target = listAt(field.key, field.place, members, ctx);
    const read = target && readKeys(field, target.list, ['key', 'value'], ctx);
    if (target && read) keyed.set(target.key, { ...read, inside: target.inside });
  }
  return keyed;
}

/** `{ item: customField, key: "@scriptId", value: value }`; `customFieldList/customField` names a list inside of an element. */
export function readSpread(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): TypePresentation['spread'] {
  if (entry === undefined) return undefined;
  const item = textField(
    mapOf(entry, ctx.report).find((e) => e.key === 'item'),
    ctx.report,
  );
  if (item === undefined) {
    ctx.report.add('MAPPING_MISSING', '"spread" has no "item"', entry.place);
    return undefined;
  }
  const target = listAt(item.value, item.place, members, ctx);
  const read = target && readKeys(entry, target.list, ['item', 'key', 'value'], ctx);
  return target && read && { ...read, list: target.key, inside: target.inside };
}

interface FoundList {
  readonly list: ElementMember;
  /** The member of the type: the list, or its holder. */
  readonly key: string;
  readonly inside?: string;
}

/** `list`, or `holder/list`. */
function listAt(name: string, place: Place, members: readonly Member[], ctx: TypesContext): FoundList | undefined {
  const slash = name.startsWith('{') ? name.indexOf('/', name.indexOf('}')) : name.indexOf('/');
  if (slash < 0) {
    const list = listNamed(name, place, members, ctx);
    return list && { list, key: list.key };
  }
  const holder = memberNamed(name.slice(0, slash), place, members, ctx);
  if (holder === undefined) return undefined;
  if (holder.kind !== 'element' || !holdsOnly(holder, ctx)) {
    ctx.report.add('MAPPING_TYPE', `"${name.slice(0, slash)}" must hold one list and nothing else`, place);
    return undefined;
  }
  if (holder.element.nillable)
    ctx.report.add('MAPPING_TYPE', `"${holder.key}" may be nil, which a list cannot show`, place);
  const list = listNamed(name.slice(slash + 1), place, ctx.codec.members(holder.element.type), ctx);
  return list && { list, key: holder.key, inside: list.key };
}

function holdsOnly({ list, substituted, element }: ElementMember, ctx: TypesContext): boolean {
  return !list && !substituted && holdsOneMember(element.type, ctx);
}

/** `nullFieldList/name` */
export function readNulls(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): TypePresentation['nulls'] {
  const text = textField(entry, ctx.report);
  if (text === undefined) return undefined;
  const [name, inner] = text.value.split('/');
  const member = memberNamed(name, text.place, members, ctx);
  if (member === undefined) return undefined;
  const items = member.kind === 'element' ? ctx.codec.members(member.element.type) : [];
  const item = inner === undefined ? undefined : memberNamed(inner, text.place, items, ctx);
  if (member.required) {
    ctx.report.add('MAPPING_TYPE', `"${member.key}" is required, so it cannot list null members`, text.place);
    return undefined;
  }
  const holdsNames = member.kind === 'element' && !member.list && items.length === 1 && item?.kind === 'element';
  if (holdsNames && item.list && isText({ ...item, list: false })) return { member: member.key, item: item.key };
  if (item || inner === undefined) {
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

function readKeys(entry: YamlEntry, list: ElementMember, keys: string[], ctx: TypesContext): KeyedList | undefined {
  const { report, codec } = ctx;
  const { type } = list.element;
  const fields = fieldsAt(entry, keys, report);
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
