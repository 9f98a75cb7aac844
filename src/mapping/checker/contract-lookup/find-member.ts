// Finds types, and members of a type, by the names that tables use.
import type { Dialect } from '../../../codec/datatypes/dialect.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../../codec/model/members.ts';
import { isPresentedList } from '../../../codec/presentation/presented-list.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { elementsOf } from '../../../contract/xsd/elements.ts';
import type { Place } from '../../../errors/errors.ts';
import { clark } from '../../../xml/reader/names.ts';
import { wordMeant } from '../../syntax/pattern-slips.ts';
import type { Report } from '../../syntax/report.ts';
import { unknownPrefix } from './operation.ts';

/** By JSON name; elements and attributes also by `prefix:Name`, elements, where only one has it, by local name. */
export function findMember(members: readonly Member[], key: string, dialect: Dialect): Member | undefined {
  const exact =
    byKeyOf(members).get(key) ?? members.find((m) => m.kind === 'attribute' && key === `@${m.use.name.local}`);
  if (exact) return exact;
  if (key.startsWith('@')) {
    const name = dialect.parseName(key.slice(1));
    return name && members.find((m) => m.kind === 'attribute' && clark(m.use.name) === clark(name));
  }
  if (key.includes(':') || key.startsWith('{')) {
    const name = dialect.parseName(key);
    return name && members.find((m) => m.kind === 'element' && clark(m.element.name) === clark(name));
  }
  const local = members.filter((m) => m.kind === 'element' && m.element.name.local === key);
  return local.length === 1 ? local[0] : undefined;
}

/** Cache: types have hundreds of members, and rules name some of them. */
const byKeys = new WeakMap<readonly Member[], ReadonlyMap<string, Member>>();

function byKeyOf(members: readonly Member[]): ReadonlyMap<string, Member> {
  let byKey = byKeys.get(members);
  // The first of several counts.
  if (byKey === undefined) byKeys.set(members, (byKey = new Map(members.toReversed().map((m) => [m.key, m]))));
  return byKey;
}

/** Patterns for its inside are of another kind than those of a type with members. */
export function isWhole({ substituted, keyed, element }: ElementMember): boolean {
  return substituted || keyed !== undefined || isPresentedList(element.type);
}

/**
 * The member that a name of a short rule means: exact, then as an attribute, then without case, then as the last word (`id` for
 * `accountId`, `account-id` and `account_id`). The last two count only where one member fits.
 */
export function findLoosely(members: readonly Member[], name: string, dialect: Dialect): Member | undefined {
  return findByName(members, name, dialect) ?? onlyOne(members, (key) => endsInWord(key, name));
}

function findByName(members: readonly Member[], name: string, dialect: Dialect): Member | undefined {
  const exact = findMember(members, name, dialect) ?? members.find((m) => m.key === `@${name}`);
  if (exact) return exact;
  const lower = name.toLowerCase();
  return onlyOne(members, (key) => [lower, `@${lower}`].includes(key.toLowerCase()));
}

/** A member of an object that is a member: `title` of `{ criteria { title } }`. */
export interface InsideMember {
  readonly holder: ElementMember;
  readonly member: Member;
}

/** By its whole name, where exactly one of the objects has such a member. */
export function findInside(members: readonly Member[], name: string, codec: Codec): InsideMember | undefined {
  const candidates = members.flatMap((holder) => {
    const isObject = holder.kind === 'element' && !holder.list && !isWhole(holder);
    if (!isObject || holder.element.type.kind === 'simple') return [];
    const member = findByName(codec.members(holder.element.type), name, codec.dialect);
    return member ? [{ holder, member }] : [];
  });
  return candidates.length === 1 ? candidates[0] : undefined;
}

function endsInWord(key: string, word: string): boolean {
  const end = key.slice(-word.length - 1).toLowerCase();
  return (
    key.endsWith(word.charAt(0).toUpperCase() + word.slice(1)) ||
    ['-', '_'].some((mark) => end === mark + word.toLowerCase())
  );
}

function onlyOne(members: readonly Member[], fits: (key: string) => boolean): Member | undefined {
  const like = members.filter((m) => fits(m.key));
  return like.length === 1 ? like[0] : undefined;
}

export function suggestMember(members: readonly Member[], key: string, report: Report): string | undefined {
  if (report.isTrial) return undefined;
  const keys = members.map((m) => m.key).filter((k) => k !== '@*');
  if (keys.includes(`@${key}`)) return `"${key}" is an attribute: write "@${key}"`;
  const keyword = wordMeant(key);
  if (keyword) return `did you mean "${keyword}"?`;
  if (keys.length === 0) return 'it has no members';
  return (
    report.suggest(key, () => keys) ??
    suggestLastWord(key, keys) ??
    (keys.length === 1 ? `write "${keys[0]}", its only member` : undefined) ??
    `its members: ${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ', …' : ''}`
  );
}

/** Members that are looked at for a suggestion. */
const MAX_SUGGESTED_FROM = 1000;

/** Those that end in the same word: several of them, or one of another beginning. */
function suggestLastWord(key: string, keys: readonly string[]): string | undefined {
  const [word] = /[A-Z]?[^A-Z_-]+$/.exec(key) ?? [];
  const similar =
    word === undefined
      ? []
      : keys.slice(0, MAX_SUGGESTED_FROM).filter((k) => k.toLowerCase() === word.toLowerCase() || endsInWord(k, word));
  if (similar.length === 0) return undefined;
  return `did you mean ${similar
    .slice(0, 3)
    .map((k) => `"${k}"`)
    .join(' or ')}?`;
}

/** By `prefix:Name` or `{namespace}Name`; undefined (and reported) when the contract has no such type. */
export function findType(name: string, place: Place, { schemas, dialect }: Codec, report: Report): TypeDef | undefined {
  const parsed = dialect.parseName(name);
  const type = parsed && schemas.types.get(clark(parsed));
  if (type || unknownPrefix(name, place, dialect, report)) return type;
  const names = () => [...schemas.types.values()].flatMap((t) => (t.name ? [dialect.nameOf(t.name)] : []));
  const hint = parsed && unnamedType(name, schemas.elements.get(clark(parsed))?.type);
  report.add(
    'MAPPING_UNKNOWN_ELEMENT',
    `the contract has no type "${name}"`,
    place,
    hint ?? report.suggest(name, names),
  );
  return undefined;
}

/** How to name the type of an element that has none. */
function unnamedType(name: string, type: TypeDef | undefined): string | undefined {
  if (type?.kind !== 'complex' || type.name !== undefined) return undefined;
  const [member] = elementsOf(type);
  const prefix = /^(?:\{[^}]*\}|[^:]*:)?/.exec(name)![0];
  return member && `the type of this element has no name: "${prefix}*[${member.name.local}]" names it by a member`;
}
