// Reports members of one type that would have the same JSON name in the finished codec.
import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import { isAnyType } from '../../../codec/presentation/list-members.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import { elementsOf } from '../../../contract/xsd/elements.ts';
import type { Place } from '../../../errors/errors.ts';
import { each, type Steps } from '../../../event-loop/time-slices.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { Report } from '../../syntax/report.ts';

/** The dialect's member for null beside attributes or `$type`. */
const NIL = '$nil';

/** `placeOf`: the last entry of the table about a type, if any. */
export function* checkKeys(
  plain: Codec,
  presentedCodec: Codec,
  placeOf: (type: TypeDef) => Place | undefined,
  report: Report,
): Steps<void> {
  const bases = basesOf(plain);
  const visitedTypes = new Set<TypeDef>();
  const messages = new Set<string>();
  yield* each(plain.schemas.types.values(), visit);
  yield* each(plain.schemas.elements.values(), ({ type }) => visit(type));

  function visit(type: TypeDef): void {
    if (type.kind === 'simple' || visitedTypes.has(type)) return;
    visitedTypes.add(type);
    const place = placeOf(type);
    if (place === undefined) return;
    for (const message of collisions(type, plain, presentedCodec, bases.has(type))) refuse(message, place);
    for (const element of elementsOf(type)) visit(element.type);
  }

  /** Reports each message once: derived types repeat the mistakes of their base. */
  function refuse(message: string, place: Place): void {
    if (!messages.has(message)) report.add('MAPPING_DUPLICATE', message, place, 'rename one of them');
    messages.add(message);
  }
}

/** The bases of all named types. */
function basesOf({ schemas }: Codec): ReadonlySet<TypeDef> {
  const bases = new Set<TypeDef>();
  for (const type of schemas.types.values())
    for (let base = type.base; base !== undefined && !bases.has(base); base = base.base) bases.add(base);
  return bases;
}

/** `base`: other types derive from this one. */
function collisions(type: ComplexType, plain: Codec, presentedCodec: Codec, base: boolean): string[] {
  const usedKeys = new Map<string, string>();
  for (const { key } of presentedCodec.namings(type)) usedKeys.set(key, 'the name of the type');
  for (const key of presentedCodec.computed(type)) usedKeys.set(key, 'an added member');
  const apart =
    type.attributes.length > 0 || type.anyAttribute !== undefined || (type.base !== undefined && !isAnyType(type.base));
  if (apart || base) usedKeys.set(NIL, 'a member that the dialect adds');
  const members = presentedCodec.members(type);
  return areApart(members, usedKeys) ? [] : same(members, plain.members(type), usedKeys);
}

/** Most types have no two members of one name: their plain names are of no interest. */
function areApart(members: readonly Member[], usedKeys: ReadonlyMap<string, unknown>): boolean {
  const keys = new Set(members.map(({ key }) => key));
  if (keys.size < members.length || members.some(({ key }) => usedKeys.has(key))) return false;
  return members.every((m) => (m.kind !== 'group' && m.kind !== 'mixed') || areApart(m.members, new Map()));
}

/** Repeated groups and mixed content are objects of their own. */
function same(members: readonly Member[], plainMembers: readonly Member[], usedKeys: Map<string, string>): string[] {
  const keys = new Map(plainMembers.toReversed().map((m) => [nameOf(m), m.key]));
  return members.flatMap((m) => {
    const inner = m.kind === 'group' || m.kind === 'mixed' ? membersOf(plainMembers, m.key) : undefined;
    const below = inner === undefined ? [] : same((m as { members: readonly Member[] }).members, inner, new Map());
    const name = nameOf(m);
    const plainKey = (name === undefined ? undefined : keys.get(name)) ?? m.key;
    const rival = usedKeys.get(m.key);
    usedKeys.set(m.key, quoted(plainKey));
    return rival === undefined ? below : [`${rival} and ${quoted(plainKey)} would both be "${m.key}"`, ...below];
  });
}

function membersOf(members: readonly Member[], key: string): readonly Member[] {
  const member = members.find((m) => m.key === key);
  return member?.kind === 'group' || member?.kind === 'mixed' ? member.members : [];
}

/** Identifies a member under any key; undefined: it has no name. */
function nameOf(m: Member): string | undefined {
  if (m.kind === 'element') return `element ${clark(m.element.name)}`;
  return m.kind === 'attribute' ? `attribute ${clark(m.use.name)}` : undefined;
}

function quoted(key: string): string {
  return `"${key}"`;
}
