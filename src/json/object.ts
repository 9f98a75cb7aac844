import { jsonString } from './text.ts';
import { type Json, json } from './value.ts';

/** A JSON object of names and values, in order. Names must differ. */
export function objectOf(members: readonly (readonly [string, Json])[]): Json {
  const parts: Uint8Array[] = [OPEN];
  for (const [name, value] of members) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(jsonString(name), COLON, value.bytes.subarray(value.start, value.end));
  }
  return json(Buffer.concat([...parts, CLOSE]));
}

const OPEN = Buffer.from('{');
const CLOSE = Buffer.from('}');
const COMMA = Buffer.from(',');
const COLON = Buffer.from(':');
