import { ByteBuffer } from '../../bytes/buffer.ts';
import type { DecimalText } from './decimal-text.ts';
import type { Patterns } from './restriction.ts';
import { latin1 } from './text-slice.ts';

/** Most zeros that are tried before and after the digits, and the longest number for which they are. */
const MAX_BEFORE = 20;
const MAX_AFTER = 10;
const MAX_LENGTH = 64;

/**
 * The spelling of a number that a type's patterns ask for: JSON has no leading zeros, so an integer with the pattern `\d{5}` is written
 * 00501 for 501, and a decimal with `\d+\.\d{2}` 12.50 for 12.5. Undefined when no number of zeros will do.
 */
export function padded(value: DecimalText, integer: boolean, patterns: Patterns): string | undefined {
  const text = plainText(value, integer);
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

function plainText(value: DecimalText, integer: boolean): string {
  const out = new ByteBuffer(64);
  value.write(out, integer);
  return latin1(out.bytes, 0, out.length);
}
