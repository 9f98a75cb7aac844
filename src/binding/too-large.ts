import { SoapstoneError } from '../errors/errors.ts';

export function tooLarge(limit: number): SoapstoneError {
  return new SoapstoneError('PAYLOAD_TOO_LARGE', `the body has more than ${limit} bytes`);
}
