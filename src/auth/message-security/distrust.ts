// The failure of a message whose protection does not hold.
import { SoapstoneError } from '../../errors/errors.ts';

/** `problem`: quotes nothing of the message. */
export function distrust(problem: string, suggestion?: string): SoapstoneError {
  return new SoapstoneError('UPSTREAM_SECURITY', problem, { suggestion, safeMessage: problem });
}
