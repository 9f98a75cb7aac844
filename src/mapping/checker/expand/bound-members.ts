// Which members of a request the variables of a short row stand for. Knows nothing about lines and bodies.
import type { Codec } from '../../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../../codec/model/members.ts';
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

/** An object of which variables stand for some members. */
export interface HalfBoundObject {
  readonly member: ElementMember;
  readonly inside: BoundMember['inside'];
  /** Its members that no variable stands for. */
  readonly unbound: readonly Member[];
}

export function halfBoundObjects(bound: readonly BoundMember[], codec: Codec): HalfBoundObject[] {
  return bound.flatMap(({ member, inside }) => {
    if (member.kind !== 'element' || inside.length === 0) return [];
    const members = codec.members(member.element.type);
    const unbound = members.filter(
      ({ kind, key }) => kind !== 'anyAttribute' && !inside.some((one) => one.key === key),
    );
    return unbound.length === 0 ? [] : [{ member, inside, unbound }];
  });
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
