import { SoapstoneError } from '../../errors/errors.ts';

/** What a step throws, where that is a problem of the message. */
export function problemOf(step: () => void): SoapstoneError[] {
  try {
    step();
    return [];
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    return [e];
  }
}
