// Ids of rules: said by the row, or made from its operation.
import type { Place } from '../../errors/errors.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';

/** Ids that rows say themselves must differ, among those that hold; made ones get a number where they would not. */
export function assignIds<K>(rows: ReadonlyMap<K, Row>, report: Report): ReadonlyMap<K, Row> {
  const taken = new Map<string, Place>();
  for (const row of rows.values()) if (row.named && row.holds) take(row, taken, report);
  const found = new Map<K, Row>();
  const next = new Map<string, number>();
  for (const [key, row] of rows) found.set(key, row.named || !row.holds ? row : { ...row, id: free(row, taken, next) });
  return found;
}

function take(row: Row, taken: Map<string, Place>, report: Report): void {
  const first = taken.get(row.id);
  if (first)
    report
      .of(row.id)
      .add('MAPPING_DUPLICATE', `another rule has the id "${row.id}"`, row.place, `at line ${first.line}`);
  else taken.set(row.id, row.place);
}

/** `next`: the number that is tried next, by id. */
function free(row: Row, taken: Map<string, Place>, next: Map<string, number>): string {
  let id = row.id;
  let i = next.get(row.id) ?? 2;
  for (; taken.has(id); i++) id = `${row.id}.${i}`;
  next.set(row.id, i);
  taken.set(id, row.place);
  return id;
}
