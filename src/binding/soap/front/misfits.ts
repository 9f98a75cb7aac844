// Items of a response that have no form in the client's message. Off the hot path: after the whole has failed.
import type { Tolerance } from '../../../codec/model/codec.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Misfit } from '../../../rule/exchange.ts';

/** Those that `write` leaves out. It may throw all the same. */
export function misfitsIn(write: (tolerance: Tolerance) => unknown): Misfit[] {
  const misfits: Misfit[] = [];
  const leaveOutItem = (index: number, problem: SoapstoneError) => void misfits.push({ index, problem });
  try {
    write({ omits: () => false, values: false, leaveOut: () => undefined, leaveOutItem });
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
  }
  return misfits;
}
