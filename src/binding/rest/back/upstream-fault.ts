// Turns an error response of a REST service into a Fault: a problem (RFC 9457), or another common form. Knows nothing about rules.

import { STATUS_CODES } from 'node:http';
import { errorTable } from '../../../errors/errors.ts';
import { Fault, type FaultInit, type RestFault } from '../../../fault/fault.ts';
import { constantCase, titleOf } from '../../../fault/fault-names.ts';
import { ARRAY, type Json, NUMBER, OBJECT, STRING } from '../../../json/value.ts';
import { itemsOf, kindOf, member, membersOf, scalarText } from '../../../json/walk.ts';
import type { HeaderFields } from '../../../rule/pattern.ts';
import { carriedShort } from '../../../xml/escape.ts';
import { translatedFault } from './translated-fault.ts';

const noWords: ErrorWords = { errors: [] };

/** Status of a problem that came with a success (RFC 9457 §3.1.2); 500 where it says none of an error. */
export function statusIn(problem: Json | undefined): number {
  const status = problem && kindOf(problem) === OBJECT ? member(problem, 'status') : undefined;
  const text = status && kindOf(status) === NUMBER ? scalarText(status) : undefined;
  return text !== undefined && /^[45]\d\d$/.test(text) ? Number(text) : 500;
}

/** Its code is not for the log, unless it is one of ours: a row of the table may say that it is known. `body`: the JSON of the response; undefined where there is none. */
export function upstreamFault(status: number, headers: HeaderFields, body: Json | undefined): Fault {
  const fields = body === undefined ? noWords : errorWords(body, status);
  const { code, type, title, detail, data, object, fault } = fields;
  const faultCode = code ?? 'UPSTREAM_FAULT';
  return new Fault({
    status,
    code: faultCode,
    logged: Object.hasOwn(errorTable, faultCode) ? undefined : 'UPSTREAM_FAULT',
    title: title ?? (code === undefined ? (STATUS_CODES[status] ?? titleOf(faultCode)) : titleOf(faultCode)),
    detail,
    data,
    headers: passedOn(headers),
    errors: fields.errors.length > 0 ? fields.errors.map((e) => ({ ...e, code: e.code ?? faultCode })) : undefined,
    rest: { headers, code, type, object, fault },
  });
}

/** Seconds, or a date (RFC 9110 §10.2.3, §5.6.7). */
const RETRY_AFTER = /^(?:\d{1,10}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/;

/** Retry-After is passed on to clients (RFC 9110 §10.2.3). */
function passedOn(headers: HeaderFields): Record<string, string> | undefined {
  const value = headers['retry-after'];
  return typeof value === 'string' && RETRY_AFTER.test(value) ? { 'Retry-After': value } : undefined;
}

interface ErrorWords {
  readonly code?: string;
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly data?: Json;
  /** The object that holds them. */
  readonly object?: Json;
  readonly errors: readonly SingleError[];
  readonly fault?: RestFault['fault'];
}

type Single = NonNullable<FaultInit['errors']>[number];
type SingleError = Omit<Single, 'code'> & { readonly code: string | undefined };

/** One object, and its members by name. */
interface ErrorObject {
  readonly object?: Json;
  readonly members: ReadonlyMap<string, Json>;
}

const LONGEST = 2000;
const LONGEST_CODE = 200;
const MOST_ERRORS = 100;

/** `status`: that of the response, which some bodies repeat as their code. */
function errorWords(body: Json, status: number): ErrorWords {
  const list = objectsOf(body);
  const outer = errorObject(body) ?? list[0] ?? { members: new Map() };
  const errors = list.length > 0 ? list : objectsOf(outer.members.get('errors'));
  const { object, members } = speaker(outer, errors);
  const type = typeOf(members);
  return {
    code: codeOf(members, status) ?? (type && codeOfType(type)),
    type,
    title: text(members.get('title')) ?? phrase(members),
    detail: first(members, ['detail', 'message', 'error_description', 'errorMessage', 'description']),
    data: members.get('data'),
    object,
    errors: errors.map(({ members: errorMembers }) => singleError(errorMembers)),
    fault: type?.startsWith('urn:soapstone:error:') ? translatedFault(members.get('fault')) : undefined,
  };
}

/** An `error` or `errors` object without a message takes the message of its content. */
function speaker(outer: ErrorObject, errors: readonly ErrorObject[]): ErrorObject {
  const inner = errorObject(outer.members.get('error'));
  if (inner) return inner;
  const silent = !['code', 'title', 'detail', 'message', 'error'].some((name) => outer.members.has(name));
  return silent && errors.length > 0 ? errors[0] : outer;
}

function errorObject(value: Json | undefined): ErrorObject | undefined {
  if (value === undefined || kindOf(value) !== OBJECT) return undefined;
  return { object: value, members: new Map(membersOf(value)) };
}

function objectsOf(value: Json | undefined): ErrorObject[] {
  if (value === undefined || kindOf(value) !== ARRAY) return [];
  return itemsOf(value)
    .slice(0, MOST_ERRORS)
    .flatMap((item) => errorObject(item) ?? []);
}

/** A code that only repeats the status is none. `status` and `error` hold words in some APIs, and numbers or sentences in others. */
function codeOf(members: ErrorObject['members'], status: number): string | undefined {
  for (const name of ['code', 'errorCode', 'error_code', 'status', 'error']) {
    const value = members.get(name);
    if (value === undefined || (kindOf(value) !== STRING && kindOf(value) !== NUMBER)) continue;
    const code = carriedShort(scalarText(value) as string, LONGEST_CODE + 1);
    const usable = code !== '' && code.length <= LONGEST_CODE && code !== String(status);
    if (usable && (name === 'code' || !/\s/.test(code)) && !(name === 'status' && /^\d+$/.test(code))) return code;
  }
  return undefined;
}

/** RFC 9457 §3.1.1: about:blank says no more than the status. */
function typeOf(members: ErrorObject['members']): string | undefined {
  const type = text(members.get('type'));
  return type === undefined || type === 'about:blank' || !/[:/]/.test(type) ? undefined : type;
}

/** `https://example.com/probs/out-of-credit` → `OUT_OF_CREDIT`. */
function codeOfType(type: string): string | undefined {
  const last = type.split(/[/#:?]/).findLast((part) => part !== '');
  return last && /[A-Za-z]/.test(last) && last.length <= LONGEST_CODE ? constantCase(last) : undefined;
}

/** `"error": "Not Found"` is a title. */
function phrase(members: ErrorObject['members']): string | undefined {
  const error = text(members.get('error'));
  return error && /\s/.test(error) ? error : undefined;
}

function singleError(members: ErrorObject['members']): SingleError {
  return {
    path: first(members, ['path', 'pointer', 'field', 'name']) ?? '$',
    code: first(members, ['code', 'errorCode']),
    message: first(members, ['message', 'detail', 'title', 'description']) ?? '',
  };
}

function first(members: ErrorObject['members'], names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = text(members.get(name));
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function text(value: Json | undefined): string | undefined {
  return value && kindOf(value) === STRING ? carriedShort(scalarText(value) as string, LONGEST) : undefined;
}
