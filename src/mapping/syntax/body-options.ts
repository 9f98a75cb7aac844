// `lenient:` and `marks:` of a REST request: how clients change the reading of its body. Variables are named without braces.

import type { Place } from '../../errors/errors.ts';
import { fieldsAt, type Located } from './fields.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

export interface LenientRow {
  /** Variables with the level for unknown members, and for wrong values. */
  readonly names?: Located<string>;
  readonly values?: Located<string>;
  /** The variable for the list of omitted members. */
  readonly into?: Located<string>;
  readonly place: Place;
}

export function readLenient(entry: YamlEntry | undefined, report: Report): LenientRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ['names', 'values', 'into'], report);
  const name = (key: string) => fields.text(key);
  if (!fields.has('names') && !fields.has('values'))
    report.add('MAPPING_MISSING', '"lenient" needs "names" or "values"', entry.place, 'write names: NAME');
  return { names: name('names'), values: name('values'), into: name('into'), place: entry.place };
}

export interface MarksRow {
  readonly place: Place;
  /** The types that may have the flag: names and selectors, as under `types:`. */
  readonly types: readonly Pick<YamlEntry, 'key' | 'place'>[];
  readonly member: string;
  readonly nameList: Located<string>;
  readonly nulls?: Located<string>;
}

export function readMarks(entry: YamlEntry | undefined, report: Report): MarksRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ['types', 'member', 'named', 'nulls'], report);
  fields.demand(['types', 'member', 'named'], entry.place);
  const member = fields.text('member');
  const nameList = fields.text('named');
  const types = fields
    .list('types')
    .flatMap((node) => (node.kind === 'scalar' ? [{ key: node.source, place: node.place }] : []));
  if (member === undefined || nameList === undefined) return undefined;
  return { place: entry.place, types, member: member.value, nameList, nulls: fields.text('nulls') };
}
