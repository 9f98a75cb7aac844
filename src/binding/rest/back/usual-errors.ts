// Error bodies in the usual forms: problems (RFC 9457), and what common APIs write. They are read where no form of the table fits.

import type { FaultInit, RestFault } from '../../../fault/fault.ts';
import { constantCase } from '../../../fault/fault-names.ts';
import { ARRAY, type Json, NUMBER, OBJECT, STRING } from '../../../json/value.ts';
import { itemsOf, kindOf, membersOf, scalarText } from '../../../json/walk.ts';
import { carriedShort } from '../../../xml/escape.ts';
import { translatedFault } from './translated-fault.ts';

/** What an error response says. */
export interface ErrorWords {
  readonly code?: string;
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly data?: Json;
  /** The object that holds them. */
  readonly object?: Json;
  /** The whole body, where the object is a member of it. */
  readonly body?: Json;
  readonly errors: readonly SingleError[];
  readonly fault?: RestFault['fault'];
  /** Where in the request the problem is. */
  readonly path?: string;
  readonly instance?: string;
}

type Single = NonNullable<FaultInit['errors']>[number];
type SingleError = Omit<Single, 'code'> & { readonly code: string | undefined };

/** One object, and its members by name. */
interface ErrorObject {
  readonly object?: Json;
  readonly members: ReadonlyMap<string, Json>;
}

export const LONGEST = 2000;
export const LONGEST_CODE = 200;
export const MOST_ERRORS = 100;

/** `status`: that of the response, which some bodies repeat as their code. */
export function errorWords(body: Json, status: number): ErrorWords {
  const list = objectsOf(body);
  const outer = errorObject(body) ?? list[0] ?? { members: new Map() };
  const errors = list.length > 0 ? list : objectsOf(outer.members.get('errors'));
  const { object, members } = speaker(outer, errors);
  const type = typeOf(members.get('type'));
  return {
    code: codeOf(members, status) ?? (type && codeOfType(type)),
    type,
    title: text(members.get('title')) ?? phrase(members),
    detail: first(members, [
      'detail',
      'message',
      'error_description',
      'errorMessage',
      'error_message',
      'msg',
      'description',
    ]),
    data: members.get('data'),
    path: errors[0] && pathOf(errors[0].members),
    instance: text(members.get('instance')),
    object,
    body: object === outer.object ? undefined : outer.object,
    errors: errors.map(({ members: errorMembers }) => singleError(errorMembers)),
    fault: type?.startsWith('urn:soapstone:error:') ? translatedFault(members.get('fault')) : undefined,
  };
}

/** An `error` or `errors` object without a message takes the message of its content. */
function speaker(outer: ErrorObject, errors: readonly ErrorObject[]): ErrorObject {
  const errorMember = errorObject(outer.members.get('error'));
  if (errorMember) return errorMember;
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
export function typeOf(value: Json | undefined): string | undefined {
  const type = text(value);
  return type === undefined || type === 'about:blank' || !/[:/]/.test(type) || ABOUT_HTTP.test(type) ? undefined : type;
}

/** Addresses in the specification of HTTP say no more than the status either. */
const ABOUT_HTTP = /\brfc-?(?:2616|4918|6585|723[1-5]|9110)\b/i;

/** `https://example.com/probs/out-of-credit` → `OUT_OF_CREDIT`. */
export function codeOfType(type: string): string | undefined {
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
    path: pathOf(members) ?? '$',
    code: first(members, ['code', 'errorCode']),
    message: first(members, ['message', 'detail', 'title', 'description']) ?? '',
  };
}

function pathOf(members: ErrorObject['members']): string | undefined {
  return first(members, ['path', 'pointer', 'field', 'name']);
}

function first(members: ErrorObject['members'], names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = text(members.get(name));
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

export function text(value: Json | undefined): string | undefined {
  return value && kindOf(value) === STRING ? carriedShort(scalarText(value) as string, LONGEST) : undefined;
}
