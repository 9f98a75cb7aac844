// `marks:` of a REST request as it is written: flags in its body by a list of names. Names of variables stand without braces.
import type { Place } from '../../errors/errors.ts';
import { fieldsOf, type Located, listOf, textField } from './fields.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

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
