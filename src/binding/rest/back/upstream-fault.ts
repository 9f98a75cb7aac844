// Turns an error response of a REST service into a Fault. Knows nothing about rules.

import { errorTable } from '../../../errors/errors.ts';
import { Fault } from '../../../fault/fault.ts';
import { titleWithout } from '../../../fault/fault-names.ts';
import { type Json, NUMBER, OBJECT } from '../../../json/value.ts';
import { kindOf, member, scalarText } from '../../../json/walk.ts';
import type { ErrorForm } from '../../../rule/error-form.ts';
import type { HeaderFields } from '../../../rule/pattern.ts';
import { declaredWords } from './declared-errors.ts';
import { type ErrorWords, errorWords } from './usual-errors.ts';

const noWords: ErrorWords = { errors: [] };

/** Status of a problem that came with a success (RFC 9457 §3.1.2); 500 where it says none of an error. */
export function statusIn(problem: Json | undefined): number {
  const status = problem && kindOf(problem) === OBJECT ? member(problem, 'status') : undefined;
  const text = status && kindOf(status) === NUMBER ? scalarText(status) : undefined;
  return text !== undefined && /^[45]\d\d$/.test(text) ? Number(text) : 500;
}

/** Its code is not for the log, unless it is one of ours: a row of the table may say that it is known. `body`: the JSON of the response; undefined where there is none. */
export function upstreamFault(
  status: number,
  headers: HeaderFields,
  body: Json | undefined,
  forms: readonly ErrorForm[] = [],
): Fault {
  const fields =
    body === undefined ? noWords : (declaredWords(body, status, headers, forms) ?? errorWords(body, status));
  const { code, type, title, detail, data, object, body: wholeBody, fault, path, instance } = fields;
  const faultCode = code ?? 'UPSTREAM_FAULT';
  return new Fault({
    status,
    code: faultCode,
    logged: Object.hasOwn(errorTable, faultCode) ? undefined : 'UPSTREAM_FAULT',
    title: title ?? titleWithout(status, code),
    detail,
    data,
    headers: passedOn(headers),
    errors: fields.errors.length > 0 ? fields.errors.map((e) => ({ ...e, code: e.code ?? faultCode })) : undefined,
    rest: { headers, code, type, object, body: wholeBody, fault, texts: { code, type, title, detail, path, instance } },
  });
}

/** Seconds, or a date (RFC 9110 §10.2.3, §5.6.7). */
const RETRY_AFTER = /^(?:\d{1,10}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/;

/** Retry-After is passed on to clients (RFC 9110 §10.2.3). */
function passedOn(headers: HeaderFields): Record<string, string> | undefined {
  const value = headers['retry-after'];
  return typeof value === 'string' && RETRY_AFTER.test(value) ? { 'Retry-After': value } : undefined;
}
