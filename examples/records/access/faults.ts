// The faults of the contract that this service throws. Knows nothing about when.
import { DeclaredFault } from '../../../src/index.ts';

export type FaultName =
  | 'insufficientPermission'
  | 'invalidAccount'
  | 'invalidCredentials'
  | 'invalidSession'
  | 'invalidVersion'
  | 'exceededConcurrentRequestLimit'
  | 'exceededRequestLimit'
  | 'exceededUsageLimit'
  | 'exceededRecordCount'
  | 'exceededRequestSize'
  | 'unexpectedError'
  | 'async';

/** `code`: one of FaultCodeType. */
export function fault(name: FaultName, code: string, message: string): DeclaredFault {
  return new DeclaredFault(`${name}Fault`, message, { code, message }, 'Server.userException');
}
