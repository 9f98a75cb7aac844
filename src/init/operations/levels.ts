// Members of messages that have names, down through those that stand alone.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { ElementDecl, TypeDef } from '../../contract/model/model.ts';

/** Members of a message, of its only member, of the only member of that … */
export interface MemberLevel {
  readonly path: readonly string[];
  readonly members: readonly Member[];
}

export function levelsOf({ type }: ElementDecl, codec: Codec, path: readonly string[] = []): MemberLevel[] {
  const members = membersOf(type, codec);
  const [only, ...others] = members;
  const isDeep = only?.kind === 'element' && !only.list && others.length === 0;
  return [{ path, members }, ...(isDeep ? levelsOf(only.element, codec, [...path, only.key]) : [])];
}

/** Members that have a name of their own. */
export function membersOf(type: TypeDef, codec: Codec): readonly Member[] {
  return type.kind === 'simple' ? [] : codec.members(type).filter(({ kind }) => kind !== 'anyAttribute');
}

export function isSimple(member: Member): boolean {
  if (member.kind === 'attribute') return member.use.type.variety === 'atomic';
  if (member.kind !== 'element' || member.substituted || member.keyed) return false;
  const { type } = member.element;
  return (
    type.kind === 'simple' && type.variety !== 'list' && type.builtin !== 'base64Binary' && type.builtin !== 'hexBinary'
  );
}
