// Transfer encodings of parts (RFC 2045 §6). HTTP needs none; some senders write base64 or quoted-printable all the same.
import { badPart } from './part-head.ts';

const IDENTITY = new Set(['', '7bit', '8bit', 'binary']);

/** Is the content sent as it is? */
export function isIdentity(encoding: string): boolean {
  return IDENTITY.has(encoding);
}

/** The octets that `content` stands for; `content` itself where nothing is encoded. Throws BAD_BODY. */
export function decodeTransfer(encoding: string, content: Uint8Array, part: string): Uint8Array {
  if (isIdentity(encoding)) return content;
  switch (encoding) {
    case 'base64':
      return fromBase64(content, part);
    case 'quoted-printable':
      return fromQuotedPrintable(content, part);
    default:
      throw badPart(part, 'has a Content-Transfer-Encoding that is not supported: use binary');
  }
}

/** Lines may end anywhere; everything else must be a digit or the padding. One pass, no text of the whole. */
function fromBase64(content: Uint8Array, part: string): Uint8Array {
  const out = Buffer.allocUnsafe(content.length);
  let length = 0;
  let digits = 0;
  let padding = 0;
  let bits = 0;
  for (const byte of content) {
    if (isSpace(byte)) continue;
    const value = DIGITS[byte];
    if (byte === 0x3d) padding++;
    else if (padding > 0 || value < 0) throw badPart(part, NO_BASE64);
    else {
      bits = ((bits << 6) | value) & 0xffffff;
      // Each digit but the first of four completes an octet.
      const unused = 6 - 2 * (digits++ & 3);
      if (unused < 6) out[length++] = bits >> unused;
    }
  }
  if (padding > 2 || (digits + padding) % 4 !== 0) throw badPart(part, NO_BASE64);
  return out.subarray(0, length);
}

const NO_BASE64 = 'is not the base64 that it says';

/** Value of each base64 digit; -1 for any other byte. */
const DIGITS = new Int8Array(256).fill(-1);
for (const [i, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  DIGITS[digit.charCodeAt(0)] = i;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
}

/** RFC 2045 §6.7. A line break after `=` is none. One pass, no text of the whole. */
function fromQuotedPrintable(content: Uint8Array, part: string): Uint8Array {
  const out = Buffer.allocUnsafe(content.length);
  let length = 0;
  for (let i = 0; i < content.length; i++) {
    if (content[i] !== 0x3d) {
      out[length++] = content[i];
      continue;
    }
    const octet = (hexDigit(content[i + 1]) << 4) | hexDigit(content[i + 2]);
    if (octet >= 0) {
      out[length++] = octet;
      i += 2;
      continue;
    }
    do i++;
    while (content[i] === 0x20 || content[i] === 0x09);
    if (content[i] !== 0x0d || content[++i] !== 0x0a) throw badPart(part, 'is not the quoted-printable that it says');
  }
  return out.subarray(0, length);
}

/** -1: no digit. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
