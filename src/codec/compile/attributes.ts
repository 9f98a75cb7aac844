import { bytesOf } from '../../bytes/buffer.ts';
import { valueCodec } from '../datatypes/compile.ts';
import type { Member } from '../model/members.ts';
import type { AttributeTable, Tables } from '../model/tables.ts';

/** The declared attributes among the members of a type. */
export function attributesOf(members: readonly Member[], { prefixes, dialect }: Tables): AttributeTable[] {
  return members
    .filter((m) => m.kind === 'attribute')
    .map(({ key, use }, index) => ({
      use,
      index,
      key,
      keyBytes: bytesOf(`${JSON.stringify(key)}:`),
      open: bytesOf(` ${prefixes.qualified(use.name.ns, use.name.local)}="`),
      ns: use.name.ns === '' ? -1 : prefixes.index(use.name.ns),
      simple: valueCodec(use.type, dialect),
    }));
}
