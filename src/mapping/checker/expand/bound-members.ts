// Which members of a request the variables of a short row stand for. Knows nothing about lines and bodies.
import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import { findInside, findLoosely } from '../contract-lookup/find-member.ts';

/** A member and the variable that stands for it, or the members inside of it and theirs. */
export interface BoundMember {
  readonly member: Member;
  readonly variable?: string;
  readonly inside: readonly { readonly key: string; readonly variable: string }[];
}

export interface BoundMembers {
  readonly bound: readonly BoundMember[];
  /** Variables without a member. */
  readonly unknown: readonly string[];
}

export function bindMembers(variables: readonly string[], members: readonly Member[], codec: Codec): BoundMembers {
  const direct: BoundMember[] = [];
  const inside = new Map<Member, { key: string; variable: string }[]>();
  const unknown: string[] = [];
  for (const variable of variables) {
    const member = findLoosely(members, variable, codec.dialect);
    const insideMember = member ? undefined : findInside(members, variable, codec);
    if (member) direct.push({ member, variable, inside: [] });
    else if (insideMember) {
      const same = inside.get(insideMember.holder) ?? [];
      inside.set(insideMember.holder, [...same, { key: insideMember.member.key, variable }]);
    } else unknown.push(variable);
  }
  return { bound: [...direct, ...[...inside].map(([member, keys]) => ({ member, inside: keys }))], unknown };
}
