// The record of an idempotency key: first a running request, then its outcome, which repeats get. Knows nothing about keys.

import { codedFault, Fault, type FaultInit } from '../../../fault/fault.ts';
import { scan } from '../../../json/tape.ts';
import { type Json, json, textOf } from '../../../json/value.ts';
import type { Exchange, Response } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import { readText, writeText } from '../../model/record-text.ts';
import { areStoredLabels, labelsToStore, noteStoredLabels, type StoredLabel } from '../../model/stored-labels.ts';

interface Claimed {
  /** Digest of the request. */
  readonly request: string;
}

/** Running. `by`: id of the claim. `until`: wall-clock time (ms) at which it is over, one way or the other. */
export interface Running extends Claimed {
  readonly kind: 'running';
  readonly by: string;
  readonly until: number;
}

/** Variables by name, as JSON texts: those that the request does not bind. */
export interface StoredValues {
  readonly values: readonly (readonly [string, string])[];
  /** Of their binary contents. */
  readonly labels?: readonly StoredLabel[];
}

interface Replied extends Claimed, StoredValues {
  readonly kind: 'response';
}

interface Failed extends Claimed {
  readonly kind: 'fault';
  readonly fault: FaultInit;
}

/** It was sent, and its outcome is unknown. `code`: why. */
interface Lost extends Claimed {
  readonly kind: 'lost';
  readonly code: string;
}

export type Outcome = Replied | Failed | Lost;
export type OnceRecord = Running | Outcome;

export function writeRecord(record: OnceRecord): Uint8Array {
  return Buffer.from(writeText(record));
}

/** undefined: the bytes are no record. */
export function readRecord(bytes: Uint8Array): OnceRecord | undefined {
  try {
    const record = readText(Buffer.from(bytes).toString());
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(record: unknown): record is OnceRecord {
  if (typeof record !== 'object' || record === null) return false;
  const fields = record as Partial<
    Record<'request' | 'kind' | 'by' | 'until' | 'code' | 'values' | 'labels', unknown>
  > & {
    readonly fault?: Partial<FaultInit>;
  };
  if (typeof fields.request !== 'string') return false;
  switch (fields.kind) {
    case 'running':
      return typeof fields.by === 'string' && typeof fields.until === 'number';
    case 'response':
      return Array.isArray(fields.values) && fields.values.every(isNamedValue) && areStoredLabels(fields.labels);
    case 'fault':
      return typeof fields.fault?.status === 'number' && typeof fields.fault.code === 'string';
    case 'lost':
      return typeof fields.code === 'string';
    default:
      return false;
  }
}

/** Throws where the text is no JSON. */
function isNamedValue(pair: unknown): boolean {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string' || typeof pair[1] !== 'string') return false;
  scan(Buffer.from(pair[1]));
  return true;
}

export function replied(request: string, rule: Rule, requestBindings: Bindings, answered: Bindings): Replied {
  return { kind: 'response', request, ...valuesToStore(rule, requestBindings, answered) };
}

export function valuesToStore(rule: Rule, requestBindings: Bindings, answered: Bindings): StoredValues {
  const named = rule.variables.flatMap((name, i): [string, Json][] => {
    const value = answered[i];
    return value === undefined || value === requestBindings[i] ? [] : [[name, value]];
  });
  return { values: named.map(([name, value]) => [name, textOf(value)]), labels: labelsToStore(named) };
}

/** By name: the table may have changed since. */
export function bindingsOf({ values, labels }: StoredValues, rule: Rule, requestBindings: Bindings): Bindings {
  const bindings = requestBindings.slice();
  const named = values.map(([name, text]) => [name, json(Buffer.from(text))] as const);
  if (labels !== undefined) noteStoredLabels(named, labels);
  for (const [name, value] of named) {
    const i = rule.variables.indexOf(name);
    if (i >= 0) bindings[i] = value;
  }
  return bindings;
}

/** Seconds after which a repeat of a request that is still running may try again. */
const RETRY_AFTER = '1';

/** `now`: wall-clock time in ms. @throws Fault: the recorded one, or why there is no outcome. */
export function replay(
  record: OnceRecord,
  request: string,
  { rule, bindings }: Pick<Exchange, 'rule' | 'bindings'>,
  now: number,
): Response {
  if (record.request !== request) {
    throw codedFault('IDEMPOTENCY_MISMATCH', 'another request has been made with this key');
  }
  switch (record.kind) {
    case 'response':
      return { bindings: bindingsOf(record, rule, bindings), streamed: false };
    case 'fault':
      throw new Fault(record.fault);
    case 'lost':
      throw unknown(record.code);
    case 'running':
      if (now >= record.until) throw unknown('the gateway or its store went away');
      throw codedFault('IDEMPOTENCY_RUNNING', 'the request with this key is not done yet', {
        'Retry-After': RETRY_AFTER,
      });
  }
}

function unknown(reason: string): Fault {
  return codedFault(
    'OUTCOME_UNKNOWN',
    `the request with this key was sent, and what came of it is not known (${reason}); it is not sent again`,
  );
}
