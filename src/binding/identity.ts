// Request id, trace context and method of a request: the client's where they are well-formed, so that no other text gets into logs, metrics and
// header fields.
import { randomUUID } from 'node:crypto';

type Field = string | string[] | undefined;

const REQUEST_ID = /^[A-Za-z0-9._:+/=@-]{1,128}$/;
/** W3C Trace Context §3.2.2, version 00; all-zero ids are not valid. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export function requestId(field: Field): string {
  return typeof field === 'string' && REQUEST_ID.test(field) ? field : freshId();
}

/** Ids that share the random digits of one UUID; the last twelve count. */
const SERIES = 2 ** 20;
const FIRST_DIGITS = 24;
let firstDigits = '';
let count = SERIES;

/** Random in 74 bits for each series, and so unique over processes; nobody has to be unable to guess it. A UUID for each request costs ten times as much. */
function freshId(): string {
  if (count === SERIES) [firstDigits, count] = [randomUUID().slice(0, FIRST_DIGITS), 0];
  return firstDigits + (count++).toString(16).padStart(12, '0');
}

export function traceparent(field: Field): string | undefined {
  return typeof field === 'string' && TRACEPARENT.test(field) ? field : undefined;
}

/** RFC 9110 §9.1; other methods are one, since clients make them up. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);
export const OTHER_METHOD = '_OTHER';

/** A method as metrics and traces name it. */
export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : OTHER_METHOD;
}

/** Trace id of a valid traceparent whose trace is recorded (its sampled flag is set, §3.2.2.5); undefined for others. */
export function sampledTrace(traceparent: string): string | undefined {
  return Number.parseInt(traceparent.slice(-1), 16) & 1 ? traceparent.slice(3, 35) : undefined;
}
