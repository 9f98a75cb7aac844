// Content codings (RFC 9110 §8.4): one at a time, and bounded. Knows nothing about what the bytes mean.
import {
  type BrotliOptions,
  brotliDecompress,
  gunzip,
  inflateRaw,
  inflate as inflateZlib,
  type ZlibOptions,
} from 'node:zlib';
import { inTurn } from './thread-turns.ts';

export type Coding = 'identity' | 'gzip' | 'deflate' | 'br';

/** Output up to this size is never a bomb, whatever its ratio. */
const FREE = 1024 * 1024;
const RATIO = 100;
/** Of XML and JSON. */
const USUAL_RATIO = 8;
/** The message for a higher ratio. */
export const BOMB = `has more than ${RATIO} bytes for each byte that was sent`;

/** The one coding of a message; undefined for several or an unknown one. */
export function codingOf(header: string | string[] | undefined): Coding | undefined {
  if (header === undefined) return 'identity';
  if (typeof header !== 'string') return undefined;
  switch (header.trim().toLowerCase()) {
    case '':
    case 'identity':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'deflate':
      return 'deflate';
    case 'br':
      return 'br';
    default:
      return undefined;
  }
}

/** `limit`: more than the limit. `ratio`: more than `RATIO` times what was sent. `data`: invalid, cut off, or followed by more bytes. */
export type InflateProblem = 'limit' | 'ratio' | 'data';

type InflateCallback = (problem: InflateProblem | undefined, bytes: Uint8Array) => void;
/** With `info`, which the types of node:zlib do not know. `bytesWritten`: bytes that were read. */
interface Result {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
type Inflater = (
  bytes: Uint8Array,
  options: ZlibOptions & BrotliOptions,
  callback: (error: (Error & { code?: string }) | null, result: Result) => void,
) => void;

/** Bytes that the result probably has: gzip says it at its end (RFC 1952 §2.3.1), modulo 2^32 and unproven. */
export function expectedBytes(coding: Coding, bytes: Uint8Array, limit: number): number {
  const n = bytes.length;
  const expected =
    coding === 'gzip' && n >= 4
      ? (bytes[n - 4] | (bytes[n - 3] << 8) | (bytes[n - 2] << 16) | (bytes[n - 1] << 24)) >>> 0
      : n * USUAL_RATIO;
  return Math.min(expected, limit, Math.max(FREE, n * RATIO));
}

/** `limit`: most bytes of the result. `isNeeded`: checked when its turn comes; if false, `callback` is not called. Clients take turns. */
export function inflate(
  coding: Coding,
  bytes: Uint8Array,
  limit: number,
  callback: InflateCallback,
  isNeeded: () => boolean = () => true,
  client = '',
): void {
  if (coding === 'identity') {
    callback(undefined, bytes);
    return;
  }
  // zlib throws for 0.
  const maxOutputLength = Math.max(1, Math.min(limit, Math.max(FREE, bytes.length * RATIO)));
  inTurn(client, isNeeded, (over) =>
    inflaterOf(coding, bytes)(bytes, { maxOutputLength, info: true }, (error, result) => {
      over();
      if (error) callback(problemOf(error.code, maxOutputLength < limit), bytes);
      else if (result.engine.bytesWritten < bytes.length) callback('data', bytes);
      else callback(undefined, result.buffer);
    }),
  );
}

function problemOf(code: string | undefined, isRatio: boolean): InflateProblem {
  if (code !== 'ERR_BUFFER_TOO_LARGE') return 'data';
  return isRatio ? 'ratio' : 'limit';
}

/** Some services send `deflate` without the zlib wrapper that RFC 9110 §8.4.1.2 asks for: its first byte shows it. */
function inflaterOf(coding: Coding, bytes: Uint8Array): Inflater {
  if (coding === 'gzip') return gunzip as unknown as Inflater;
  if (coding === 'br') return brotliDecompress as unknown as Inflater;
  return ((bytes[0] & 0x0f) === 8 ? inflateZlib : inflateRaw) as unknown as Inflater;
}
