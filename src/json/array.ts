import { ByteBuffer } from '../bytes/buffer.ts';
import { type Json, json } from './value.ts';

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

/** A JSON array of values. */
export function arrayOf(items: readonly Json[]): Json {
  let size = 2;
  for (const { start, end } of items) size += end - start + 1;
  const out = new ByteBuffer(size);
  out.push(OPEN);
  for (const { bytes, start, end } of items) {
    if (out.length > 1) out.push(COMMA);
    out.append(bytes, start, end);
  }
  out.push(CLOSE);
  return json(out.bytes, 0, out.length);
}
