// Members of JSON that are no names of the contract, for one who meets them first: `$items` of a list of several elements, and `$any`.
import type { Codec } from '../../codec/model/codec.ts';
import type { AnyMember, GroupMember, Member } from '../../codec/model/members.ts';
import type { Contract } from '../../contract/model/contract.ts';
import type { ElementDecl, TypeDef } from '../../contract/model/model.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import { membersOf } from './levels.ts';

interface Holder<M extends Member> {
  /** The member, or the message, whose object has it. */
  readonly name: string;
  readonly member: M;
}

/** Where messages have such members, those of requests first. Each type once. */
export interface ParticularMembers {
  readonly groups: readonly Holder<GroupMember>[];
  readonly wildcards: readonly Holder<AnyMember>[];
}

export function particularMembers({ operations }: Contract, codec: Codec): ParticularMembers {
  const groups: Holder<GroupMember>[] = [];
  const wildcards: Holder<AnyMember>[] = [];
  const visited = new Set<TypeDef>();
  const pending: ElementDecl[] = [
    ...operations.flatMap(({ input }) => input.body),
    ...operations.flatMap(({ output }) => output?.body ?? []),
  ];
  for (const { name, type } of pending) {
    if (visited.has(type)) continue;
    visited.add(type);
    for (const member of membersOf(type, codec)) {
      if (member.kind === 'group') groups.push({ name: name.local, member });
      if (member.kind === 'any') wildcards.push({ name: name.local, member });
      pending.push(...elementsIn(member));
    }
  }
  return { groups, wildcards };
}

function elementsIn(member: Member): readonly ElementDecl[] {
  if (member.kind === 'element') return [member.element];
  return member.kind === 'group' ? member.members.flatMap(elementsIn) : [];
}

/** Comments of a table: none where all bodies have names of the contract alone. */
export function particularLines({ groups: [group], wildcards }: ParticularMembers): string[] {
  const wildcard = wildcards.find(({ member }) => namespaceOf(member) !== undefined) ?? wildcards.at(0);
  if (group === undefined && wildcard === undefined) return [];
  return [
    '',
    `# Members of bodies that no element of the contract has as its name (${docsCommand('dialect')}):`,
    ...(group ? [`#   a list of several elements, in their order: ${groupExample(group)}`] : []),
    ...(wildcard ? [`#   elements that the contract does not declare: ${wildcardExample(wildcard)}`] : []),
  ];
}

function groupExample({ name, member: { key, members } }: Holder<GroupMember>): string {
  const items = members.slice(0, 2).map((member) => `{ "${member.key}": … }`);
  return `"${name}": { "${key}": [ ${items.join(', ')} ] }`;
}

function wildcardExample({ name, member }: Holder<AnyMember>): string {
  const ns = namespaceOf(member) ?? 'namespace';
  return `"${name}": { "${member.key}": [ { "$name": "${ns === '' ? '' : `{${ns}}`}Name", "$value": "text" } ] }`;
}

/** The one that its elements have. */
function namespaceOf({ wildcard: { namespaces } }: AnyMember): string | undefined {
  return namespaces.kind === 'set' && namespaces.set.length === 1 ? namespaces.set[0] : undefined;
}
