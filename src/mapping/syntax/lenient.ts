// `lenient:` of a REST request as it is written: how strictly its body is taken, as the caller says. Names of variables stand without braces.
import type { Place } from '../../errors/errors.ts';
import { fieldsOf, type Located, textField } from './fields.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

export interface LenientRow {
  /** Variables that say what becomes of unknown members, and of wrong values. */
  readonly names?: Located<string>;
  readonly values?: Located<string>;
  /** The list of what was left out. */
  readonly into?: Located<string>;
  readonly place: Place;
}

export function readLenient(entry: YamlEntry | undefined, report: Report): LenientRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, { keys: ['names', 'values', 'into'] }, '"lenient"', report);
  const name = (key: string) => textField(fields.get(key), report);
  if (!fields.has('names') && !fields.has('values'))
    report.add('MAPPING_MISSING', '"lenient" needs "names" or "values"', entry.place, 'write names: NAME');
  return { names: name('names'), values: name('values'), into: name('into'), place: entry.place };
}
