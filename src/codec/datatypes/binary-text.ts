// base64Binary and hexBinary on bytes (XML Schema Part 2 §3.2.15, §3.2.16).
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { hexDigit } from '../../json/token.ts';
import { isSpace } from './white-space.ts';

/** Value of a base64 digit, or 255. */
const DIGIT = new Uint8Array(256).fill(255);
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((b, value) => {
  DIGIT[b] = value;
});

/** Copies base64 without its white space. Number of octets that it stands for, or -1 when it is not base64 (`out` then holds a part). */
export function copyBase64(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): number {
  const to = out.reserve(end - start);
  const from = out.length;
  let o = from;
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (DIGIT[b] !== 255) to[o++] = b;
    else if (b === 0x3d) return copyPadding(bytes, i, end, out, o);
    else if (!isSpace(b)) return -1;
  }
  out.length = o;
  return (o - from) % 4 === 0 ? ((o - from) / 4) * 3 : -1;
}

/** One or two `=` that end the text and fill its last group, whose unused bits are zero. `o`: where `out` is written. */
function copyPadding(bytes: Uint8Array, at: number, end: number, out: ByteBuffer, o: number): number {
  const to = out.bytes;
  const digits = o - out.length;
  let pads = 0;
  for (let i = at; i < end; i++) {
    if (bytes[i] === 0x3d) {
      to[o++] = 0x3d;
      pads++;
    } else if (!isSpace(bytes[i])) return -1;
  }
  out.length = o;
  if (digits === 0 || pads > 2 || (digits + pads) % 4 !== 0) return -1;
  const unused = pads === 1 ? 3 : 15;
  return (DIGIT[to[o - pads - 1]] & unused) === 0 ? ((digits + pads) / 4) * 3 - pads : -1;
}

/** Copies hexadecimal digits. Number of octets, or -1. */
export function copyHex(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): number {
  for (let i = start; i < end; i++) if (hexDigit(bytes[i]) < 0) return -1;
  out.append(bytes, start, end);
  return (end - start) % 2 === 0 ? (end - start) / 2 : -1;
}
