// For how long a response serves equal requests: `cache:` of a rule.
import type { Place } from '../../errors/errors.ts';
import { timeField } from './fields.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

export interface Cached {
  /** ms */
  readonly time: number;
  readonly place: Place;
}

/** undefined: nothing is said; false: never. */
export function readCache(entry: YamlEntry | undefined, report: Report): Cached | false | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && value.value === false) return false;
  const time = timeField(entry, report);
  return time === undefined ? undefined : { time, place: value.place };
}
