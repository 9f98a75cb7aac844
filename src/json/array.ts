// Arrays and objects of JSON values.
import { ByteBuffer } from '../bytes/buffer.ts';
import { jsonString } from './text.ts';
import { type Json, json } from './value.ts';

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

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

/** A JSON object of names and values, in order. The caller has checked that names differ. */
export function objectOf(members: readonly (readonly [string, Json])[]): Json {
  const parts: Uint8Array[] = [OPEN_OBJECT];
  for (const [name, value] of members) {
    if (parts.length > 1) parts.push(COMMA_BYTES);
    parts.push(jsonString(name), COLON_BYTES, value.bytes.subarray(value.start, value.end));
  }
  return json(Buffer.concat([...parts, CLOSE_OBJECT]));
}

const OPEN_OBJECT = Buffer.from('{');
const CLOSE_OBJECT = Buffer.from('}');
const COMMA_BYTES = Buffer.from(',');
const COLON_BYTES = Buffer.from(':');
