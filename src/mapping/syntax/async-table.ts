// `async` of the table says once what all jobs share: their resources, their operations, and what their states are called.

import type { Direction, Idempotency } from '../../rule/rule.ts';
import { fieldsAt, type Located } from './fields.ts';
import { type JobRow, type ReadPair, readAccepted, readPair } from './job.ts';
import { type OwnParts, withParts } from './own-parts.ts';
import { readIdempotency } from './repeats.ts';
import type { Report } from './report.ts';
import type { Setting } from './settings.ts';
import { DIRECTIONS, type MessageRow, readMessage } from './sides.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export interface AsyncTable
  extends Pick<JobRow, 'place' | 'accepted' | 'state' | 'reason' | 'doneStates' | 'failedStates' | 'retry'> {
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
  /** Variable of the status response. */
  readonly percent?: Located<string>;
  /** States of a job of several requests. */
  readonly waiting: string;
  readonly running: string;
  /** How long the gateway keeps the jobs of SOAP clients, in ms. */
  readonly keep: number;
}

const KEYS = [
  'only',
  'idempotency',
  'submit',
  'accepted',
  'status',
  'result',
  'state',
  'percent',
  'reason',
  'waiting',
  'running',
  'done',
  'failed',
  'retry',
  'keep',
];
const NEEDED = ['status', 'result', 'state', 'done'];
const DAY = 24 * 60 * 60_000;

export function readAsyncTable(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): AsyncTable | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, KEYS, report);
  fields.demand(NEEDED, entry.place);
  const submit = fieldsAt(fields.get('submit'), ['reply'], report, '"submit" of "async"');
  const [statusEntry, resultEntry] = [fields.get('status'), withoutParts(fields.get('result'))];
  const pairs = (path: Path, to: Report) => ({
    status: readPair(withPaths(statusEntry, path), to, true),
    result: readPair(withPaths(resultEntry, path), to),
  });
  const { status, result } = pairs(FACE, report);
  // The mistakes of the one are those of the other.
  const upstream = pairs(UPSTREAM, report.apart());
  const state = fields.text('state');
  if (!status || !result || !upstream.status || !upstream.result || !state) return undefined;
  return {
    place: entry.place,
    only: fields.keyword('only', DIRECTIONS),
    submitted: readMessage(submit.get('reply'), report),
    accepted: readAccepted(fields.get('accepted'), report),
    status,
    result,
    upstream: { status: upstream.status, result: upstream.result },
    resultMessage: entryIn(entryIn(fields.get('result')?.value, 'soap')?.value, 'reply'),
    state,
    percent: fields.text('percent'),
    reason: fields.text('reason'),
    waiting: fields.text('waiting')?.value ?? 'waiting',
    running: fields.text('running')?.value ?? 'running',
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
type Path = (name: string, text: string) => string;
const FACE: Path = (_, text) => text;
const UPSTREAM: Path = (name) => `{${name}}`;
const FILLED = /\{(\w+):([^{}|]*)\}/g;

function withPaths(pair: YamlEntry | undefined, path: Path): YamlEntry | undefined {
  const changed = (node: YamlNode, key: string): YamlNode => {
    if (node.kind === 'list') return { ...node, items: node.items.map((item) => changed(item, key)) };
    if (node.kind === 'scalar') {
      if (key !== 'request' && key !== 'line') return node;
      const source = node.source.replace(FILLED, (_, name: string, text: string) => path(name, text));
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
