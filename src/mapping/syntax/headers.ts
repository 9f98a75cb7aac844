// Reads `headers:` of a request, a response or a fault rule.
import { isFieldText } from '../../bytes/characters.ts';
import type { Place } from '../../errors/errors.ts';
import { isHole } from '../../pattern/text/hole.ts';
import type { EachTree } from '../../pattern/tree.ts';
import { mapOf, textField } from './fields.ts';
import { type PlacedText, readParts, readTree, refuseOuter } from './pattern-tree.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export interface HeaderRow extends PlacedText {
  readonly name: string;
  readonly namePlace: Place;
  /** A list, written with commas (RFC 9110 §5.6.1); `parts` is then empty. */
  readonly each?: EachTree;
}

/** RFC 9110 §5.6.2. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that frame messages (RFC 9110 §7.6.1, RFC 9112 §6). A table must not set them: that would allow request smuggling. */
const FRAMING = new Set(
  'connection content-length keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

/** Headers that the gateway writes itself; `media:` sets the type. */
const GATEWAY_HEADERS = new Set(['content-type', 'content-encoding', 'date', 'x-request-id']);

export function readResponseHeaders(entry: YamlEntry | undefined, report: Report): readonly HeaderRow[] {
  for (const { key, place } of mapOf(entry, report))
    if (GATEWAY_HEADERS.has(key.toLowerCase()))
      report.add('MAPPING_PATTERN', `the gateway writes the header ${key} itself`, place);
  return readHeaders(entry, report);
}

/** Rows without mistakes, by what they were read from: copies of a rule share them. */
const rowsByNode = new WeakMap<YamlNode, readonly HeaderRow[]>();

export function readHeaders(entry: YamlEntry | undefined, report: Report): readonly HeaderRow[] {
  if (entry === undefined) return [];
  const readBefore = rowsByNode.get(entry.value);
  if (readBefore) return readBefore;
  const { length } = report.problems;
  const rows = rowsOf(entry, report);
  if (report.problems.length === length) rowsByNode.set(entry.value, rows);
  return rows;
}

function rowsOf(entry: YamlEntry, report: Report): HeaderRow[] {
  return mapOf(entry, report).flatMap((field) => {
    const problem = nameProblem(field.key);
    if (problem) report.add('MAPPING_PATTERN', problem, field.place);
    if (isList(field)) return problem ? [] : readList(field, report);
    const text = textField(field, report);
    if (text === undefined) return [];
    const parts = readParts(text.value, text.place, report);
    if (!parts.every((part) => isHole(part) || isFieldText(part)))
      report.add('MAPPING_PATTERN', `a value of the header ${field.key} must be visible ASCII`, text.place);
    return problem ? [] : [{ name: field.key, namePlace: field.place, parts, place: text.place }];
  });
}

function isList({ value }: YamlEntry): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => key === '$each');
}

/** `{ $each: "{list.field}" }` */
function readList({ key, place, value }: YamlEntry, report: Report): HeaderRow[] {
  const tree = readTree(value, report);
  const each = tree.kind === 'each' && (tree.item.kind === 'text' || tree.item.kind === 'hole') ? tree : undefined;
  if (each) refuseOuter(each, report);
  if (each) return [{ name: key, namePlace: place, parts: [], place: value.place, each }];
  report.add(
    'MAPPING_PATTERN',
    'a header must be a text or a list of texts',
    value.place,
    'write { $each: "{list.field}" }',
  );
  return [];
}

function nameProblem(name: string): string | undefined {
  if (!HEADER_NAME.test(name)) return `"${name}" is not a header name`;
  if (FRAMING.has(name.toLowerCase())) return `the header ${name} belongs to the connection, not to the message`;
  return undefined;
}
