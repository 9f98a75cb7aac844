// `async` of a rule: how it is submitted as a job, and what its result looks like. What all jobs share says `async` of the table.

import type { Direction } from '../../rule/rule.ts';
import type { AsyncTable } from './async-table.ts';
import { type Fields, fieldsOf, type Located } from './fields.ts';
import type { EachRow, FlowRow } from './flow.ts';
import { type JobRow, readSubmit, readWindow, SUBMIT, WINDOW } from './job.ts';
import { kind, number, oneOf, REQUIRED, vocabulary } from './keywords.ts';
import { ownParts, partsIn, withParts } from './own-parts.ts';
import { pattern } from './pattern-keys.ts';
import type { Report } from './report.ts';
import {
  DIRECTIONS,
  type MessageRow,
  REST_SIDE_KEYS,
  type RestSide,
  readMessage,
  readRest,
  readSoap,
  SOAP_SIDE_KEYS,
  type SoapRow,
} from './sides.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

/** The job form of a rule with a REST side: a REST job on the one side, a SOAP job of one request on the other. */
export interface AsyncRow extends JobRow {
  readonly only?: Direction;
  /** In place of the REST side of the rule. */
  readonly ownRest?: RestSide;
  /** What the rule says of its result, as written. */
  readonly resultForm: YamlNode;
}

/** The job form of a rule without a REST side: requests to the other rules of the table, whose responses the gateway keeps. */
export interface KeptJobRow {
  readonly kind: 'kept';
  readonly place: YamlEntry['place'];
  /** Absent for a job of one request. */
  readonly list?: { readonly over: Located<string>; readonly as: Located<string>; readonly into: Located<string> };
  readonly parallel: number;
  readonly maxItems: number;
  /** The request for one item, or the one request. */
  readonly inner: SoapRow;
  readonly submit: SoapRow;
  readonly result: SoapRow;
  /** The call for further pages of the result, by `{page}`. */
  readonly pages?: SoapRow;
}

interface RuleParts {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
  readonly flow?: FlowRow;
}

export const ASYNC_RULE_KEYS = vocabulary(
  'asyncRule',
  'Keys of `async` in a rule',
  'The job form of a rule. `{$rule.request.x}` and `{$rule.response.x}` are parts of its own SOAP messages.',
  {
    only: oneOf(DIRECTIONS)('The direction of the job (both).'),
    rest: kind(REST_SIDE_KEYS)('In place of the REST side of the rule.'),
    submit: kind(SUBMIT)('The call that submits; or `calls`, the last of which submits.', REQUIRED),
    result: pattern('What stands at `{$rule.result}` of the table.', REQUIRED),
    pages: kind({ anyOf: [WINDOW, SOAP_SIDE_KEYS] })(
      'The result is a window of a list: `true`, or the call for it, in place of the request for the result.',
    ),
  },
);
export const KEPT_JOB_KEYS = vocabulary(
  'keptJob',
  'Keys of `async` in a rule without a REST side',
  'A job of requests to the other rules of the table ([jobs over a list](#jobs-over-a-list)).',
  {
    submit: kind(SOAP_SIDE_KEYS)('The call that submits.', REQUIRED),
    result: pattern('What stands at `{$rule.result}` of the table.', REQUIRED),
    most: number(1, 100_000)('Most items of one job (as of `each`).'),
    pages: kind(SOAP_SIDE_KEYS)('The call for a further page of the result; `{page}` is its number, from 1.'),
  },
);

/** `node`: the rule. */
export function readAsync(
  entry: YamlEntry,
  node: YamlMap,
  parts: RuleParts,
  table: AsyncTable | undefined,
  report: Report,
): AsyncRow | KeptJobRow | undefined {
  const isKept = isSoapOnly(node);
  const fields = fieldsOf(entry.value, isKept ? KEPT_JOB_KEYS : ASYNC_RULE_KEYS, '"async" of the rule', report);
  fields.demand(['submit', 'result'], entry.place);
  if (table)
    return isKept
      ? readKept(fields, entry, node, parts, table, report)
      : readRestJob(fields, entry, node, parts, table, report);
  const message = 'the table has no "async" of its own, which says what all jobs share';
  report.add('MAPPING_MISSING', message, entry.place, 'write async: { status: …, result: … } beside "rules"');
  return undefined;
}

/** Its job is a request to the other rules of the table, or several. */
export function isSoapOnly({ entries }: YamlMap): boolean {
  const keys = entries.map(({ key }) => key);
  return keys.includes('soap') && !keys.includes('rest') && keys.includes('async');
}

function readRestJob(
  fields: Fields,
  entry: YamlEntry,
  node: YamlMap,
  { rest, flow }: RuleParts,
  table: AsyncTable,
  report: Report,
): AsyncRow | undefined {
  const own = ownParts(node);
  const inParts = (part: YamlEntry | undefined) => part && { ...part, value: withParts(part.value, own, report) };
  const calls = readSubmit(inParts(fields.get('submit')), report);
  const submit = calls.at(-1)?.soap;
  const restEntry = fields.get('rest');
  const ownRest = restEntry && readRest(restEntry, report);
  const side = ownRest ?? rest;
  const resultEntry = inParts(fields.get('result'));
  if (!submit || !resultEntry || !side) return undefined;
  const pages = readWindow(inParts(fields.get('pages')), report);
  const { line } = table.result.rest;
  const query = pages ? side.line.value.query : [];
  const sequence = calls.length === 1 && flow?.kind === 'calls' && flow.side === 'soap' ? flow : undefined;
  const prior = sequence?.prior ?? calls.slice(0, -1);
  // The calls before it stand on one side, unless the rule has both; and only REST clients choose a window before the job.
  const isOneWay = (prior.length > 0 && (!sequence || sequence.soap !== undefined)) || pages !== undefined;
  return {
    ...table,
    kind: 'job',
    place: entry.place,
    shared: true,
    needsPrefer: true,
    submit: withReply(submit, table),
    prior,
    views: table.status.views,
    ownRest,
    result: {
      rest: { ...table.result.rest, line: { ...line, value: { ...line.value, query } }, response: side.response },
      soap: {
        ...table.result.soap,
        request: pages?.request ?? table.result.soap.request,
        response: resultMessage(resultEntry, table, report),
      },
    },
    resultForm: fields.get('result')!.value,
    pages,
    soap: submit,
    rest: undefined,
    direction: undefined,
    only: fields.keyword('only', DIRECTIONS) ?? table.only ?? (isOneWay ? 'rest-to-soap' : undefined),
  };
}

function readKept(
  fields: Fields,
  entry: YamlEntry,
  node: YamlMap,
  { soap, flow }: RuleParts,
  table: AsyncTable,
  report: Report,
): KeptJobRow | undefined {
  const own = ownParts(node);
  const inParts = (part: YamlEntry | undefined) => part && { ...part, value: withParts(part.value, own, report) };
  const submitEntry = inParts(fields.get('submit'));
  const submit = submitEntry && readSoap(submitEntry, report);
  const resultEntry = inParts(fields.get('result'));
  const pagesEntry = inParts(fields.get('pages'));
  const list = flow?.kind === 'each' ? listOf(flow) : undefined;
  const inner = flow?.kind === 'each' ? flow.inner : soap;
  if (flow && !list) {
    const word = flow.kind === 'answer' ? 'calls: []' : flow.kind;
    const hint = 'remove "async", or name one item: each: item in list';
    report.add('MAPPING_UNSUPPORTED', `"async" with "${word}" and without "rest" is not supported`, entry.place, hint);
  }
  if (!submit || !resultEntry || !inner || (flow && !list)) return undefined;
  return {
    kind: 'kept',
    place: entry.place,
    list,
    parallel: flow?.kind === 'each' ? flow.parallel : 1,
    maxItems: fields.number('most', 1, 100_000) ?? (flow?.kind === 'each' ? flow.maxItems : 1),
    inner,
    submit: withReply(submit, table),
    result: { ...table.result.soap, response: resultMessage(resultEntry, table, report) },
    pages: pagesEntry && readSoap(pagesEntry, report),
  };
}

function listOf({ inner, over, as, into }: EachRow): KeptJobRow['list'] {
  return inner && as && { over, as, into };
}

function withReply(submit: SoapRow, { submitted }: AsyncTable): SoapRow {
  return submit.response ? submit : { ...submit, response: submitted };
}

/** The response of the table, with what the rule says. */
function resultMessage(
  { value }: YamlEntry,
  { resultMessage: message }: AsyncTable,
  report: Report,
): MessageRow | undefined {
  return readMessage(
    message && { ...message, value: withParts(message.value, partsIn({ result: value }), report) },
    report,
  );
}
