import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault, toFault } from '../../../fault/fault.ts';

/** Nothing was sent. `ms`: when to come again. */
export function refused(code: 'BREAKER_OPEN' | 'OVERLOADED', message: string, ms: number): Fault {
  const { init } = toFault(new SoapstoneError(code, message));
  return new Fault({ ...init, headers: { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) } });
}
