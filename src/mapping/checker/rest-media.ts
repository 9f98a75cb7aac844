// The media type of a REST response.

import { suggest } from '../../errors/suggest.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import type { Table } from '../syntax/table.ts';

/** Its own, by the name that the table has for it, or the table's. */
export function mediaOf({ response: { media } }: Row, table: Table, report: Report): string {
  const kind = media && table.kinds.get(media.value);
  if (media && kind === undefined && !media.value.includes('/')) {
    const hint = suggest(media.value, table.kinds.keys()) ?? 'define it in media: of rest';
    report.add('MAPPING_NAMES', `there is no media type "${media.value}"`, media.place, hint);
  }
  return kind ?? media?.value ?? table.media;
}
