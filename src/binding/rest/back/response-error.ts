// Errors while reading a response: always the service's failure (502), never the client's.
import { errorTable, SoapstoneError } from '../../../errors/errors.ts';
import { upstream } from '../../upstream-response-error.ts';

/** Turns errors that are coded for requests into errors of a response. */
export function responseError(error: unknown): unknown {
  if (!(error instanceof SoapstoneError) || errorTable[error.code][0] !== 'request') return error;
  const { code, path, offset } = error;
  if (code === 'PATTERN_LIMIT') return new SoapstoneError('UPSTREAM_LIMIT', error.message, { ...error, cause: error });
  if (code === 'JSON_LIMIT') return upstream('UPSTREAM_LIMIT', `the response is too large: ${error.message}`, error);
  const problem = code === 'JSON_SYNTAX' ? 'is not JSON' : 'is not one that the rule describes';
  const location = path === undefined ? '' : ` at ${path}`;
  return new SoapstoneError('UPSTREAM_BODY', `the response ${problem}: ${error.message}${location}`, {
    path,
    offset,
    cause: error,
  });
}
