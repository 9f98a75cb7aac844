// Reads the whole table: YAML → rules and settings. Knows nothing about contracts.

import type { Contract } from '../../contract/model/contract.ts';
import type { Place } from '../../errors/errors.ts';
import { atOnce, mapped, type Steps } from '../../event-loop/time-slices.ts';
import { isHole, printHole } from '../../pattern/text/hole.ts';
import type { Direction, Idempotency } from '../../rule/rule.ts';
import { withAllOperations } from './all-operations.ts';
import { ASYNC_TABLE_KEYS, type AsyncTable, readAsyncTable } from './async-table.ts';
import { AUTH_KEYS, type AuthRow, readAuth } from './auth.ts';
import { DEFAULTS_KEYS, type DefaultsRow, readDefaults } from './defaults.ts';
import { ERROR_FORM_KEYS, type ErrorFormRow, readErrorForms } from './error-forms.ts';
import { FAULT_ROW_KEYS } from './fault-keys.ts';
import { type Fields, fieldsAt, fieldsOf, type Located, listOf, mapOf, textField } from './fields.ts';
import { copyOf, nodeOf, type Spread, spreadRules } from './for-each.ts';
import { HostPattern } from './host.ts';
import { INFO_KEYS, type Info, readInfo, readTags, TAG_TEXTS } from './info.ts';
import {
  ELSEWHERE,
  kind,
  listOf as listSchema,
  MEDIA,
  mapOf as mapSchema,
  oneOf,
  REQUIRED,
  TEXTS,
  text,
  texts,
  vocabulary,
} from './keywords.ts';
import { Lacking } from './lacking.ts';
import { readParts } from './pattern-tree.ts';
import { IDEMPOTENCY, readIdempotency } from './repeats.ts';
import { Report } from './report.ts';
import {
  DIRECTIONS,
  type Row,
  RULE_KEYS,
  readRow,
  readShort,
  SHORT_RULE_KEYS,
  type ShortRow,
  shortEntry,
} from './row.ts';
import { type GivenSettings, readSettings, SETTINGS, type Setting } from './settings.ts';
import { BASE } from './sides.ts';
import { VALUE_TABLES } from './value-tables.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

export interface Table {
  readonly place: Place;
  readonly info: Info;
  /** Descriptions of groups of operations, by name. */
  readonly tags: ReadonlyMap<string, string>;
  readonly contract?: Located<string>;
  /** prefix → namespace, perhaps with `*`. */
  readonly namespaces: readonly { readonly prefix: string; readonly ns: string; readonly place: Place }[];
  readonly base?: Located<string>;
  readonly media: string;
  /** Further media types by name, for `reply.media`. */
  readonly kinds: ReadonlyMap<string, string>;
  /** How the REST API writes its errors. */
  readonly errors: readonly ErrorFormRow[];
  readonly numbers: 'number' | 'string';
  readonly xmlns: 'open' | 'texts';
  readonly unknownQuery: 'refuse' | 'ignore';
  readonly unwrap: Unwrap;
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
  /** Where the rows are not read: what the row with this index is read from. All texts are made at the first call. */
  readonly textAt?: (index: number) => RowText;
}

/** Names of only members that short rows show without that member; `*` stands for any text. */
export interface Unwrap {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

export type TableRow =
  | { readonly kind: 'long'; readonly row: Row; readonly text: RowText }
  | { readonly kind: 'short'; readonly row: ShortRow; readonly text: RowText };

/** What a row is read from: all that is kept of it. */
export type RowText = Spread<YamlMap>;

const PREFIX = /^[A-Za-z_][\w.-]*$/;
const NUMBERS = ['number', 'string'] as const;
const XMLNS = ['open', 'texts'] as const;
const UNKNOWN_QUERY = ['refuse', 'ignore'] as const;

const UNWRAP_KEYS = vocabulary(
  'unwrap',
  'Keys of `unwrap`',
  'What [short rows](#short-rows) show bare, for each way.',
  {
    request: texts('Members of requests that are the whole body, beside those that the line names.'),
    response: texts('Only members of responses.'),
  },
);
const REST_KEYS = vocabulary('rest', 'Keys of `rest` of the table', 'What all REST sides share.', {
  base: kind(BASE)('Path above all rules, as in `/v1`.'),
  host: text('Pattern of the host name, as in `{account}.example.com`; its parts are `{$host.account}`.'),
  media: kind({ anyOf: [{ type: 'string' }, { ...mapSchema(MEDIA), minProperties: 1 }] })(
    'Media type of JSON bodies (`application/json`), or several by name, of which `default` is one.',
  ),
  errors: kind(listSchema(ERROR_FORM_KEYS))(
    'How the API writes its errors (RFC 9457). The first form that fits is written; all are read.',
  ),
  numbers: oneOf(NUMBERS)('Decimals and 64-bit integers as JSON numbers (`number`) or as strings.'),
  xmlns: oneOf(XMLNS)(
    'Where JSON has `$xmlns` for prefixes in text: in content that the contract leaves open (`open`), or in strings and URIs too (`texts`) ([dialect](dialect.md#prefixes-in-text)).',
  ),
  unknownQuery: oneOf(UNKNOWN_QUERY)('Query parameters that the rule does not name (`refuse`).'),
  unwrap: kind({ anyOf: [TEXTS, UNWRAP_KEYS] })(
    'Names of only members of responses, `*` for any text, `*` alone for objects and lists: [short rows](#short-rows) show their values bare. Or for each way.',
  ),
});

export const TABLE_KEYS = vocabulary('mappingTable', 'Keys of the table', 'The table as a whole ([layout](#layout)).', {
  soapstone: kind({ const: 2 })('Version of the language.', REQUIRED),
  info: kind(INFO_KEYS)('The head of the OpenAPI document.'),
  tags: kind(TAG_TEXTS)('What groups of operations are, by the name of the tag ([OpenAPI](openapi.md)).'),
  contract: kind({ type: 'string', minLength: 1 })(
    'WSDL file, folder, zip or compiled contract, relative to the table.',
  ),
  namespaces: kind({ ...mapSchema({ type: 'string', minLength: 1 }), propertyNames: { pattern: PREFIX.source } })(
    'Prefixes of namespaces of the contract. `*` stands for any text, such as a host or a release.',
  ),
  optional: texts(
    'Operations, header parts and types, and values of enumerations as `Type/value`, that another contract may lack ([what may be lacking](#what-may-be-lacking)).',
  ),
  settings: kind(SETTINGS)('Values that the operator may choose ([settings](#settings)).'),
  rest: kind(REST_KEYS)('What all REST sides share.'),
  only: oneOf(DIRECTIONS)('The direction of rules that say none (both).'),
  idempotency: kind(IDEMPOTENCY)('How repeats are recognized, in rules that say nothing of it.'),
  auth: kind(AUTH_KEYS)('Fields of credentials, and where they stand in messages.'),
  tables: kind(VALUE_TABLES)('[Value tables](#tables), by name.'),
  types: kind(mapSchema(ELSEWHERE.type))('How types of the contract look in JSON ([types](#types)).'),
  converters: kind(ELSEWHERE.converters)('Options of converters of bodies, by name ([converters](#converters)).'),
  defaults: kind(DEFAULTS_KEYS)('Parts of messages that all rules share.'),
  async: kind(ASYNC_TABLE_KEYS)('What the jobs of all rules share ([jobs](#jobs)).'),
  responses: kind(listSchema(FAULT_ROW_KEYS))("Fault rules for all rules, after a rule's own. The first match wins."),
  rules: kind(listSchema({ anyOf: [RULE_KEYS, SHORT_RULE_KEYS] }))('The rules.', REQUIRED),
});

/** `overrides`: settings of the operator. */
export function readTable(root: YamlNode, report: Report, overrides?: GivenSettings): Table {
  return atOnce(tableSteps(root, report, overrides));
}

/** `isChecked`: rows are not read. */
export function* tableSteps(
  root: YamlNode,
  report: Report,
  overrides: GivenSettings = new Map(),
  lacking = new Lacking(root),
  contract?: Contract,
  isChecked = false,
): Steps<Table> {
  const fields = fieldsOf(root, TABLE_KEYS, 'the table', report);
  readVersion(fields.get('soapstone'), root.place, report);
  const rest = fieldsAt(fields.get('rest'), REST_KEYS, report);
  const rules = fields.get('rules');
  const settings = readSettings(fields.get('settings'), overrides, root.place, report);
  const tables = fields.map('tables');
  fields.demand(['rules'], root.place);
  const asyncTable = readAsyncTable(fields.get('async'), settings, report);
  const rowsOf = (entry: YamlEntry | undefined) =>
    spreadRules(withAllOperations(listOf(entry, report), contract), tables, lacking, report);
  return {
    place: root.place,
    info: readInfo(fields.get('info'), report),
    tags: readTags(fields.get('tags'), report),
    contract: fields.text('contract'),
    namespaces: readNamespaces(fields.get('namespaces'), report),
    base: rest.text('base'),
    ...readMedia(rest.get('media'), report),
    errors: readErrorForms(rest.get('errors'), settings, report),
    numbers: rest.keyword('numbers', NUMBERS) ?? 'number',
    xmlns: rest.keyword('xmlns', XMLNS) ?? 'open',
    unknownQuery: rest.keyword('unknownQuery', UNKNOWN_QUERY) ?? 'refuse',
    unwrap: readUnwrap(rest, report),
    direction: fields.keyword('only', DIRECTIONS),
    idempotency: readIdempotency(fields.get('idempotency'), settings, report),
    auth: readAuth(fields.get('auth'), settings, report),
    settings,
    host: readHost(rest.get('host'), report),
    tables,
    types: fields.map('types').filter((entry) => !lacking.lacksType(entry)),
    converters: fields.map('converters'),
    defaults: readDefaults(fields.get('defaults'), report),
    async: asyncTable,
    faults: (yield* rowsOf(fields.get('responses'))).map((spread) => nodeOf(spread, report)),
    rows: isChecked
      ? []
      : yield* mapped(yield* rowsOf(rules), (spread) => readTableRow(spread, settings, report, asyncTable)),
    textAt: isChecked ? textsOf(() => atOnce(rowsOf(rules))) : undefined,
  };
}

function textsOf(spread: () => readonly Spread[]): Table['textAt'] {
  let texts: readonly Spread[] | undefined;
  return (index) => (texts ??= spread())[index] as RowText;
}

/** A list is about responses. */
function readUnwrap(rest: Fields, report: Report): Unwrap {
  const entry = rest.get('unwrap');
  if (entry?.value.kind !== 'map') return { request: [], response: rest.texts('unwrap') };
  const fields = fieldsAt(entry, UNWRAP_KEYS, report);
  return { request: fields.texts('request'), response: fields.texts('response') };
}

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

/** Throws at once for version 1: each of its words would be a problem of its own. */
function readVersion(entry: YamlEntry | undefined, place: Place, report: Report): void {
  const hint = 'begin the table with soapstone: 2';
  if (entry === undefined) report.add('MAPPING_MISSING', 'the table has no version', place, hint);
  else if (entry.value.kind !== 'scalar' || entry.value.value !== 2) {
    const isOld = entry.value.kind === 'scalar' && entry.value.value === 1;
    const message = isOld
      ? 'the table is of version 1 of the mapping language'
      : 'only version 2 of the mapping language is supported';
    report.add('MAPPING_UNSUPPORTED', message, entry.value.place, isOld ? 'run soapstone migrate <folder>' : hint);
    if (isOld) report.finish();
  }
}

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
  spread: Spread,
  settings: Table['settings'],
  report: Report,
  asyncTable: AsyncTable | undefined,
): TableRow | undefined {
  const node = nodeOf(spread, report);
  if (node.kind !== 'map') {
    report.add('MAPPING_SHAPE', 'a rule must hold keys and values', node.place, 'write - GET /path: Operation');
    return undefined;
  }
  const text = copyOf(spread) ?? node;
  const short = shortEntry(node);
  if (short) {
    const row = readShort(node, short, settings, report);
    return row && { kind: 'short', row, text };
  }
  const row = readRow(node, settings, report, asyncTable);
  return row && { kind: 'long', row, text };
}

/** Reads the row of a checked table once more. */
export function readAgain(text: RowText, { settings, async: asyncTable }: Pick<Table, 'settings' | 'async'>): TableRow {
  return readTableRow(text, settings, new Report(), asyncTable)!;
}
