// How far the responses of a SOAP service may differ from its contract: `tolerance:` of a rule.
import type { AcceptedDeviations } from '../../codec/model/deviation.ts';
import { fieldsOf } from './fields.ts';
import { kind, oneOf, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

export const UNKNOWN = ['skip', 'error'] as const;
export const NAMESPACES = ['exact', 'any'] as const;
export const MISSING = ['error', 'null'] as const;
export const VALUES = ['show', 'error', 'null'] as const;

export const TOLERANCE_KEYS = vocabulary(
  'toleranceKey',
  'Keys of `tolerance`',
  'How far responses of the SOAP service may differ from its contract ([options of a rule](#options-of-a-rule)). Defaults: the settings of the bridge.',
  {
    unknown: oneOf(UNKNOWN)('Elements and attributes that the contract does not have.'),
    namespaces: oneOf(NAMESPACES)('Elements of the contract in another namespace.'),
    missing: kind({ enum: [...MISSING, null] })(
      'Required elements and attributes that are missing, or nil where they may not be.',
    ),
    values: kind({ enum: [...VALUES, null] })(
      'Values that their enumeration lacks. `null` shows them, and is written for values that do not fit their types.',
    ),
  },
);

/** undefined: as the settings say. */
export function readTolerance(entry: YamlEntry | undefined, report: Report): Partial<AcceptedDeviations> | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, TOLERANCE_KEYS, '"tolerance"', report);
  const unknown = fields.keyword('unknown', UNKNOWN);
  const namespaces = fields.keyword('namespaces', NAMESPACES);
  const missing = fields.keyword('missing', MISSING);
  const values = fields.keyword('values', VALUES);
  return {
    ...(unknown && { unknown: unknown === 'skip' }),
    ...(namespaces && { namespaces: namespaces === 'any' }),
    ...(missing && { missing: missing === 'null' }),
    ...(values && { values: values !== 'error', nullValues: values === 'null' }),
  };
}
