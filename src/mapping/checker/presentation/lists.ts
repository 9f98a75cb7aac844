// Words about lists: `flatten`, and `nulls`, the names of null members; where `keyed` finds its list.
import type { ElementMember, Member } from '../../../codec/model/members.ts';
import type { TypePresentation } from '../../../codec/presentation/presentation.ts';
import { holdsOneList } from '../../../codec/presentation/presented-list.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { type Located, textField } from '../../syntax/fields.ts';
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

export interface FoundList {
  readonly list: ElementMember;
  /** The member of the type: the list, or its holder. */
  readonly key: string;
  readonly inside?: string;
}

/** `list`, or `holder/list`. */
export function listAt(
  name: string,
  place: Place,
  members: readonly Member[],
  ctx: TypesContext,
): FoundList | undefined {
  const [first, inside] = holderAndList(name);
  if (inside === undefined) {
    const list = listNamed(name, place, members, ctx);
    return list && { list, key: list.key };
  }
  const holder = memberNamed(first, place, members, ctx);
  if (holder === undefined) return undefined;
  if (holder.kind !== 'element' || !holdsOnly(holder, ctx)) {
    // An unknown list, not a wrong type: of many types that a selector takes, some may have another member of this name.
    ctx.report.add('MAPPING_UNKNOWN_ELEMENT', `"${first}" must hold one list and nothing else`, place);
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

/** One atomic value, which can be a member name. */
export function isText(m: Member): boolean {
  if (m.kind === 'attribute') return m.use.type.variety === 'atomic';
  if (m.kind === 'text') return m.type.variety === 'atomic';
  const type = m.kind === 'element' && !m.list && !m.element.nillable ? m.element.type : undefined;
  return type?.kind === 'simple' && type.variety === 'atomic';
}
