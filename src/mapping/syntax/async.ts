// `async` of the table says once what all jobs share; `async` of a rule says how it is submitted, and what its result looks like.

import type { Idempotency } from '../../rule/rule.ts';
import { fieldsAt, fieldsOf } from './fields.ts';
import type { FlowRow } from './flow.ts';
import {
  ACCEPTED_KEYS,
  type JobRow,
  type ReadPair,
  readAccepted,
  readPair,
  readSubmit,
  readWindow,
  STATE_KEYS,
  STATUS_KEYS,
  SUBMIT,
  WINDOW_KEYS,
} from './job.ts';
import { kind, REQUIRED, vocabulary } from './keywords.ts';
import { type OwnParts, ownParts, partsIn, withParts } from './own-parts.ts';
import { elements, pattern } from './pattern-keys.ts';
import { IDEMPOTENCY, readIdempotency } from './repeats.ts';
import type { Report } from './report.ts';
import type { Setting } from './settings.ts';
import { type MessageRow, REST_SIDE_KEYS, type RestSide, readMessage, readRest } from './sides.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

/** `async` of the table. */
export interface AsyncTable
  extends Pick<JobRow, 'place' | 'accepted' | 'state' | 'reason' | 'doneStates' | 'failedStates' | 'retry'> {
  /** The response to every submission; `*` is any element. */
  readonly submitted?: MessageRow;
  readonly status: ReadPair;
  readonly result: ReadPair;
  /** The response of the result as written: `{$rule.result}` in it is what a rule says. */
  readonly resultMessage?: YamlEntry;
  readonly idempotency?: Idempotency | false;
}

/** The job form of a rule. */
export interface AsyncRow extends JobRow {
  /** In place of the REST side of the rule. */
  readonly ownRest?: RestSide;
  /** What the rule says of its result, as written. */
  readonly resultForm: YamlNode;
}

const SUBMITTED_KEYS = vocabulary(
  'submitted',
  'Keys of `submit` in `async` of the table',
  'What all submissions share.',
  {
    reply: elements('The response to every submission; `*` is its element, whatever its name.'),
  },
);
export const ASYNC_TABLE_KEYS = vocabulary(
  'async',
  'Keys of `async` of the table',
  'What the jobs of all rules share ([jobs](#jobs)).',
  {
    idempotency: kind(IDEMPOTENCY)('How repeats of a submission are recognized.'),
    submit: kind(SUBMITTED_KEYS)('What all submissions share.'),
    accepted: kind(ACCEPTED_KEYS)('The response 202, beside its Location.'),
    status: kind(STATUS_KEYS)('The resource of the state, and its call.', REQUIRED),
    result: kind(STATUS_KEYS)(
      'The resource of the result, and its call. `{$rule.result}` is what the rule says of its result.',
      REQUIRED,
    ),
    ...STATE_KEYS,
  },
);
const NEEDED = ['status', 'result', 'state', 'done'];

export function readAsyncTable(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): AsyncTable | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ASYNC_TABLE_KEYS, report);
  fields.demand(NEEDED, entry.place);
  const submit = fieldsAt(fields.get('submit'), SUBMITTED_KEYS, report, '"submit" of "async"');
  const resultEntry = fields.get('result');
  const status = readPair(fields.get('status'), report, true);
  const result = readPair(resultEntry && { ...resultEntry, value: withParts(resultEntry.value, NOTHING) }, report);
  const state = fields.text('state');
  if (!status || !result || !state) return undefined;
  const soap = entryIn(resultEntry?.value, 'soap');
  return {
    place: entry.place,
    submitted: readMessage(submit.get('reply'), report),
    accepted: readAccepted(fields.get('accepted'), report),
    status,
    result,
    resultMessage: entryIn(soap?.value, 'reply'),
    state,
    reason: fields.text('reason'),
    doneStates: fields.texts('done'),
    failedStates: fields.texts('failed'),
    retry: fields.time('retry') ?? 5000,
    idempotency: readIdempotency(fields.get('idempotency'), settings, report),
  };
}

/** Without a rule, its parts are empty. */
const NOTHING: OwnParts = { find: () => undefined, strict: false };

export const ASYNC_RULE_KEYS = vocabulary(
  'asyncRule',
  'Keys of `async` in a rule',
  'The job form of a rule. `{$rule.request.x}` and `{$rule.response.x}` are parts of its own SOAP messages.',
  {
    rest: kind(REST_SIDE_KEYS)('In place of the REST side of the rule.'),
    submit: kind(SUBMIT)('The call that submits; or `calls`, the last of which submits.', REQUIRED),
    result: pattern('What stands at `{$rule.result}` of the table.', REQUIRED),
    resultRequest: elements('In place of the request for the result.'),
    pages: kind(WINDOW_KEYS)('The result is a window of a list.'),
  },
);

/** `node`: the rule. */
export function readAsync(
  entry: YamlEntry,
  node: YamlMap,
  { rest, flow }: { readonly rest?: RestSide; readonly flow?: FlowRow },
  table: AsyncTable | undefined,
  report: Report,
): AsyncRow | undefined {
  const fields = fieldsOf(entry.value, ASYNC_RULE_KEYS, '"async" of the rule', report);
  fields.demand(['submit', 'result'], entry.place);
  const [submitEntry, resultEntry, restEntry] = [fields.get('submit'), fields.get('result'), fields.get('rest')];
  const own = ownParts(node);
  const inParts = (part: YamlEntry | undefined) => part && { ...part, value: withParts(part.value, own, report) };
  const calls = readSubmit(inParts(submitEntry), report);
  const submit = calls.at(-1)?.soap;
  const ownRest = restEntry && readRest(restEntry, report);
  if (!table) {
    const hint = 'write async: { status: …, result: … } beside "rules"';
    report.add(
      'MAPPING_MISSING',
      'the table has no "async" of its own, which says what all jobs share',
      entry.place,
      hint,
    );
    return undefined;
  }
  const side = ownRest ?? rest;
  if (!submit || !resultEntry || !side) return undefined;
  const result = inParts(resultEntry) as YamlEntry;
  const message = table.resultMessage && {
    ...table.resultMessage,
    value: withParts(table.resultMessage.value, partsIn({ result: result.value }), report),
  };
  const pages = readWindow(fields.get('pages'), report);
  const { line } = table.result.rest;
  const query = pages ? side.line.value.query : [];
  const request = readMessage(inParts(fields.get('resultRequest')), report);
  return {
    ...table,
    kind: 'job',
    place: entry.place,
    shared: true,
    needsPrefer: true,
    submit: submit.reply ? submit : { ...submit, reply: table.submitted },
    prior: calls.length === 1 && flow?.kind === 'calls' && flow.side === 'soap' ? flow.prior : calls.slice(0, -1),
    views: table.status.views,
    ownRest,
    result: {
      rest: { ...table.result.rest, line: { ...line, value: { ...line.value, query } }, reply: side.reply },
      soap: {
        ...table.result.soap,
        request: request ?? table.result.soap.request,
        reply: readMessage(message, report),
      },
    },
    resultForm: resultEntry.value,
    pages,
    soap: submit,
    rest: undefined,
    direction: undefined,
  };
}

export function entryIn(node: YamlNode | undefined, key: string): YamlEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}
