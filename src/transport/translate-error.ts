// Translates errors of undici into coded errors. The library's own code stays in `cause`, for the log. Knows nothing
// about requests.
import { type ErrorCode, SoapstoneError } from '../errors/errors.ts';

/** Progress of a request: no connection yet, written to one, or its response has begun. */
export type Progress = 'connecting' | 'asked' | 'replying';

type ErrorText = readonly [ErrorCode, string];

/** By codes of undici, at any progress. */
const UNDICI_ERRORS: Readonly<Record<string, ErrorText>> = {
  UND_ERR_CONNECT_TIMEOUT: ['UPSTREAM_TIMEOUT', 'the service did not accept a connection in time'],
  UND_ERR_HEADERS_TIMEOUT: ['UPSTREAM_TIMEOUT', 'the service did not respond in time'],
  UND_ERR_BODY_TIMEOUT: ['UPSTREAM_TIMEOUT', 'the service stopped in the middle of its response'],
  UND_ERR_HEADERS_OVERFLOW: ['UPSTREAM_LIMIT', 'the response headers are too large'],
};

export function translateError(error: Error, progress: Progress): Error {
  if (error instanceof SoapstoneError) return error;
  const [code, message] = UNDICI_ERRORS[codeOf(error)] ?? saidOf(error, progress);
  return new SoapstoneError(code, message, { cause: error });
}

function saidOf(error: Error, progress: Progress): ErrorText {
  const how = endOf(error);
  switch (progress) {
    case 'connecting':
      return ['UPSTREAM_CONNECT', 'the service is unreachable'];
    case 'asked':
      return ['UPSTREAM_CONNECT', how === undefined ? 'the response is not HTTP' : `there is no response: ${how}`];
    case 'replying':
      return ['UPSTREAM_BODY', how === undefined ? cutOff(error) : `the response was cut off: ${how}`];
  }
}

function cutOff(error: Error): string {
  return codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
    ? 'the response does not have its Content-Length'
    : 'the response was cut off, or is not HTTP';
}

/** The failure of the connection; undefined for other errors. */
function endOf(error: Error): string | undefined {
  const code = codeOf(error);
  if (code === 'ECONNRESET') return 'the connection was reset';
  if (code === 'UND_ERR_SOCKET' || code === 'EPIPE') return 'the connection was closed';
  return 'syscall' in error ? 'the connection broke' : undefined;
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? error.name;
}
