import { type Json, json } from './value.ts';

/** A JSON array of values. */
export function arrayOf(items: readonly Json[]): Json {
  const parts: Uint8Array[] = [];
  for (const item of items) {
    parts.push(parts.length === 0 ? OPEN : COMMA, item.bytes.subarray(item.start, item.end));
  }
  return json(Buffer.concat(parts.length === 0 ? [OPEN, CLOSE] : [...parts, CLOSE]));
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
