// What a row says about repeats of its request: responses that are kept, keys of idempotency.
import type { Idempotency } from '../../rule/rule.ts';
import { defaultIdempotency } from '../syntax/idempotency.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import type { Table } from '../syntax/table.ts';

/** What changes something must get there each time, and what goes out while it arrives cannot be kept. */
export function cacheOf({ cache, stream }: Row, safe: boolean, report: Report): number | undefined {
  if (cache === undefined) return undefined;
  if (cache === false) return 0;
  if (!safe) report.add('MAPPING_SHAPE', 'only a safe rule can have "cache"', cache.place, 'write safe: true');
  if (stream) report.add('MAPPING_SHAPE', '"cache" and "stream" cannot be combined', cache.place);
  return cache.time;
}

export function idempotencyOf(row: Row, { table }: { readonly table: Table }): Idempotency | undefined {
  const idempotency = row.idempotency ?? table.idempotency ?? defaultIdempotency;
  return idempotency === false ? undefined : idempotency;
}
