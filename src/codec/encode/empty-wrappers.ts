// Optional elements around lists that must have items: without items they have no valid form, and are left out.
import { skipSpace } from '../../json/token.ts';
import type { Json } from '../../json/value.ts';
import type { Slots } from '../fast-path/tape-reader.ts';
import { type Action, type MembersAction, provides, shapedType } from '../model/shaped.ts';
import type { ElementTable, PositionTable, Tables } from '../model/tables.ts';

/** All that the element would hold are empty lists, each of which needs an item. */
export function isEmptyWrapper(
  action: MembersAction,
  element: ElementTable,
  slots: Slots,
  tables: Pick<Tables, 'type'>,
): boolean {
  const { fixed, shape, slots: inner } = action;
  if (fixed || !inner.every((slot) => hasNoItem(slots[slot]))) return false;
  const table = shape.type === undefined ? element.type : tables.type(shape.type);
  const { positions, attributes, text, rest, unmatched } = shapedType(action, table);
  const beside = [...attributes, text, ...unmatched.map((one) => one.action)];
  if (slots[rest] !== undefined || beside.some((one) => one !== undefined && provides(one, slots))) return false;
  return (table.level?.positions ?? []).every((p) => {
    const listed = positions[p.index];
    return listed === undefined || !provides(listed, slots) || lacksItems(listed, p, slots, tables);
  });
}

function lacksItems(action: Action, p: PositionTable, slots: Slots, tables: Pick<Tables, 'type'>): boolean {
  if (p.list) return p.min > 0 && (action.kind === 'hole' || action.kind === 'each');
  return p.element !== undefined && action.kind === 'members' && isEmptyWrapper(action, p.element, slots, tables);
}

const OPEN = 0x5b;
const CLOSE = 0x5d;

function hasNoItem(value: Json | undefined): boolean {
  if (value === undefined) return true;
  const { bytes, start, end } = value;
  return bytes[start] === OPEN && bytes[skipSpace(bytes, start + 1, end)] === CLOSE;
}
