// `refuse` of a rule as it is written: what the service behind cannot do, with the reason that callers hear. Knows nothing about contracts.
import type { Place } from '../../errors/errors.ts';
import { fieldsOf, numberField, textField } from './fields.ts';
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

/** RFC 9110 §15.6.2 */
const NOT_IMPLEMENTED = 501;

export function readRefuse(entry: YamlEntry, report: Report): RefuseRow {
  const { place } = entry;
  const fields = fieldsOf(entry.value, { keys: ['status', 'code', 'detail'] }, '"refuse"', report);
  const detail = textField(fields.get('detail'), report)?.value;
  if (!fields.has('detail'))
    report.add('MAPPING_MISSING', '"refuse" has no "detail"', place, 'write the reason that clients get');
  return {
    kind: 'refuse',
    place,
    status: numberField(fields.get('status'), 400, 599, report) ?? NOT_IMPLEMENTED,
    code: textField(fields.get('code'), report)?.value ?? 'NOT_IMPLEMENTED',
    detail: detail ?? '',
    rest: noRest(place),
    direction: 'soap-to-rest',
  };
}
