// Errors while reading a response: always the service's failure (502), never the client's.
import { Mismatch } from '../../../codec/model/codec.ts';
import { errorTable, SoapstoneError } from '../../../errors/errors.ts';
import { Fault, type SoapFault } from '../../../fault/fault.ts';
import { titleOf } from '../../../fault/fault-names.ts';
import { upstream } from '../../upstream-response-error.ts';

/** Turns errors that are coded for requests into errors of a response. */
export function responseError(error: unknown): unknown {
  if (error instanceof Mismatch) {
    return new SoapstoneError('UPSTREAM_BODY', `the response is not one that the rule describes: ${error.message}`, {
      path: error.path,
      cause: error,
    });
  }
  if (!(error instanceof SoapstoneError) || errorTable[error.code][0] !== 'request') return error;
  if (error.code === 'PATTERN_LIMIT')
    return new SoapstoneError('UPSTREAM_LIMIT', error.message, { ...error, cause: error });
  if (error.code === 'XML_LIMIT')
    return upstream('UPSTREAM_LIMIT', `the response is too large: ${error.message}`, error);
  return new SoapstoneError('UPSTREAM_BODY', `the response is not what the contract says: ${error.message}`, {
    path: error.path || undefined,
    offset: error.offset,
    cause: error,
  });
}

export function soapFault(soap: SoapFault): Fault {
  return new Fault({
    status: 502,
    code: 'UPSTREAM_FAULT',
    title: titleOf('UPSTREAM_FAULT'),
    detail: soap.reason || undefined,
    soap,
  });
}
