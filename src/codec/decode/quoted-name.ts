// The commonest value of all, as one loop.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { appendJsonString } from '../../json/escape.ts';

/** UTF-8 bytes → a JSON string, quotes included. */
export function appendQuoted(input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  const bytes = out.reserve(end - start + 2);
  let o = out.length;
  bytes[o++] = 0x22;
  for (let i = start; i < end; i++) {
    const b = input[i];
    if (b < 0x20 || b === 0x22 || b === 0x5c) return appendRest(input, i, end, out, o);
    bytes[o++] = b;
  }
  bytes[o++] = 0x22;
  out.length = o;
}

function appendRest(input: Uint8Array, start: number, end: number, out: ByteBuffer, length: number): void {
  out.length = length;
  appendJsonString(input, start, end, out);
  out.push(0x22);
}
