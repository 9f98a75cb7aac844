// Has the response of an operation the members that a response pattern of the table names? Most operations have not.
import type { Codec } from '../../../codec/model/codec.ts';
import type { Operation } from '../../../contract/model/contract.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Tree } from '../../../pattern/tree.ts';
import { Report } from '../../syntax/report.ts';
import { type MessageRow, readMessage } from '../../syntax/row.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { findMember, isWhole } from '../contract-lookup/find-member.ts';
import { findElement } from '../contract-lookup/operation.ts';

/** Patterns as they were first read: each is tried on all operations. */
const messages = new WeakMap<YamlEntry, { readonly message: MessageRow | undefined }>();

/** True where that is not sure. */
export function hasMembers(response: YamlEntry, { output }: Operation, codec: Codec): boolean {
  let cached = messages.get(response);
  if (cached === undefined) messages.set(response, (cached = { message: readMessage(response, new Report()) }));
  const body = output?.body ?? [];
  return (cached.message?.elements ?? []).every(({ key, value }) => {
    const element = key === '*' ? body[0] : findElement(body, key, codec.dialect);
    return element !== undefined && isIn(value, element.type, codec);
  });
}

function isIn(tree: Tree, type: TypeDef, codec: Codec): boolean {
  if (tree.kind !== 'object' || tree.type !== undefined || type.kind === 'simple') return true;
  const members = codec.members(type);
  return tree.entries.every(({ key, value }) => {
    const member = key === '$type' ? undefined : findMember(members, key, codec.dialect);
    if (member === undefined) return key === '$type';
    return member.kind !== 'element' || isWhole(member) || isIn(value, member.element.type, codec);
  });
}
