// Flows that the gateway answers itself, without a call: `refuse` and `session`. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { fieldsAt, fieldsOf, type Located, listOf } from './fields.ts';
import { kind, listOf as listSchema, number, REQUIRED, SCALAR, text, vocabulary } from './keywords.ts';
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
const BEGIN_KEYS = vocabulary(
  'sessionBegin',
  'Keys of `session` in a rule',
  'The gateway begins a session of a SOAP client.',
  {
    begin: kind(listSchema(SCALAR, 1))('Variables of the request that are fields of the credential.', REQUIRED),
  },
);
export const SESSION = { anyOf: [{ const: 'end' }, BEGIN_KEYS] };

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

export interface SessionRow {
  readonly kind: 'session';
  readonly place: Place;
  /** Variables of the request that are credential fields; absent: the operation ends the session. */
  readonly begin?: readonly Located<string>[];
  readonly rest: RestSide;
  readonly soap?: undefined;
  readonly direction: 'soap-to-rest';
}

export function readSession(entry: YamlEntry, report: Report): SessionRow | undefined {
  const { value, place } = entry;
  const row = { kind: 'session', place, rest: noRest(place), direction: 'soap-to-rest' } as const;
  if (value.kind === 'scalar' && value.source === 'end') return row;
  const begin = value.kind === 'map' ? fieldsOf(value, BEGIN_KEYS, '"session"', report).get('begin') : undefined;
  if (begin === undefined) {
    report.add(
      'MAPPING_SHAPE',
      '"session" must be end or { begin: [ … ] }',
      value.place,
      'write begin: [ user, password ]',
    );
    return undefined;
  }
  const fields = listOf(begin, report).flatMap((node) => {
    if (node.kind === 'scalar' && node.value !== null) return [{ value: node.source, place: node.place }];
    report.add('MAPPING_SHAPE', 'a field of the credential must be a text', node.place);
    return [];
  });
  if (fields.length === 0)
    report.add('MAPPING_MISSING', '"begin" needs at least one variable of the request', begin.place);
  return { ...row, begin: fields };
}
