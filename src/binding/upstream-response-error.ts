// Errors in a response of the service: always its failure (502), so that clients are not blamed.
import { type ErrorCode, errorTable, SoapstoneError } from '../errors/errors.ts';

/** Turns an error with a code for requests into one of a response: a limit, or what `translate` makes of it. */
export function responseErrorOf(error: unknown, translate: (error: SoapstoneError) => SoapstoneError): unknown {
  if (!(error instanceof SoapstoneError) || errorTable[error.code][0] !== 'request') return error;
  if (error.code === 'PATTERN_LIMIT')
    return new SoapstoneError('UPSTREAM_LIMIT', error.message, { ...error, cause: error });
  return translate(error);
}

/**
 * For fronts: turns a validation error in a response that is written for the client into UPSTREAM_BODY (502; a Receiver or Server fault for SOAP
 * clients) with the same path. The values are the service's, whatever the error's code says.
 */
export function aboutResponse(error: unknown): unknown {
  return responseErrorOf(
    error,
    ({ message, path }) =>
      new SoapstoneError('UPSTREAM_BODY', `the response cannot be shown: ${message}`, { path, cause: error }),
  );
}

/** `message`: quotes nothing of the response, unless there is a cause. */
export function upstream(code: ErrorCode, message: string, cause?: unknown): SoapstoneError {
  return new SoapstoneError(code, message, { cause, safeMessage: cause === undefined ? message : undefined });
}

export function statusError(status: number, cause?: unknown): SoapstoneError {
  return upstream('UPSTREAM_STATUS', `the upstream responded with status ${status}`, cause);
}

/** `path`: of the request. A page of a proxy or a server says that something else than the service has responded. */
export function htmlStatusError(status: number, path: string): SoapstoneError {
  const message = `the upstream responded with status ${status} and an HTML page`;
  const suggestion = `see whether ${path.split('?', 1)[0]} at the upstream's address is the service, and what proxies on the way respond`;
  return new SoapstoneError('UPSTREAM_STATUS', message, { suggestion, safeMessage: message });
}

/** `expected`: what it should be. A type that is none is not repeated. */
export function otherMedia(expected: string, type: string): SoapstoneError {
  const actual = /^[\w.+/-]{1,64}$/.test(type) ? type : 'something else';
  return upstream('UPSTREAM_MEDIA_TYPE', `the response is not ${expected} but ${actual}`);
}
