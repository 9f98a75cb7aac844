// Reads `refuse`: what the gateway answers itself, without a call. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { fieldsAt } from './fields.ts';
import { number, REQUIRED, text, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import { noRest, type RestSide } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export interface RefuseRow {
  readonly kind: 'refuse';
  readonly place: Place;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly rest: RestSide;
  readonly soap?: undefined;
  readonly direction: 'soap-to-rest';
}

export const REFUSE_KEYS = vocabulary(
  'refuse',
  'Keys of `refuse`',
  'The gateway refuses the request by itself ([rules without a call](#no-call)).',
  {
    status: number(400, 599)('The status (501).'),
    code: text('The code (`NOT_IMPLEMENTED`).'),
    detail: text('The reason, for clients.', REQUIRED),
  },
);
/** RFC 9110 §15.6.2 */
const NOT_IMPLEMENTED = 501;

export function readRefuse(entry: YamlEntry, report: Report): RefuseRow {
  const { place } = entry;
  const fields = fieldsAt(entry, REFUSE_KEYS, report);
  const detail = fields.text('detail')?.value;
  if (!fields.has('detail'))
    report.add('MAPPING_MISSING', '"refuse" has no "detail"', place, 'write the reason that clients get');
  return {
    kind: 'refuse',
    place,
    status: fields.number('status', 400, 599) ?? NOT_IMPLEMENTED,
    code: fields.text('code')?.value ?? 'NOT_IMPLEMENTED',
    detail: detail ?? '',
    rest: noRest(place),
    direction: 'soap-to-rest',
  };
}
