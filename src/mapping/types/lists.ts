// Operators on lists: unwrapped, keyed by a member of their items, spread over the parent, names of null members.
import type { ElementMember, Member } from '../../codec/members.ts';
import type { KeyedList, TypeReshape } from '../../codec/reshape.ts';
import { holdsOneList } from '../../codec/unwrapped.ts';
import type { TypeDef } from '../../contract/model.ts';
import type { Place } from '../../errors.ts';
import { fieldsOf, mapOf, textField } from '../read/fields.ts';
import type { YamlEntry } from '../yaml.ts';
import { memberNamed, type TypesContext } from './context.ts';

/** `{ lineList: line }`: an element that holds one list and nothing else. */
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
    if (
      wrapper.kind === 'element' &&
      !wrapper.list &&
      !wrapper.substituted &&
      holdsOneMember(wrapper.element.type, ctx)
    )
      unwrap.set(wrapper.key, item.key);
    else ctx.report.add('MAPPING_TYPE', `"${field.key}" does not hold one list and nothing else`, field.place);
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
    const list = listNamed(field.key, field.place, members, ctx);
    const read = list && readKeys(field, list, ['key', 'value'], ctx);
    if (list && read) keyed.set(list.key, read);
  }
  return keyed;
}

/** `{ item: customField, key: "@scriptId", value: value }` */
export function readSpread(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): TypeReshape['spread'] {
  if (entry === undefined) return undefined;
  const item = textField(
    mapOf(entry, ctx.report).find((e) => e.key === 'item'),
    ctx.report,
  );
  if (item === undefined) {
    ctx.report.add('MAPPING_MISSING', '"spread" has no "item"', entry.place);
    return undefined;
  }
  const list = listNamed(item.value, item.place, members, ctx);
  const read = list && readKeys(entry, list, ['item', 'key', 'value'], ctx);
  return list && read && { ...read, list: list.key };
}

/** `nullFieldList/name` */
export function readNulls(
  entry: YamlEntry | undefined,
  members: readonly Member[],
  ctx: TypesContext,
): TypeReshape['nulls'] {
  const text = textField(entry, ctx.report);
  if (text === undefined) return undefined;
  const [name, inner] = text.value.split('/');
  const member = memberNamed(name, text.place, members, ctx);
  if (member === undefined) return undefined;
  const items = member.kind === 'element' ? ctx.codec.members(member.element.type) : [];
  const item = inner === undefined ? undefined : memberNamed(inner, text.place, items, ctx);
  if (item?.kind === 'element' && item.list) return { member: member.key, item: item.key };
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
  const found = memberNamed(name, place, members, ctx);
  if (found === undefined || (found.kind === 'element' && found.list)) return found as ElementMember | undefined;
  ctx.report.add('MAPPING_TYPE', `"${name}" is not a list`, place);
  return undefined;
}

function readKeys(entry: YamlEntry, list: ElementMember, keys: string[], ctx: TypesContext): KeyedList | undefined {
  const fields = fieldsOf(entry.value, { keys }, `"${entry.key}"`, ctx.report);
  const items = ctx.codec.members(list.element.type);
  const key = textField(fields.get('key'), ctx.report);
  const value = textField(fields.get('value'), ctx.report);
  if (key === undefined) {
    ctx.report.add('MAPPING_MISSING', `"${entry.key}" has no "key"`, entry.place);
    return undefined;
  }
  const keyMember = memberNamed(key.value, key.place, items, ctx);
  const valueMember = value && memberNamed(value.value, value.place, items, ctx);
  if (keyMember && !keyMember.required) {
    ctx.report.add('MAPPING_TYPE', `"${key.value}" may be absent: it cannot name the items`, key.place);
  }
  if (value && valueMember && items.length !== 2) {
    ctx.report.add('MAPPING_TYPE', `the items have more members than "${key.value}" and "${value.value}"`, value.place);
  }
  return keyMember && { key: keyMember.key, value: valueMember?.key };
}
