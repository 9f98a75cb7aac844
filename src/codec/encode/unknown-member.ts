// Where a name may stand that is no member of its object: in a repeated group, or among the elements that the contract does not declare.
import type { Wildcard } from '../../contract/model/model.ts';
import type { Member } from '../model/members.ts';

/** Names that a message repeats. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u;

/** How to write what `key` names; undefined: these members have no place for it. */
export function placeOfKey(key: string, members: readonly Member[]): string | undefined {
  if (!NAME.test(key)) return undefined;
  const group = members.find((member) => member.kind === 'group' && member.members.some((inner) => inner.key === key));
  if (group !== undefined) return `write it in the list "${group.key}": [ { "${key}": … } ]`;
  const open = members.find((member) => member.kind === 'any');
  if (open?.kind !== 'any') return undefined;
  const name = namespaceOf(open.wildcard) + key;
  return `elements that the contract does not declare stand in the list "${open.key}": [ { "$name": "${name}", "$value": … } ]`;
}

/** For a list in the place of an object: the member that takes it. */
export function placeOfList(members: readonly Member[]): string | undefined {
  const list = members.find((member) => member.kind === 'group' || (member.kind === 'element' && member.list));
  return list && `write { "${list.key}": [ … ] }`;
}

function namespaceOf({ namespaces }: Wildcard): string {
  if (namespaces.kind !== 'set') return '{namespace}';
  const [ns = ''] = namespaces.set;
  return ns === '' ? '' : `{${ns}}`;
}
