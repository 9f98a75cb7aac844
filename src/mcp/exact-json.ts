// One JSON document of a client: within the limits, with every digit of its numbers.
import { SoapstoneError } from '../errors/errors.ts';
import { parseExactly, parseVerbatim } from '../json/exact-numbers.ts';
import { LazyJson } from '../json/lazy-json.ts';
import type { JsonLimits } from '../json/limits.ts';
import { ARRAY } from '../json/value.ts';
import { itemsOf, kindOf } from '../json/walk.ts';

/** Messages of one batch (JSON-RPC 2.0 §6, MCP 2025-03-26): each may be a call of the service. */
const MAX_BATCH = 50;

/** Throws SoapstoneError JSON_SYNTAX, JSON_LIMIT (also for longer batches) and JSON_DUPLICATE_KEY, before a value is made. */
export function parseMessage(bytes: Uint8Array, limits: JsonLimits): unknown {
  const document = new LazyJson(bytes, limits);
  // Scans the whole document.
  void document.tape;
  if (kindOf(document) === ARRAY && itemsOf(document).length > MAX_BATCH)
    throw new SoapstoneError('JSON_LIMIT', `a batch has more than ${MAX_BATCH} messages`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return withArguments(parseExactly(text), parseVerbatim(text));
}

interface Message {
  readonly params?: { readonly arguments?: unknown } | null;
}

/** Arguments reach the service as they were written (`5.10`); the protocol's own members are numbers of JavaScript. */
function withArguments(message: unknown, verbatim: unknown): unknown {
  if (Array.isArray(message)) return message.map((one, i) => withArguments(one, (verbatim as unknown[])[i]));
  const args = (verbatim as Message | null)?.params?.arguments;
  return args === undefined
    ? message
    : { ...(message as Message), params: { ...(message as Message).params, arguments: args } };
}
