// Reads the keys of one map of the table, and values of the expected kind. Everything else is reported, with a suggestion.
import type { Place } from '../../errors/errors.ts';
import { asQuestion, nearest, suggest } from '../../errors/suggest.ts';
import type { Vocabulary } from './keywords.ts';
import { unquotedHole } from './pattern-slips.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

/**
 * The fields of one map, and readers of their values. A value of the wrong kind is reported and gives undefined; so does a field that is not
 * there, without a report.
 */
export class Fields {
  private readonly entries: ReadonlyMap<string, YamlEntry>;
  private readonly subject: string;
  private readonly report: Report;
  private readonly required: readonly string[];

  /** `required`: keys that their declaration calls so. */
  constructor(
    entries: ReadonlyMap<string, YamlEntry>,
    subject: string,
    report: Report,
    required: readonly string[] = [],
  ) {
    this.entries = entries;
    this.subject = subject;
    this.report = report;
    this.required = required;
  }

  get size(): number {
    return this.entries.size;
  }

  keys(): Iterable<string> {
    return this.entries.keys();
  }

  values(): Iterable<YamlEntry> {
    return this.entries.values();
  }

  get(key: string): YamlEntry | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** Reports those of `keys` that are not there. */
  demand(keys: readonly string[], place: Place, hintOf?: (key: string) => string): void {
    for (const key of keys)
      if (!this.has(key)) this.report.add('MAPPING_MISSING', `${this.subject} has no "${key}"`, place, hintOf?.(key));
  }

  /** Reports required keys that are not there. */
  demandRequired(place: Place, hintOf?: (key: string) => string): void {
    this.demand(this.required, place, hintOf);
  }

  text(key: string): Located<string> | undefined {
    return textField(this.get(key), this.report);
  }

  /** One text, or a list of them. */
  texts(key: string): string[] {
    const node = this.get(key)?.value;
    if (node?.kind === 'scalar') return [this.text(key)?.value ?? ''];
    return this.list(key).map((item) => (item.kind === 'scalar' ? item.source : ''));
  }

  flag(key: string): boolean | undefined {
    return flagField(this.get(key), this.report);
  }

  keyword<W extends string>(key: string, keywords: readonly W[]): W | undefined {
    return wordField(this.get(key), keywords, this.report);
  }

  number(key: string, min: number, max: number): number | undefined {
    return numberField(this.get(key), min, max, this.report);
  }

  time(key: string): number | undefined {
    return timeField(this.get(key), this.report);
  }

  name(key: string): Located<string> | undefined {
    return nameField(this.get(key), this.report);
  }

  list(key: string): readonly YamlNode[] {
    return listOf(this.get(key), this.report);
  }

  map(key: string): readonly YamlEntry[] {
    return mapOf(this.get(key), this.report);
  }
}

/** The keys that a map may have. Those of a table are declared. */
export type Keys = Pick<Vocabulary, 'keys'> & Partial<Pick<Vocabulary, 'required'>>;

/** The fields of the map under a key; none where there is no such key. `subject`: what messages call the map. */
export function fieldsAt(
  entry: YamlEntry | undefined,
  keys: Keys,
  report: Report,
  subject = `"${entry?.key}"`,
): Fields {
  return entry ? fieldsOf(entry.value, keys, subject, report) : new Fields(new Map(), subject, report);
}

/**
 * The fields of a map. A node that is no map is reported and has none. A misspelt key counts as the likely one, unless that is there too: one
 * mistake is one message, and mistakes below the key are found in the same run.
 */
export function fieldsOf(node: YamlNode, { keys, required }: Keys, subject: string, report: Report): Fields {
  const fields = new Map<string, YamlEntry>();
  if (node.kind === 'map') for (const entry of node.entries) addField(entry, node, keys, subject, fields, report);
  else if (!isNull(node)) report.add('MAPPING_SHAPE', `${subject} must hold keys and values`, node.place);
  return new Fields(fields, subject, report, required);
}

function addField(
  entry: YamlEntry,
  { entries }: YamlMap,
  keys: readonly string[],
  subject: string,
  fields: Map<string, YamlEntry>,
  report: Report,
): void {
  if (keys.includes(entry.key)) {
    fields.set(entry.key, entry);
    report.keys.add(entry.key);
    return;
  }
  const successor = SUCCESSORS.get(entry.key);
  const likely = successor || REWRITTEN.has(entry.key) ? undefined : nearest(entry.key, keys);
  const elsewhere = likely === undefined ? nearest(entry.key, ELSEWHERE.keys(), 1) : undefined;
  const all = REWRITTEN.has(entry.key) ? 'soapstone migrate rewrites it' : `known keys: ${keys.join(', ')}`;
  const known =
    elsewhere === undefined ? (asQuestion(likely) ?? all) : `${asQuestion(elsewhere)} ${ELSEWHERE.get(elsewhere)}`;
  const hint = successor && (keys.includes(successor) || entry.key === 'session') ? `it is "${successor}" now` : known;
  report.add('MAPPING_SHAPE', `unknown key "${entry.key}" in ${subject}`, entry.place, hint);
  if (likely !== undefined && !entries.some(({ key }) => key === likely)) fields.set(likely, { ...entry, key: likely });
}

/** Keys that are often written beside the map in which they belong. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['status', 'It stands in "response" under "rest"; in a short rule after "->", as in GET /x: GetX -> 201'],
]);

/** Words of earlier versions, and what says it now. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ['steps', 'calls'],
  ['each', 'calls'],
  ['draft', 'calls'],
  ['session', 'auth.front'],
]);

/** Words of earlier versions that have no successor at the same place. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...['items', 'limit', 'offset', 'index', 'cursor', 'total', 'totalPages', 'count', 'more', 'links'],
  ...['smallest', 'largest', 'defaultSize', 'several', 'of', 'by', 'condition'],
  ...['job', 'state', 'reason', 'percent', 'waiting', 'resultRequest', 'as', 'into', 'keep', 'description'],
]);

export function isNull(node: YamlNode): node is YamlScalar {
  return node.kind === 'scalar' && node.value === null;
}

export interface Located<T> {
  readonly value: T;
  readonly place: Place;
  /** Columns from `place` to the first character of the text, if the file has it without escapes. */
  readonly lead?: number;
}

/** Place of the character at `offset` of a text. */
export function within({ place, lead }: Pick<Located<unknown>, 'place' | 'lead'>, offset: number): Place {
  return lead === undefined ? place : { ...place, col: place.col + lead + offset };
}

/** `fault: { code: … }`, as faults have it elsewhere. */
function hintOfText({ key, value }: YamlEntry): string | undefined {
  const code =
    key === 'fault' && value.kind === 'map' ? value.entries.find((entry) => entry.key === 'code') : undefined;
  return code?.value.kind === 'scalar' ? `write soap: { code: "${code.value.source}" }` : undefined;
}

export function textField(entry: YamlEntry | undefined, report: Report): Located<string> | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && value.value !== null)
    return { value: value.source, place: value.place, lead: value.lead };
  const hole = unquotedHole(value);
  const hint = hole === undefined ? hintOfText(entry) : `write "${hole}", with quotes`;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a text`, value.place, hint);
  return undefined;
}

export function flagField(entry: YamlEntry | undefined, report: Report): boolean | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be true or false`, value.place);
  return undefined;
}

/** One of the keywords. */
export function wordField<W extends string>(
  entry: YamlEntry | undefined,
  keywords: readonly W[],
  report: Report,
): W | undefined {
  // `null` without quotes is no text.
  const isNull = entry?.value.kind === 'scalar' && entry.value.value === null && entry.value.source !== '';
  const nothing = isNull ? keywords.find((word) => word === 'null') : undefined;
  if (nothing !== undefined) return nothing;
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  const keyword = keywords.find((w) => w === text.value);
  if (keyword === undefined) {
    const hint = suggest(text.value, keywords);
    report.add('MAPPING_SHAPE', `"${entry.key}" must be one of ${keywords.join(', ')}`, text.place, hint);
  }
  return keyword;
}

/** An integer of [min, max]. */
export function numberField(
  entry: YamlEntry | undefined,
  min: number,
  max: number,
  report: Report,
): number | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  const n = value.kind === 'scalar' ? value.value : undefined;
  if (typeof n === 'number' && Number.isInteger(n) && n >= min && n <= max) return n;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a whole number from ${min} to ${max}`, value.place);
  return undefined;
}

const TIME_UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** A time: `500ms`, `30s`, `5m`, `24h`, or a number of ms. Gives ms. */
export function timeField(entry: YamlEntry | undefined, report: Report): number | undefined {
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  const match = /^(\d{1,9})(ms|s|m|h)?$/.exec(text.value);
  const ms = match === null ? 0 : Number(match[1]) * TIME_UNITS.get(match[2] ?? 'ms')!;
  if (ms > 0) return ms;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a time`, text.place, 'write 500ms, 30s or 5m');
  return undefined;
}

export function listOf(entry: YamlEntry | undefined, report: Report): readonly YamlNode[] {
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.kind === 'list') return entry.value.items;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a list`, entry.value.place);
  return [];
}

export function mapOf(entry: YamlEntry | undefined, report: Report): readonly YamlEntry[] {
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.kind === 'map') return (entry.value as YamlMap).entries;
  report.add('MAPPING_SHAPE', `"${entry.key}" must hold keys and values`, entry.value.place);
  return [];
}

/** The hint for a key that names a variable and is missing. */
export function writeName(key: string): string {
  return `write ${key}: NAME`;
}

const NAME = /^[A-Za-z_][\w.-]*$/;

/** The name of a variable, without braces. */
function nameField(entry: YamlEntry | undefined, report: Report): Located<string> | undefined {
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  if (NAME.test(text.value)) return text;
  const hint = `write ${entry.key}: ${text.value.replaceAll(/[{}]/g, '')}`;
  report.add('MAPPING_PATTERN', `"${entry.key}" must be a variable name without braces`, text.place, hint);
  return undefined;
}

/** One status, or all of a class: `4XX`. */
export function statusField(entry: YamlEntry | undefined, report: Report): [first: number, last: number] {
  const { value } = entry ?? {};
  const text = value?.kind === 'scalar' ? String(value.value) : '';
  if (/^[45]XX$/.test(text)) return [Number(text[0]) * 100, Number(text[0]) * 100 + 99];
  const status = numberField(entry, 400, 599, report) ?? 500;
  return [status, status];
}
