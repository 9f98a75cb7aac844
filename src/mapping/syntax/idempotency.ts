// How callers say that a request is a repeat: `idempotency:` of a rule, or of the table for all of them.

import type { Idempotency } from '../../rule/rule.ts';
import { fieldsOf, flagField, textField, timeField, wordField } from './fields.ts';
import type { Report } from './report.ts';
import { holdsWhen, type Setting } from './settings.ts';
import type { YamlEntry } from './yaml.ts';

/** What holds where neither table nor rule says anything. The field is that of draft-ietf-httpapi-idempotency-key-header-07. */
export const defaultIdempotency: Idempotency = {
  header: 'idempotency-key',
  required: false,
  keep: 24 * 3_600_000,
  scope: 'rule',
};

const SCOPES = ['rule', 'bridge'] as const;
const FORMATS = ['uuid'] as const;

/** RFC 9110 §5.6.2. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** undefined: nothing is said; false: not for these requests. */
export function readIdempotency(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): Idempotency | false | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && value.value === false) return false;
  const fields = fieldsOf(
    value,
    { keys: ['header', 'required', 'keep', 'scope', 'format', 'when'] },
    '"idempotency"',
    report,
  );
  const header = textField(fields.get('header'), report);
  if (header && !TOKEN.test(header.value)) {
    report.add('MAPPING_SHAPE', `"${header.value}" is not the name of a header field`, header.place);
  }
  const format = wordField(fields.get('format'), FORMATS, report);
  if (!holdsWhen(fields.get('when'), settings, report)) return false;
  return {
    header: header?.value.toLowerCase() ?? defaultIdempotency.header,
    required: flagField(fields.get('required'), report) ?? defaultIdempotency.required,
    keep: timeField(fields.get('keep'), report) ?? defaultIdempotency.keep,
    scope: wordField(fields.get('scope'), SCOPES, report) ?? defaultIdempotency.scope,
    ...(format && { format }),
  };
}
