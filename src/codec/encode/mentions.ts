// Which members of a type are computed, for those that say nothing else.
import type { Mentionable } from '../../json/mention.ts';
import type { Tables, TypeTable } from '../model/tables.ts';

export const BARE_ITEM = 'the item has no member that can be written, and others of its list have';
export const WHOLE_ITEMS = 'write each item of the list whole, or leave out the list to keep what is there';

/** What is computed in the values of the type's member; undefined: nothing. */
export function mentionable(tables: Tables, { level }: TypeTable, index: number): Mentionable | undefined {
  const member = level?.members[index];
  if (member?.kind !== 'element') return undefined;
  const table = tables.type(member.element.type);
  if (table.computed === undefined) return undefined;
  const inner = (name: string) => mentionable(tables, table, table.level?.memberByKey.get(name) ?? -1);
  return { computed: table.computed.names, inner };
}
