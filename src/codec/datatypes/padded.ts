// Spellings of numbers that patterns want: JSON numbers have no leading zeros, and programs write no trailing ones.
import type { Patterns } from './restriction.ts';

/** Most zeros to try before and after the digits, and the longest number to pad. */
const MAX_BEFORE = 20;
const MAX_AFTER = 10;
const MAX_LENGTH = 64;

/**
 * The spelling of a number that the patterns accept: an integer with the pattern `\d{5}` is written 00501 for 501, and a decimal or a
 * double with `\d+\.\d{2}` 12.50 for 12.5. `text`: digits, perhaps with a sign and a point. Undefined when no number of zeros will do.
 */
export function padded(text: string, integer: boolean, patterns: Patterns): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length);
  const point = digits.includes('.') ? '' : '.';
  for (let after = 0; after <= (integer ? 0 : MAX_AFTER); after++) {
    const tail = after === 0 ? digits : `${digits}${point}${'0'.repeat(after)}`;
    for (let leadingZeros = 0; leadingZeros <= MAX_BEFORE; leadingZeros++) {
      const attempt = Buffer.from(`${sign}${'0'.repeat(leadingZeros)}${tail}`);
      if (patterns.check(attempt, 0, attempt.length) === undefined) return attempt.toString();
    }
  }
  return undefined;
}
