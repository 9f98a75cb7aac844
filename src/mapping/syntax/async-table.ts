// `async` of the table says once what all jobs share: their resources, their operations, and what their states are called.

import type { Direction, Idempotency } from '../../rule/rule.ts';
import { fieldsAt } from './fields.ts';
import { ACCEPTED_KEYS, type JobRow, type ReadPair, readAccepted, readPair, STATE_KEYS, STATUS_KEYS } from './job.ts';
import { kind, oneOf, REQUIRED, texts, time, vocabulary } from './keywords.ts';
import { type OwnParts, withParts } from './own-parts.ts';
import { elements } from './pattern-keys.ts';
import { IDEMPOTENCY, readIdempotency } from './repeats.ts';
import type { Report } from './report.ts';
import type { Setting } from './settings.ts';
import { DIRECTIONS, type MessageRow, readMessage } from './sides.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export interface AsyncTable extends Pick<JobRow, 'place' | 'accepted' | 'doneStates' | 'failedStates' | 'retry'> {
  readonly only?: Direction;
  /** The response to every submission; `*` is any element. */
  readonly submitted?: MessageRow;
  readonly status: ReadPair;
  readonly result: ReadPair;
  /** The resources of a REST service, whose paths may have further names. */
  readonly upstream: { readonly status: ReadPair; readonly result: ReadPair };
  /** The response of the result as written: `{$rule.result}` in it is what a rule says. */
  readonly resultMessage?: YamlEntry;
  readonly idempotency?: Idempotency | false;
  /** States of a job that runs: none of its requests is done, some are. */
  readonly runningStates: readonly [string, string];
  /** How long the gateway keeps the jobs of SOAP clients, in ms. */
  readonly keep: number;
}

const SUBMITTED_KEYS = vocabulary(
  'submitted',
  'Keys of `submit` in `async` of the table',
  'What all submissions share.',
  {
    response: elements('The response to every submission; `*` is its element, whatever its name.'),
  },
);
export const ASYNC_TABLE_KEYS = vocabulary(
  'async',
  'Keys of `async` of the table',
  'What the jobs of all rules share ([jobs of a whole table](#jobs-of-a-whole-table)). `{state}`, `{percent}` and `{reason}` of the status response are what they say.',
  {
    only: oneOf(DIRECTIONS)('The direction of all jobs (both).'),
    idempotency: kind(IDEMPOTENCY)('How repeats of a submission are recognized.'),
    submit: kind(SUBMITTED_KEYS)('What all submissions share.'),
    accepted: kind(ACCEPTED_KEYS)('The response 202, beside its Location.'),
    status: kind(STATUS_KEYS)('The resource of the state, and its call.', REQUIRED),
    result: kind(STATUS_KEYS)(
      'The resource of the result, and its call. `{$rule.result}` is what the rule says of its result.',
      REQUIRED,
    ),
    ...STATE_KEYS,
    running: texts(
      'States of a job that runs, for SOAP clients: none of its requests is done, some are (`[ waiting, running ]`).',
    ),
    keep: time('How long the gateway keeps the jobs of SOAP clients (`24h`).'),
  },
);
const NEEDED = ['status', 'result', 'done'];
const DAY = 24 * 60 * 60_000;

export function readAsyncTable(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): AsyncTable | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ASYNC_TABLE_KEYS, report);
  fields.demand(NEEDED, entry.place);
  const submit = fieldsAt(fields.get('submit'), SUBMITTED_KEYS, report, '"submit" of "async"');
  const [statusEntry, resultEntry] = [fields.get('status'), withoutParts(fields.get('result'))];
  const pairs = (path: Path, to: Report) => ({
    status: readPair(withPaths(statusEntry, path), to, true),
    result: readPair(withPaths(resultEntry, path), to),
  });
  const { status, result } = pairs(FACE, report);
  // The mistakes of the one are those of the other.
  const upstream = pairs(UPSTREAM, report.apart());
  if (!status || !result || !upstream.status || !upstream.result) return undefined;
  const [waiting, running] = fields.texts('running');
  return {
    place: entry.place,
    only: fields.keyword('only', DIRECTIONS),
    submitted: readMessage(submit.get('response'), report),
    accepted: readAccepted(fields.get('accepted'), report),
    status,
    result,
    upstream: { status: upstream.status, result: upstream.result },
    resultMessage: entryIn(entryIn(fields.get('result')?.value, 'soap')?.value, 'response'),
    runningStates: [waiting ?? 'waiting', running ?? waiting ?? 'running'],
    doneStates: fields.texts('done'),
    failedStates: fields.texts('failed'),
    retry: fields.time('retry') ?? 5000,
    keep: fields.time('keep') ?? DAY,
    idempotency: readIdempotency(fields.get('idempotency'), settings, report),
  };
}

/** Without a rule, its parts are empty. */
const NOTHING: OwnParts = { find: () => undefined, strict: false };

function withoutParts(entry: YamlEntry | undefined): YamlEntry | undefined {
  return entry && { ...entry, value: withParts(entry.value, NOTHING) };
}

/** `{task:1}` in a path: REST clients see the text after the colon, and a service behind may say something else. */
type Path = (one: string, fill: string) => string;
const FACE: Path = (_, fill) => fill;
const UPSTREAM: Path = (one) => `{${one}}`;
const FILLED = /\{(\w+):([^{}|]*)\}/g;

function withPaths(pair: YamlEntry | undefined, path: Path): YamlEntry | undefined {
  const changed = (node: YamlNode, key: string): YamlNode => {
    if (node.kind === 'list') return { ...node, items: node.items.map((item) => changed(item, key)) };
    if (node.kind === 'scalar') {
      if (key !== 'request' && key !== 'line') return node;
      const source = node.source.replace(FILLED, (_, one: string, fill: string) => path(one, fill));
      return source === node.source ? node : { ...node, source, value: source };
    }
    const entries = node.entries.map((one) =>
      KEYS_TO_PATHS.has(one.key) ? { ...one, value: changed(one.value, one.key) } : one,
    );
    return { ...node, entries };
  };
  return pair && { ...pair, value: changed(pair.value, '') };
}

const KEYS_TO_PATHS = new Set(['rest', 'request', 'line']);

export function entryIn(node: YamlNode | undefined, key: string): YamlEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}
