// Compresses responses for clients that accept it (RFC 9110 §8.4). Knows nothing about what a body means.
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import { acceptedCoding, type Coding } from './content-coding.ts';
import { reservationOf } from './response-memory.ts';
import { inTurn } from './thread-turns.ts';

/** Text, and what is written as text. Images, archives and multipart bodies gain nothing; an event must not wait for the next one. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream\b)[^;]*|application\/(?:json|xml|javascript|x-ndjson|jsonl)|[^;]+\+(?:json|xml))\s*(?:;|$)/i;
const NO_TRANSFORM = /(?:^|[\s,])no-transform(?:$|[\s,])/i;
/** Statuses without a body, and parts of one. */
const WITHOUT = new Set([204, 206, 304]);

/** Better levels need twice the time for a tenth of the size. */
const GZIP: ZlibOptions = { level: 4 };
/** A window of 256 KiB: that of the default is 4 MiB for each stream. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

export class Compression {
  private readonly least: number;

  /** `least`: bytes of the smallest body that is compressed. */
  constructor(least: number) {
    this.least = least;
  }

  /**
   * The coding of a response; undefined: it goes out as it is. Adds `Vary` to `fields` where the client decides. `length`: bytes of the
   * body; absent: a stream.
   */
  codingFor(req: IncomingMessage, status: number, fields: string[], media: string, length = this.least) {
    if (length < this.least || WITHOUT.has(status) || !COMPRESSIBLE.test(media)) return undefined;
    if (isFixed(fields) || NO_TRANSFORM.test(req.headers['cache-control'] ?? '')) return undefined;
    fields.push('vary', 'accept-encoding');
    return acceptedCoding(req.headers['accept-encoding']);
  }
}

/** RFC 9111 §5.2.2.6: `no-transform`; or it is coded already. */
function isFixed(fields: readonly string[]): boolean {
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i].toLowerCase();
    if (name === 'content-encoding' || (name === 'cache-control' && NO_TRANSFORM.test(fields[i + 1]))) return true;
  }
  return false;
}

/** Compresses the body of `res` as a whole. `then` is not called for a client that has left. */
export function compressBody(
  res: ServerResponse,
  coding: Coding,
  body: Uint8Array,
  then: (error: Error | null, bytes: Uint8Array) => void,
): void {
  const memory = reservationOf(res);
  memory?.replace(body.buffer.byteLength);
  const isNeeded = () => !res.destroyed;
  inTurn(memory?.clientName ?? '', isNeeded, (over) => {
    const finish = (error: Error | null, bytes: Uint8Array) => {
      over();
      if (isNeeded()) then(error, bytes);
    };
    if (coding === 'gzip') gzip(body, GZIP, finish);
    else brotliCompress(body, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }, finish);
  });
}

/** Bytes outside of the heap that an encoder has taken for itself, as measured with the options above. */
const ENCODER_BYTES: Readonly<Record<Coding, number>> = { br: 1_300_000, gzip: 300_000 };

/** Counts the encoder of a stream until the response has been sent. False where there is no room: send it uncompressed. */
export function hasRoomFor(res: ServerResponse, coding: Coding): boolean {
  return reservationOf(res)?.take(ENCODER_BYTES[coding]) ?? true;
}

/** What a stream of bytes is written to. */
export interface ByteOutput {
  readonly writableLength: number;
  write(bytes: Uint8Array, callback?: () => void): boolean;
  end(bytes?: Uint8Array): unknown;
  on(event: 'drain', listener: () => void): unknown;
}

/** Compresses what is written, and passes it on with every write: a client sees what the service has sent. `onBytes`: called with the bytes of each piece. */
export function compressingOutput(res: ServerResponse, coding: Coding, onBytes: (bytes: number) => void): ByteOutput {
  const gzipOptions: ZlibOptions = { ...GZIP, flush: constants.Z_SYNC_FLUSH };
  const brotliOptions: BrotliOptions = { params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH };
  const output = coding === 'gzip' ? createGzip(gzipOptions) : createBrotliCompress(brotliOptions);
  output.on('data', (piece: Uint8Array) => onBytes(piece.length));
  output.on('error', () => res.destroy());
  res.once('close', () => output.destroy());
  output.pipe(res);
  return output;
}
