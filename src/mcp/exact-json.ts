// One JSON document of a client: within the limits, with every digit of its numbers.
import { parseExactly } from '../json/exact-numbers.ts';
import { LazyJson } from '../json/lazy-json.ts';
import type { JsonLimits } from '../json/limits.ts';

/** Throws SoapstoneError JSON_SYNTAX, JSON_LIMIT and JSON_DUPLICATE_KEY. */
export function parseMessage(bytes: Uint8Array, limits: JsonLimits): unknown {
  // Scans the whole document.
  void new LazyJson(bytes, limits).tape;
  return parseExactly(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}
