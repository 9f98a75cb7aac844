// What Redis and the way to it say, as coded errors. Texts of Redis may name hosts and users: they are causes, for the log.
import { SoapstoneError } from '../errors/errors.ts';

const SAYINGS: readonly (readonly [RegExp, 'STORE_FULL' | 'STORE_UNAVAILABLE', string])[] = [
  [/^OOM/, 'STORE_FULL', 'the store is full; try again later'],
  [/^(NOAUTH|WRONGPASS|ERR AUTH|ERR invalid password)/, 'STORE_UNAVAILABLE', 'the store refuses the user or password'],
  [/^NOPERM/, 'STORE_UNAVAILABLE', 'the store user lacks permissions'],
  [/^READONLY/, 'STORE_UNAVAILABLE', 'the store is a read-only replica'],
  [/^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)/, 'STORE_UNAVAILABLE', 'the store is busy'],
  [/^Command timed out/, 'STORE_UNAVAILABLE', 'the store did not respond in time'],
];

export function readRedisError(error: Error): SoapstoneError {
  for (const [says, code, message] of SAYINGS) {
    if (says.test(error.message)) return new SoapstoneError(code, message, { cause: error });
  }
  return new SoapstoneError('STORE_UNAVAILABLE', 'the store cannot be reached; try again later', { cause: error });
}
