// Short rows: `GET /accounts/{id}?currency: GetAccount -> 200`.
import type { Place } from '../../errors/errors.ts';
import type { Line } from '../../pattern/line.ts';
import { fieldsOf, type Located } from './fields.ts';
import type { Report } from './report.ts';
import { optionKeys, type RowOptions, readLine, readOptions } from './row.ts';
import type { Setting } from './settings.ts';
import type { YamlEntry, YamlMap } from './yaml.ts';

export interface ShortRow extends RowOptions {
  readonly line: Located<Line>;
  readonly operation: Located<string>;
  readonly status?: number;
  readonly place: Place;
}

const LINE = /^[A-Z]+ /;
const TARGET = /^(\S+)(?:\s+->\s+(\d{3}))?$/;

/** The entry whose key is a request line, if this is a short row. */
export function shortEntry(node: YamlMap): YamlEntry | undefined {
  return node.entries.find((entry) => LINE.test(entry.key));
}

export function readShort(
  node: YamlMap,
  entry: YamlEntry,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): ShortRow | undefined {
  const fields = fieldsOf(node, { keys: [entry.key, ...optionKeys()] }, 'a short rule', report);
  const options = readOptions(fields, settings, report);
  const line = readLine({ value: entry.key, place: entry.place, lead: entry.lead }, report);
  const target = readTarget(entry, report);
  return line && target && { ...options, ...target, line, place: node.place };
}

function readTarget(entry: YamlEntry, report: Report): Pick<ShortRow, 'operation' | 'status'> | undefined {
  const { value } = entry;
  const match = value.kind === 'scalar' ? TARGET.exec(value.source) : null;
  if (match === null) {
    report.add(
      'MAPPING_SHAPE',
      'a short rule must name an operation',
      value.place,
      'write Operation or Operation -> 201',
    );
    return undefined;
  }
  const status = match[2] === undefined ? undefined : Number(match[2]);
  if (status !== undefined && (status < 200 || status > 299)) {
    report.add('MAPPING_SHAPE', `${status} is not a success status`, value.place);
  }
  return { operation: { value: match[1], place: value.place }, status };
}
