// The list of names of null members (`types:` of a mapping, `nulls`): which members it may name.

import { bytesOf } from '../../bytes/buffer.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Member } from '../model/members.ts';
import type { NullableMember, NullList, PositionTable, Tables } from '../model/tables.ts';

export function nullListOf(
  members: readonly Member[],
  positions: readonly PositionTable[],
  tables: Tables,
): NullList | undefined {
  const position = positions.find((p) => nullsOf(members[p.member]) !== undefined);
  if (position === undefined) return undefined;
  const item = nullsOf(members[position.member])!;
  const inner = tables.members(position.element!.decl.type);
  const { key } = inner.find((m) => m.kind === 'element' && clark(m.element.name) === clark(item.name))!;
  const standing = Map.groupBy(positions, (p) => p.member);
  const all = members.flatMap((m, i): NullableMember[] => {
    if (m.kind !== 'element' || m.nullable !== true || m.hidden) return [];
    const bytes = bytesOf(`${JSON.stringify(m.key)}:null`);
    return [{ name: m.element.name.local, member: i, bytes, positions: standing.get(i)! }];
  });
  const omitted = members.flatMap((m) =>
    m.kind === 'element' && m.hidden && m.nulls === undefined ? [m.element.name.local] : [],
  );
  const byName = new Map(all.toReversed().map((m) => [m.name, m]));
  const byKey = new Map([...byName.values()].map((m) => [members[m.member].key, m]));
  return { position, item: tables.element(item), key, omitted: new Set(omitted), byName, byKey };
}

function nullsOf(m: Member) {
  return m.kind === 'element' ? m.nulls : undefined;
}
