// What the store holds of a job: for each of its requests the response, or where the service's own job is.

import { asSaid, Fault, type FaultInit, toFault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/fault-names.ts';
import { objectOf } from '../../json/array.ts';
import { type Json, json, textOf } from '../../json/value.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { readText, writeText } from '../model/record-text.ts';

export interface JobRecord {
  /** Id of the row. */
  readonly rule: string;
  readonly items: readonly JobItem[];
  /** JSON texts of the request, where the result has further pages. */
  readonly asked?: JsonTexts;
}

export type JsonTexts = readonly (string | null)[];
export type JobItem = Answered | Failed | Waiting;

interface Answered {
  readonly ok: boolean;
  /** JSON text of the result. */
  readonly answer: string;
}

interface Failed {
  readonly ok: false;
  readonly fault: string;
}

export interface Waiting {
  /** Path of the status resource. */
  readonly at: string;
  /** Id and bindings of the rule whose response it will be, where the item has one of its own. */
  readonly rule?: string;
  readonly bindings?: JsonTexts;
}

export function isWaiting(item: JobItem): item is Waiting {
  return 'at' in item;
}

/** `members`: names and variables. */
export function answered(ok: boolean, members: readonly (readonly [string, number])[], bindings: Bindings): Answered {
  const values = members.flatMap(([name, variable]) => {
    const value = bindings[variable];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ok, answer: textOf(objectOf(values)) };
}

export function answerIn(item: JobItem): Json {
  if ('answer' in item) return json(Buffer.from(item.answer));
  throw 'at' in item ? running() : faultIn(item);
}

export function failed(error: unknown): Failed {
  return { ok: false, fault: writeText(asSaid(toFault(error)).init) };
}

export function faultIn({ fault }: Failed): Fault {
  return new Fault(readText(fault) as FaultInit);
}

export function textsOf(bindings: Bindings): JsonTexts {
  return Array.from(bindings, (value) => (value ? textOf(value) : null));
}

export function bindingsIn(texts: JsonTexts = []): Bindings {
  return texts.map((text) => (text === null ? undefined : json(Buffer.from(text))));
}

function running(): Fault {
  const code = 'JOB_RUNNING';
  return new Fault({ status: 409, code, title: titleOf(code), detail: 'the job is not done yet' });
}
