// Reads the whole table: YAML → rules and settings. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { atOnce, mapped, type Steps } from '../../event-loop/time-slices.ts';
import { isHole, printHole } from '../../pattern/text/hole.ts';
import type { Direction, Idempotency } from '../../rule/rule.ts';
import { type AsyncTable, readAsyncTable } from './async.ts';
import { type AuthRow, readAuth } from './auth.ts';
import { type DefaultsRow, readDefaults } from './defaults.ts';
import { type ErrorFormRow, readErrorForms } from './error-forms.ts';
import { fieldsAt, fieldsOf, type Located, listOf, mapOf, textField } from './fields.ts';
import { type Copy, copied, type Spread, spreadRules } from './for-each.ts';
import { HostPattern } from './host.ts';
import { Lacking } from './lacking.ts';
import { readParts } from './pattern-tree.ts';
import { readIdempotency } from './repeats.ts';
import { Report } from './report.ts';
import { DIRECTIONS, type Row, readRow, readShort, type ShortRow, shortEntry } from './row.ts';
import { type GivenSettings, readSettings, type Setting } from './settings.ts';
import { Patterns } from './uses.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

/** `info:` of the table, for OpenAPI documents. */
export interface Info {
  readonly title?: string;
  readonly version?: string;
  readonly description?: string;
}

export interface Table {
  readonly place: Place;
  readonly info: Info;
  readonly contract?: Located<string>;
  /** prefix → namespace, perhaps with a trailing `*`. */
  readonly namespaces: readonly { readonly prefix: string; readonly ns: string; readonly place: Place }[];
  readonly base?: Located<string>;
  readonly media: string;
  /** Further media types by name, for `reply.media`. */
  readonly kinds: ReadonlyMap<string, string>;
  /** How the REST API writes its errors. */
  readonly errors: readonly ErrorFormRow[];
  readonly numbers: 'number' | 'string';
  readonly unknownQuery: 'refuse' | 'ignore';
  readonly direction?: Direction;
  readonly idempotency?: Idempotency | false;
  readonly auth?: AuthRow;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly host: HostPattern;
  readonly tables: readonly YamlEntry[];
  readonly types: readonly YamlEntry[];
  /** Options of converters, by name. */
  readonly converters: readonly YamlEntry[];
  readonly defaults?: DefaultsRow;
  readonly async?: AsyncTable;
  readonly faults: readonly YamlNode[];
  readonly rows: readonly (TableRow | undefined)[];
}

export type TableRow =
  | { readonly kind: 'long'; readonly row: Row; readonly node: YamlMap; readonly copy?: Copy }
  | { readonly kind: 'short'; readonly row: ShortRow; readonly node: YamlMap; readonly copy?: Copy };

const KEYS = [
  'soapstone',
  'info',
  'contract',
  'namespaces',
  'settings',
  'rest',
  'only',
  'idempotency',
  'auth',
  'tables',
  'types',
  'converters',
  'patterns',
  'defaults',
  'async',
  'faults',
  'rules',
];

/** `overrides`: settings of the operator. */
export function readTable(root: YamlNode, report: Report, overrides?: GivenSettings): Table {
  return atOnce(tableSteps(root, report, overrides));
}

export function* tableSteps(
  root: YamlNode,
  report: Report,
  overrides: GivenSettings = new Map(),
  lacking = new Lacking(root),
): Steps<Table> {
  const fields = fieldsOf(root, KEYS, 'the table', report);
  readVersion(fields.get('soapstone'), root.place, report);
  const rest = fieldsAt(fields.get('rest'), REST_KEYS, report);
  const rules = fields.get('rules');
  const settings = readSettings(fields.get('settings'), overrides, root.place, report);
  const tables = fields.map('tables');
  const patterns = new Patterns(fields.map('patterns'), report);
  fields.demand(['rules'], root.place);
  const asyncEntry = fields.get('async');
  const asyncValue = asyncEntry && { ...asyncEntry, value: patterns.in(asyncEntry.value) };
  const asyncTable = readAsyncTable(asyncValue, settings, report);
  function* rowsOf(entry: YamlEntry | undefined): Steps<Spread[]> {
    const rows = yield* mapped(listOf(entry, report), (node) => patterns.in(node));
    return yield* spreadRules(rows, tables, lacking, report);
  }
  return {
    place: root.place,
    info: readInfo(fields.get('info'), report),
    contract: fields.text('contract'),
    namespaces: readNamespaces(fields.get('namespaces'), report),
    base: rest.text('base'),
    ...readMedia(rest.get('media'), report),
    errors: readErrorForms(rest.get('errors'), report),
    numbers: rest.keyword('numbers', ['number', 'string']) ?? 'number',
    unknownQuery: rest.keyword('unknownQuery', ['refuse', 'ignore']) ?? 'refuse',
    direction: fields.keyword('only', DIRECTIONS),
    idempotency: readIdempotency(fields.get('idempotency'), settings, report),
    auth: readAuth(fields.get('auth'), settings, report),
    settings,
    host: readHost(rest.get('host'), report),
    tables,
    types: fields.map('types').filter((entry) => !lacking.lacksType(entry)),
    converters: fields.map('converters').map((entry) => ({ ...entry, value: patterns.in(entry.value) })),
    defaults: readDefaults(fields.get('defaults'), (node) => patterns.in(node), report),
    async: asyncTable,
    faults: (yield* rowsOf(fields.get('faults'))).map(({ node }) => node),
    rows: yield* mapped(yield* rowsOf(rules), (spread) => readTableRow(spread, settings, report, asyncTable)),
  };
}

const REST_KEYS = ['base', 'host', 'media', 'errors', 'numbers', 'unknownQuery'];

/** One type, or several by name; `default` is a predefined name. */
function readMedia(entry: YamlEntry | undefined, report: Report): Pick<Table, 'media' | 'kinds'> {
  const kinds = new Map<string, string>();
  if (entry?.value.kind === 'map') {
    for (const field of mapOf(entry, report)) {
      const text = textField(field, report);
      if (text && field.key === 'error') refuseErrorMedia(text, report);
      if (text?.value.includes('/')) kinds.set(field.key, text.value);
      else if (text) report.add('MAPPING_SHAPE', `"${text.value}" is not a media type`, text.place);
    }
    return { media: kinds.get('default') ?? JSON_MEDIA, kinds };
  }
  return { media: textField(entry, report)?.value ?? JSON_MEDIA, kinds };
}

const JSON_MEDIA = 'application/json';

/** The name that errors had before they had forms. */
function refuseErrorMedia({ value, place }: Located<string>, report: Report): void {
  const message = '"error" is no name of a media type: errors have forms of their own';
  report.add('MAPPING_SHAPE', message, place, `write errors: [ { media: "${value}" } ] in rest`);
}

function readVersion(entry: YamlEntry | undefined, place: Place, report: Report): void {
  const hint = 'begin the table with soapstone: 1';
  if (entry === undefined) report.add('MAPPING_MISSING', 'the table has no version', place, hint);
  else if (entry.value.kind !== 'scalar' || entry.value.value !== 1) {
    report.add('MAPPING_UNSUPPORTED', 'only version 1 of the mapping language is supported', entry.value.place, hint);
  }
}

function readInfo(entry: YamlEntry | undefined, report: Report): Info {
  if (entry === undefined) return {};
  const fields = fieldsAt(entry, ['title', 'version', 'description'], report);
  const text = (key: string) => fields.text(key)?.value;
  return { title: text('title'), version: text('version'), description: text('description') };
}

const PREFIX = /^[A-Za-z_][\w.-]*$/;

function readNamespaces(entry: YamlEntry | undefined, report: Report): Table['namespaces'] {
  const namespaces: { prefix: string; ns: string; place: Place }[] = [];
  for (const field of mapOf(entry, report)) {
    const ns = textField(field, report);
    if (!PREFIX.test(field.key)) report.add('MAPPING_SHAPE', `"${field.key}" is not a prefix`, field.place);
    else if (ns) namespaces.push({ prefix: field.key, ns: ns.value, place: ns.place });
  }
  return namespaces;
}

/** Texts and plain placeholders. */
function readHost(entry: YamlEntry | undefined, report: Report): HostPattern {
  const text = textField(entry, report);
  if (text === undefined) return new HostPattern(undefined);
  const parts = readParts(text.value, text.place, report);
  const plain = parts.every((part) => !isHole(part) || /^\{[A-Za-z_][\w-]*\}$/.test(printHole(part)));
  if (!plain)
    report.add(
      'MAPPING_PATTERN',
      'a placeholder of a host must be a plain name',
      text.place,
      'write {account}.example.com',
    );
  return new HostPattern(parts);
}

function readTableRow(
  { node, copy }: Spread,
  settings: Table['settings'],
  report: Report,
  asyncTable: AsyncTable | undefined,
): TableRow | undefined {
  if (node.kind !== 'map') {
    report.add('MAPPING_SHAPE', 'a rule must hold keys and values', node.place, 'write - GET /path: Operation');
    return undefined;
  }
  const short = shortEntry(node);
  if (short) {
    const row = readShort(node, short, settings, report);
    return row && { kind: 'short', row, node, copy };
  }
  const row = readRow(node, settings, report, asyncTable);
  return row && { kind: 'long', row, node, copy };
}

/** What a row is read from: all that is kept of it. */
export type RowText = Copy | YamlMap;

export function textOf({ node, copy }: TableRow): RowText {
  return copy ?? node;
}

/** Reads the row of a checked table once more. */
export function readAgain(text: RowText, { settings, async: asyncTable }: Pick<Table, 'settings' | 'async'>): TableRow {
  const isCopy = 'rule' in text;
  const spread = { node: isCopy ? copied(text) : text, copy: isCopy ? text : undefined };
  return readTableRow(spread, settings, new Report(), asyncTable)!;
}
