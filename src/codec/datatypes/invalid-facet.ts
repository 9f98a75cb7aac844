import { SoapstoneError } from '../../errors/errors.ts';

/** A facet that makes no sense for its type: found when the type is compiled, that is at load. */
export function invalidFacet(message: string): SoapstoneError {
  return new SoapstoneError('CONTRACT_INVALID', message);
}
