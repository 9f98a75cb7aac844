// Reads a rule of the table, in its long or short form.

import type { AcceptedDeviations } from '../../codec/model/deviation.ts';
import type { Place } from '../../errors/errors.ts';
import type { Line } from '../../pattern/line.ts';
import type { Direction, Idempotency } from '../../rule/rule.ts';
import { ASYNC_RULE_KEYS, type AsyncRow, isSoapOnly, KEPT_JOB_KEYS, type KeptJobRow, readAsync } from './async.ts';
import type { AsyncTable } from './async-table.ts';
import { RULE_AUTH, type RuleAuth, readRuleAuth } from './auth.ts';
import { doc, type RuleDoc, readDoc } from './doc.ts';
import { FAULT_ROW_KEYS } from './fault-keys.ts';
import { type Fields, fieldsOf, type Located } from './fields.ts';
import { FLOWS, type FlowRow, readFlow } from './flow.ts';
import { type HeaderRow, readHeaders } from './headers.ts';
import { isJobOfItsOwn, JOB_KEYS } from './job.ts';
import { FOR, flag, kind, listOf, oneOf, TIME, text, time, vocabulary, when } from './keywords.ts';
import { headers } from './pattern-keys.ts';
import { type Cached, IDEMPOTENCY, readCache, readIdempotency } from './repeats.ts';
import type { Report } from './report.ts';
import { holdsWhen, type Setting } from './settings.ts';
import {
  DIRECTIONS,
  LINE_SCHEMA,
  noRest,
  REST_SIDE_KEYS,
  type RestSide,
  readLine,
  readRest,
  readRuleSoap,
  SOAP_SIDE_KEYS,
  type SoapRow,
} from './sides.ts';
import { readTolerance, TOLERANCE_KEYS } from './tolerance.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

export {
  DIRECTIONS,
  type MessageRow,
  type RestResponseRow,
  type RestSide,
  readMessage,
  refuseBody,
  type SoapRow,
} from './sides.ts';

export interface Row extends RestSide {
  readonly id: string;
  /** The table sets the id. */
  readonly explicitId: boolean;
  /** False: its `when` excludes it under these settings. It is checked all the same. */
  readonly holds: boolean;
  readonly place: Place;
  readonly direction?: Direction;
  readonly safe?: boolean;
  readonly stream: boolean;
  readonly mtom?: boolean;
  /** ms */
  readonly timeout?: number;
  readonly idempotency?: Idempotency | false;
  readonly cache?: Cached | false;
  readonly tolerance?: Partial<AcceptedDeviations>;
  readonly auth?: RuleAuth;
  readonly doc?: RuleDoc;
  readonly soap: SoapRow;
  readonly faults: readonly YamlNode[];
  /** Set where the rule makes several calls, or none. */
  readonly flow?: FlowRow;
  /** The REST side is unreadable, so only the SOAP side is checked. */
  readonly unread?: boolean;
  /** A part of a flow that no REST request finds. */
  readonly part?: boolean;
  /** The id of its job leads to it, not its path. */
  readonly byJob?: boolean;
  /** Its own SOAP side is the request of its job to the other rules of the table: no client sends it to this one. */
  readonly isJobAlone?: boolean;
  /** Its job form. */
  readonly async?: AsyncRow | KeptJobRow;
}

type Settings = ReadonlyMap<string, Setting>;

const OPTIONS = {
  id: text('The name of the rule in messages, metrics and logs.'),
  forEach: kind(FOR)(
    'One rule for each row of a value table, or of several ([one row for many rules](#one-row-for-many)).',
  ),
  when: when('The [settings](#settings) under which the rule holds.'),
  only: oneOf(DIRECTIONS)('The direction of the rule (both).'),
  safe: flag('The request may be repeated (`true` for GET).'),
  stream: flag('The largest part of the response goes out while it arrives (`false`).'),
  mtom: flag('Binary content of requests goes to the SOAP service as attachments ([attachments](attachments.md)).'),
  timeout: time('How long a call may take.'),
  idempotency: kind(IDEMPOTENCY)('How repeats of an unsafe request are recognized.'),
  cache: kind({ anyOf: [{ const: false }, TIME] })(
    'How long a response serves equal requests of one client; `false`: never.',
  ),
  tolerance: kind(TOLERANCE_KEYS)('How far responses of the SOAP service may differ from its contract.'),
  auth: kind(RULE_AUTH)(
    'What [callers must have](authorization.md). `none`: clients need no credential, and the service gets none. Or the [fields](credentials.md#in-the-table) that the service gets.',
  ),
  doc: doc('What the [OpenAPI document](openapi.md) says of it: a summary, or a map.'),
  responses: kind(listOf(FAULT_ROW_KEYS))('Fault rules that come before those of the table.'),
};
const SIDED = [['rest', 'soap'], ['rest', 'async'], ['soap', 'async'], ['soap', 'refuse'], ['calls']];

export const RULE_KEYS = vocabulary(
  'rule',
  'Keys of a rule',
  'A rule in its long form ([long rows](#long-rows)).',
  {
    rest: kind(REST_SIDE_KEYS)('The REST side.'),
    soap: kind(SOAP_SIDE_KEYS)('The SOAP side.'),
    ...OPTIONS,
    ...FLOWS,
    async: kind({ anyOf: [ASYNC_RULE_KEYS, KEPT_JOB_KEYS, JOB_KEYS] })(
      'The rule as a job, with the resources of the table ([jobs of a whole table](#jobs-of-a-whole-table)) or its own ([jobs](#jobs)).',
    ),
  },
  { anyOf: SIDED.map((required) => ({ required })) },
);

export const SHORT_RULE_KEYS = vocabulary(
  'shortRule',
  'Keys of a short rule',
  'One key is the line: `METHOD /path: Operation -> status` ([short rows](#short-rows)).',
  {
    port: text('The port, where several have an operation of this name.'),
    headers: headers('Headers of the REST request. Their variables are members, like those of the line.'),
    ...OPTIONS,
  },
  { patternProperties: { [LINE_SCHEMA.pattern as string]: { type: 'string' } }, minProperties: 1 },
);

export interface RowOptions {
  readonly id?: string;
  readonly holds: boolean;
  readonly direction?: Direction;
  readonly safe?: boolean;
  readonly stream: boolean;
  readonly mtom?: boolean;
  readonly timeout?: number;
  readonly idempotency?: Idempotency | false;
  readonly cache?: Cached | false;
  readonly tolerance?: Partial<AcceptedDeviations>;
  readonly auth?: RuleAuth;
  readonly doc?: RuleDoc;
  readonly faults: readonly YamlNode[];
}

function readOptions(fields: Fields, settings: Settings, report: Report): RowOptions {
  return {
    id: fields.text('id')?.value,
    holds: holdsWhen(fields.get('when'), settings, report),
    direction: fields.keyword('only', DIRECTIONS),
    safe: fields.flag('safe'),
    stream: fields.flag('stream') ?? false,
    mtom: fields.flag('mtom'),
    timeout: fields.time('timeout'),
    idempotency: readIdempotency(fields.get('idempotency'), settings, report),
    cache: readCache(fields.get('cache'), report),
    tolerance: readTolerance(fields.get('tolerance'), report),
    auth: readRuleAuth(fields.get('auth'), report),
    doc: readDoc(fields.get('doc'), report),
    faults: fields.list('responses'),
  };
}

/** undefined (and reported) when the rule is unreadable. */
export function readRow(node: YamlMap, settings: Settings, all: Report, asyncTable?: AsyncTable): Row | undefined {
  const idEntry = node.entries.find((e) => e.key === 'id');
  const idText = idEntry?.value.kind === 'scalar' ? idEntry.value.source : undefined;
  const report = idText === undefined ? all : all.of(idText);
  const fields = fieldsOf(node, RULE_KEYS, 'a rule', report);
  const options = readOptions(fields, settings, report);
  const sides = readSides(fields, node, settings, report);
  if (sides === undefined) return undefined;
  const { soap, flow } = sides;
  const rest = sides.rest ?? noRest(node.place);
  const id = options.id ?? soap.operation?.value ?? soap.request?.elements[0]?.key ?? rest.line.value.path;
  const isJobAlone = isSoapOnly(node) && flow === undefined;
  const direction = flow?.direction ?? (isJobAlone ? 'soap-to-rest' : options.direction);
  if (options.tolerance && direction === 'soap-to-rest')
    report.add('MAPPING_SHAPE', '"tolerance" is for responses of a SOAP service, and this rule calls none', node.place);
  const asyncEntry = flow?.kind === 'job' ? undefined : fields.get('async');
  return {
    ...options,
    ...rest,
    soap,
    flow,
    direction,
    id,
    explicitId: options.id !== undefined,
    unread: sides.rest === undefined && !isJobAlone,
    isJobAlone,
    async: asyncEntry && readAsync(asyncEntry, node, sides, asyncTable, report),
    place: node.place,
  };
}

interface Sides {
  /** Absent where it could not be read. */
  readonly rest?: RestSide;
  readonly soap: SoapRow;
  readonly flow?: FlowRow;
}

/** A flow may have the side that the rule lacks. */
function readSides(fields: Fields, node: YamlMap, settings: Settings, report: Report): Sides | undefined {
  const rest = fields.get('rest');
  const soap = fields.get('soap');
  const ownRest = rest && readRest(rest, report);
  const ownSoap = soap && readRuleSoap(soap, report);
  const flow = readFlow(fields, { rest: ownRest, soap: ownSoap }, settings, report);
  const all = { rest: ownRest ?? flow?.rest, soap: ownSoap ?? flow?.soap };
  const job = fields.get('async');
  const hasJob = job !== undefined && isJobOfItsOwn(job);
  // An unreadable flow has reported its missing side.
  const brought =
    flow?.kind === 'keep' ||
    ((isSoapOnly(node) || hasJob || ['calls', 'refuse'].some((key) => fields.has(key))) &&
      (rest ?? soap) !== undefined);
  if (!brought && rest === undefined) missing('rest', node, report);
  if (!brought && soap === undefined) missing('soap', node, report);
  return all.soap && (all.rest || !flowWanted(fields)) ? { rest: all.rest, soap: all.soap, flow } : undefined;
}

function flowWanted(fields: Fields): boolean {
  return Object.keys(FLOWS).some((key) => fields.has(key));
}

function missing(side: string, node: YamlMap, report: Report): void {
  report.add('MAPPING_MISSING', `the rule has no "${side}"`, node.place);
}

export interface ShortRow extends RowOptions {
  readonly line: Located<Line>;
  readonly operation: Located<string>;
  readonly port?: Located<string>;
  /** Of the REST request. */
  readonly headers: readonly HeaderRow[];
  readonly status?: number;
  readonly place: Place;
}

const LINE = /^(?:[A-Z]+ |[a-z]+ \/)/;
const AFTER_ARROW = /^\S+\s+->\s+(\S+)$/;
const TARGET = /^(\S+)(?:\s+->\s+(\d{3}))?$/;

/** The entry whose key is a request line, if this is a short rule. */
export function shortEntry(node: YamlMap): YamlEntry | undefined {
  return node.entries.find((entry) => LINE.test(entry.key));
}

export function readShort(
  node: YamlMap,
  entry: YamlEntry,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): ShortRow | undefined {
  const fields = fieldsOf(node, { keys: [entry.key, ...SHORT_RULE_KEYS.keys] }, 'a short rule', report);
  const options = readOptions(fields, settings, report);
  const line = readLine({ value: entry.key, place: entry.place, lead: entry.lead }, report);
  const target = readTarget(entry, report);
  const headerRows = readHeaders(fields.get('headers'), report);
  const port = fields.text('port');
  return line && target && { ...options, ...target, port, headers: headerRows, line, place: node.place };
}

function readTarget(entry: YamlEntry, report: Report): Pick<ShortRow, 'operation' | 'status'> | undefined {
  const { value } = entry;
  const match = value.kind === 'scalar' ? TARGET.exec(value.source) : null;
  if (match === null) {
    const status = value.kind === 'scalar' ? AFTER_ARROW.exec(value.source)?.[1] : undefined;
    const message = status === undefined ? 'a short rule must name an operation' : `"${status}" is not a status`;
    report.add('MAPPING_SHAPE', message, value.place, 'write Operation or Operation -> 201');
    return undefined;
  }
  const status = match[2] === undefined ? undefined : Number(match[2]);
  if (status !== undefined && (status < 200 || status > 299)) {
    report.add('MAPPING_SHAPE', `${status} is not a success status`, value.place);
  }
  return { operation: { value: match[1], place: value.place }, status };
}
