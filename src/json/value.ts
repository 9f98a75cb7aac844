// A JSON value as a slice of bytes: what a variable of a rule is bound to. Knows nothing about XML, contracts or rules.

/** The first byte decides the kind. `tape` and `node` are present when the bytes have been scanned (see tape.ts). */
export interface Json {
  readonly bytes: Uint8Array;
  /** The slice [start, end) holds exactly one JSON value, without surrounding white space. */
  readonly start: number;
  readonly end: number;
  /** Scan of `bytes`, shared by all values cut out of one document. */
  readonly tape?: Tape;
  /** Index of this value's entry on the tape; meaningless without one. */
  readonly node?: number;
}

/** Kinds of tape entries. */
export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
export const TRUE = 5;
export const FALSE = 6;
export const NULL = 7;
/** A member name; the entry after it is the member's value. Same layout as STRING. */
export const KEY = 8;

/** Flag added to the kind of a STRING or KEY that contains a backslash escape. */
export const ESCAPED = 16;

/**
 * The offsets of one scanned document. Entry i takes STRIDE ints: [kind | flags, start, end, next].
 * `start`/`end` delimit the bytes (strings and keys: without the quotes); `next` is the entry after this value, so
 * children of a container at i are i+1 … next(i)-1, each skipping by its own `next`. Object children alternate KEY, value.
 */
export interface Tape {
  readonly bytes: Uint8Array;
  readonly entries: Int32Array;
  /** Number of entries. */
  readonly length: number;
}

export const STRIDE = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Wraps bytes that are known to hold exactly one JSON value. */
export function json(bytes: Uint8Array, start = 0, end = bytes.length): Json {
  return { bytes, start, end };
}

/** Bytes of all of the values. */
export function sizeOf(values: readonly (Json | undefined)[]): number {
  let size = 0;
  for (const value of values) if (value !== undefined) size += value.end - value.start;
  return size;
}

/** The JSON value of an ordinary JavaScript value. Off the hot path. */
export function fromJs(value: unknown): Json {
  return json(encoder.encode(JSON.stringify(value)));
}

/** JSON text of a value. */
export function textOf(value: Json): string {
  return decoder.decode(value.bytes.subarray(value.start, value.end));
}

/** Parsed value. Off the hot path: loses digits of long numbers. */
export function toJs(value: Json): unknown {
  return JSON.parse(textOf(value));
}
