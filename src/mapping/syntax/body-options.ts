// `lenient:` and `marks:` of a REST request: how clients change the reading of its body. Variables are named without braces.

import type { Place } from '../../errors/errors.ts';
import { fieldsOf, type Located, listOf, textField } from './fields.ts';
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

export interface MarksRow {
  readonly place: Place;
  /** Which members may have the flag: names of types and patterns, as under `types:`. */
  readonly types: readonly Pick<YamlEntry, 'key' | 'place'>[];
  readonly member: string;
  readonly nameList: Located<string>;
  readonly nulls?: Located<string>;
}

export function readMarks(entry: YamlEntry | undefined, report: Report): MarksRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, { keys: ['types', 'member', 'named', 'nulls'] }, '"marks"', report);
  for (const key of ['types', 'member', 'named'])
    if (!fields.has(key)) report.add('MAPPING_MISSING', `"marks" has no "${key}"`, entry.place);
  const member = textField(fields.get('member'), report);
  const nameList = textField(fields.get('named'), report);
  const types = listOf(fields.get('types'), report).flatMap((node) =>
    node.kind === 'scalar' ? [{ key: node.source, place: node.place }] : [],
  );
  if (member === undefined || nameList === undefined) return undefined;
  return { place: entry.place, types, member: member.value, nameList, nulls: textField(fields.get('nulls'), report) };
}
