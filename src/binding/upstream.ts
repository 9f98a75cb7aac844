// What is wrong with the peer's response, whatever its protocol: always the peer's failure (502), never the caller's.
import { type ErrorCode, SoapstoneError } from '../errors/errors.ts';

export function upstream(code: ErrorCode, message: string, cause?: unknown): SoapstoneError {
  return new SoapstoneError(code, message, { cause });
}

export function statusError(status: number, cause?: unknown): SoapstoneError {
  return upstream('UPSTREAM_STATUS', `the peer responded with status ${status}`, cause);
}

/** `expected`: what it should be. A type that is none is not repeated. */
export function otherMedia(expected: string, type: string): SoapstoneError {
  const actual = /^[\w.+/-]{1,64}$/.test(type) ? type : 'something else';
  return upstream('UPSTREAM_MEDIA_TYPE', `the response is not ${expected} but ${actual}`);
}
