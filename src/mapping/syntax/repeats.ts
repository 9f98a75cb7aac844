// How a rule treats repeated requests: `idempotency:` and `cache:`.

import type { Place } from '../../errors/errors.ts';
import type { Idempotency } from '../../rule/rule.ts';
import { fieldsOf, timeField } from './fields.ts';
import { HEADER_NAME } from './headers.ts';
import { define, flag, kind, oneOf, time, vocabulary, when } from './keywords.ts';
import type { Report } from './report.ts';
import { holdsWhen, type Setting } from './settings.ts';
import type { YamlEntry } from './yaml.ts';

/** The default. The header is that of draft-ietf-httpapi-idempotency-key-header-07. */
const defaultIdempotency: Idempotency = {
  header: 'idempotency-key',
  required: false,
  keep: 24 * 3_600_000,
  scope: 'rule',
};

const SCOPES = ['rule', 'bridge'] as const;
const FORMATS = ['uuid'] as const;

export const IDEMPOTENCY_KEYS = vocabulary(
  'idempotencyKey',
  'Keys of `idempotency`',
  'How repeats of an unsafe request are recognized by a key of the client ([options of a rule](#options-of-a-rule)).',
  {
    header: kind({ type: 'string', pattern: "^([A-Za-z0-9!#$%&'*+.^_`|~-]|\\{\\$settings\\.[\\w-]+\\})+$" })(
      'Header with the key (`Idempotency-Key`).',
    ),
    required: flag('Requests without a key are refused (`false`).'),
    keep: time('How long an outcome is kept (`24h`).'),
    scope: oneOf(SCOPES)('Where a key means one request: in its rule (`rule`), or in the whole `bridge`.'),
    format: oneOf(FORMATS)('The form of keys: `uuid`, or any text where it is absent.'),
    when: when('The [settings](#settings) under which it holds.'),
  },
);

/** `false`: no keys. */
export const IDEMPOTENCY = define('idempotency', { anyOf: [{ const: false }, IDEMPOTENCY_KEYS] });

/** undefined: not set; false: off for these requests. */
export function readIdempotency(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): Idempotency | false | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && value.value === false) return false;
  const fields = fieldsOf(value, IDEMPOTENCY_KEYS, '"idempotency"', report);
  const header = fields.text('header');
  if (header && !HEADER_NAME.test(header.value)) {
    report.add('MAPPING_SHAPE', `"${header.value}" is not the name of a header field`, header.place);
  }
  const format = fields.keyword('format', FORMATS);
  if (!holdsWhen(fields.get('when'), settings, report)) return false;
  return {
    header: header?.value.toLowerCase() ?? defaultIdempotency.header,
    required: fields.flag('required') ?? defaultIdempotency.required,
    keep: fields.time('keep') ?? defaultIdempotency.keep,
    scope: fields.keyword('scope', SCOPES) ?? defaultIdempotency.scope,
    ...(format && { format }),
  };
}

export interface Cached {
  /** ms */
  readonly time: number;
  readonly place: Place;
}

/** undefined: not set; false: never. */
export function readCache(entry: YamlEntry | undefined, report: Report): Cached | false | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && value.value === false) return false;
  const time = timeField(entry, report);
  return time === undefined ? undefined : { time, place: value.place };
}

interface RepeatOptions {
  readonly cache?: Cached | false;
  readonly stream: boolean;
  readonly idempotency?: Idempotency | false;
}

/** ms that a response is kept; 0: never. Requests that change something must reach the service, and a streamed response is never whole here. */
export function cacheOf({ cache, stream }: RepeatOptions, safe: boolean, report: Report): number | undefined {
  if (cache === undefined) return undefined;
  if (cache === false) return 0;
  if (!safe) report.add('MAPPING_SHAPE', 'only a safe rule can have "cache"', cache.place, 'write safe: true');
  if (stream) report.add('MAPPING_SHAPE', '"cache" and "stream" cannot be combined', cache.place);
  return cache.time;
}

export function idempotencyOf(rule: RepeatOptions, ofTable: Idempotency | false | undefined): Idempotency | undefined {
  return (rule.idempotency ?? ofTable ?? defaultIdempotency) || undefined;
}
