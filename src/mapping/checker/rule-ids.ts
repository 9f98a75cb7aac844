// Ids of rules: set by the table, or made from the operation.
import type { Place } from '../../errors/errors.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';

/** Ids of the table must differ among the rules that hold. A made id gets a number if it is used already. */
export function assignIds<K>(rows: ReadonlyMap<K, Row>, report: Report): ReadonlyMap<K, Row> {
  const usedIds = new Map<string, Place>();
  for (const row of rows.values()) if (row.explicitId && row.holds) take(row, usedIds, report);
  const result = new Map<K, Row>();
  const next = new Map<string, number>();
  for (const [key, row] of rows)
    result.set(key, row.explicitId || !row.holds ? row : { ...row, id: free(row, usedIds, next) });
  return result;
}

function take(row: Row, usedIds: Map<string, Place>, report: Report): void {
  const first = usedIds.get(row.id);
  if (first)
    report
      .of(row.id)
      .add('MAPPING_DUPLICATE', `another rule has the id "${row.id}"`, row.place, `at line ${first.line}`);
  else usedIds.set(row.id, row.place);
}

/** `next`: id → the next number to try. */
function free(row: Row, usedIds: Map<string, Place>, next: Map<string, number>): string {
  let id = row.id;
  let i = next.get(row.id) ?? 2;
  for (; usedIds.has(id); i++) id = `${row.id}.${i}`;
  next.set(row.id, i);
  usedIds.set(id, row.place);
  return id;
}
