import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';

/** The error of a fill: every name that has no value, once. */
export function missingNames(
  names: readonly string[],
  location: string,
  variables?: readonly number[],
): SoapstoneError {
  const list = [...new Set(names)].map((name) => `{${name}}`).join(', ');
  const code: ErrorCode = 'CODEC_MISSING';
  return new SoapstoneError(code, `no value for ${list} in the ${location}`, { variables });
}
