// Whose mistake a value is: the codec and the patterns know what is wrong with it, only a binding knows who sent it.
import { errorTable, SoapstoneError } from '../errors/errors.ts';

/**
 * For fronts: what goes wrong while a response is written is about the peer's values, whatever its code says. It becomes UPSTREAM_BODY (502; a
 * Receiver or Server fault for SOAP callers) with the same path.
 */
export function aboutResponse(error: unknown): unknown {
  if (!(error instanceof SoapstoneError) || errorTable[error.code][0] !== 'request') return error;
  if (error.code === 'PATTERN_LIMIT')
    return new SoapstoneError('UPSTREAM_LIMIT', error.message, { ...error, cause: error });
  return new SoapstoneError('UPSTREAM_BODY', `the response cannot be shown: ${error.message}`, {
    path: error.path,
    cause: error,
  });
}
