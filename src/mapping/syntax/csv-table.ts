// A value table as comma-separated values (RFC 4180): a line with the names of its columns, then one line for each row. Knows nothing about files.
import { type Place, Problems, SoapstoneError } from '../../errors/errors.ts';
import type { YamlEntry, YamlList, YamlMap, YamlScalar } from './yaml.ts';

/** Bounds a row. */
const MOST_COLUMNS = 100;
const FIELD = /"((?:[^"]|"")*)"|[^",\n]*/y;

/** A status, or another count. Its text stays too. */
const NUMBER = /^(?:0|-?[1-9]\d{0,14})$/;

interface Field {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly place: Place;
}

/** Rows as a table has them in YAML. An empty field is a column that the row lacks, a whole number without quotes is one. Throws Problems (MAPPING_SYNTAX). */
export function readCsvTable(text: string, file: string): YamlList {
  const [names = [], ...rows] = recordsOf(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), file);
  checkNames(names);
  if (rows.length === 0) throw refusal('the file has no rows', { file, line: 1, col: 1 });
  return { kind: 'list', items: rows.map((fields) => rowOf(names, fields)), place: { file, line: 1, col: 1 } };
}

/** A row has one value by each name. */
function checkNames(names: readonly Field[]): void {
  const nameless = names.findIndex(({ text }) => text === '');
  if (nameless >= 0) throw refusal(`column ${nameless + 1} has no name`, names[nameless].place);
  const again = names.find(({ text }, i) => names.findIndex((other) => other.text === text) < i);
  if (again) throw refusal(`two columns are named "${again.text}"`, again.place);
}

function rowOf(names: readonly Field[], fields: readonly Field[]): YamlMap {
  const [{ place }] = fields;
  if (fields.length !== names.length)
    throw refusal(`the row has ${fields.length} values, and the table ${names.length} columns`, place);
  const entries = fields.flatMap((field, i): YamlEntry[] =>
    field.text === '' ? [] : [{ key: names[i].text, place: field.place, value: scalarOf(field) }],
  );
  return { kind: 'map', entries, place };
}

function scalarOf({ text, isQuoted, place }: Field): YamlScalar {
  const isNumber = !isQuoted && NUMBER.test(text);
  return { kind: 'scalar', value: isNumber ? Number(text) : text, source: text, place };
}

/** Empty lines are none. */
function recordsOf(text: string, file: string): Field[][] {
  const records: Field[][] = [];
  let fields: Field[] = [];
  let [line, start] = [1, 0];
  for (let at = 0; at < text.length; ) {
    const place = { file, line, col: at - start + 1 };
    FIELD.lastIndex = at;
    const [whole, quoted] = FIELD.exec(text)!;
    fields.push({ text: quoted?.replaceAll('""', '"') ?? whole.trim(), isQuoted: quoted !== undefined, place });
    if (fields.length > MOST_COLUMNS) throw refusal(`a row has at most ${MOST_COLUMNS} values`, place);
    line += whole.split('\n').length - 1;
    at += whole.length;
    const end = text[at] ?? '\n';
    if (end !== ',' && end !== '\n')
      throw refusal('a quoted value must end before a comma or the end of the line', place);
    at++;
    if (end === ',' && at < text.length) continue;
    if (fields.length > 1 || fields[0].text !== '') records.push(fields);
    fields = [];
    line++;
    start = at;
  }
  return records;
}

function refusal(message: string, place: Place): Problems {
  return new Problems([new SoapstoneError('MAPPING_SYNTAX', message, { place })]);
}
