// Reads the complete body of a request, up to a limit, also where a body parser or the server had it first. Knows nothing about its content.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Pieces } from '../bytes/pieces.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { codedFault, type Fault } from '../fault/fault.ts';
import { BOMB, type Coding, codingOf, type InflateProblem, inflate } from './inflate.ts';
import type { MemoryReservation } from './memory-account.ts';

type BodyRead = (error: unknown, body: Uint8Array, received: number) => void;

const nothing = new Uint8Array(0);

/** A body is held twice: as received, and as the message made from it. */
const TIMES = 2;

/**
 * Reads the body as a whole, at most `limit` bytes as sent and as inflated, and calls back once: perhaps before it returns, never when
 * the client disconnects in the middle. Its bytes count in `memory`, which they may not fit. Throws PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 * and BODY_CONSUMED.
 */
export function readBody(
  req: IncomingMessage,
  limit: number,
  callback: BodyRead,
  memory: MemoryReservation | undefined = undefined,
): void {
  const coding = codingOf(req.headers['content-encoding']);
  if (coding === undefined)
    throw new SoapstoneError('UNSUPPORTED_MEDIA_TYPE', 'the content coding must be one of gzip, deflate, br');
  if (Number(req.headers['content-length']) > limit) throw tooLarge(limit);
  if (req.readableDidRead || req.readableEnded) callback(undefined, ...rawBody(req, limit));
  else new BodyReader(limit, coding, memory, callback).read(req);
}

/** The client may send the request again. */
export function noRoom(): Fault {
  return codedFault('OVERLOADED', 'the gateway has as many bytes of bodies as it can hold', { 'Retry-After': '1' });
}

class BodyReader {
  private readonly limit: number;
  private readonly coding: Coding;
  private readonly memory: MemoryReservation | undefined;
  private readonly callback: BodyRead;
  private pieces = new Pieces();
  private received = 0;
  private over = false;

  constructor(limit: number, coding: Coding, memory: MemoryReservation | undefined, callback: BodyRead) {
    this.limit = limit;
    this.coding = coding;
    this.memory = memory;
    this.callback = callback;
  }

  /** Refuses at once a body whose announced length has no room: half of it would take the room of others. */
  read(req: IncomingMessage): void {
    const announced = this.times * Number(req.headers['content-length'] ?? 0);
    if (this.memory?.fits(announced) === false) return this.refuse(this.memory, announced);
    req.on('data', (piece: Uint8Array) => this.add(piece));
    req.on('end', () => this.end(() => !req.socket.destroyed));
  }

  private get times(): number {
    return this.coding === 'identity' ? TIMES : 1;
  }

  private add(piece: Uint8Array): void {
    if (this.over) return;
    this.received += piece.length;
    if (this.received > this.limit) this.finish(tooLarge(this.limit), nothing);
    else if (this.fits(this.times * piece.length)) this.pieces.add(piece);
  }

  private fits(bytes: number): boolean {
    if (this.memory === undefined || this.memory.take(bytes)) return true;
    this.refuse(this.memory, bytes);
    return false;
  }

  private refuse(memory: MemoryReservation, bytes: number): void {
    memory.refuse();
    const error = memory.couldHold(bytes) ? noRoom() : tooLarge(Math.floor(memory.maxHeld / TIMES));
    memory.replace(0);
    this.finish(error, nothing);
  }

  /** `isNeeded`: is the client still there? */
  private end(isNeeded: () => boolean): void {
    if (this.over) return;
    const body = this.pieces.joined();
    this.pieces = new Pieces();
    if (this.coding === 'identity') this.finish(undefined, body);
    else {
      const inflated = (problem: InflateProblem | undefined, bytes: Uint8Array) => this.inflated(problem, bytes);
      inflate(this.coding, body, this.limit, inflated, isNeeded, this.memory?.clientName);
    }
  }

  private inflated(problem: InflateProblem | undefined, bytes: Uint8Array): void {
    if (problem === 'limit') this.finish(tooLarge(this.limit), nothing);
    else if (problem === 'ratio') this.finish(new SoapstoneError('PAYLOAD_TOO_LARGE', `the body ${BOMB}`), nothing);
    else if (problem) this.finish(new SoapstoneError('BAD_BODY', `the body is not valid ${this.coding}`), nothing);
    else if (this.fits(TIMES * bytes.length)) {
      this.memory?.give(this.received);
      this.finish(undefined, bytes);
    }
  }

  private finish(error: unknown, body: Uint8Array): void {
    this.over = true;
    this.pieces = new Pieces();
    this.callback(error, body, this.received);
  }
}

/** Bytes of a refused body that are read in any case, and how many times the limit besides. */
const DRAIN = 1024 * 1024;
const DRAIN_TIMES = 8;

/**
 * Reads what is left of a refused request's body, so that its sender gets to see the response instead of a reset connection: many read nothing
 * before they have sent everything. A body that goes on for more than eight times `limit` and 1 MiB is cut off.
 */
export function drain(req: IncomingMessage, limit: number): void {
  if (req.complete || req.readableEnded) return;
  if (req.httpVersionMajor === 1) linger(req);
  let left = DRAIN_TIMES * limit + DRAIN;
  req.on('data', (piece: Uint8Array) => {
    left -= piece.length;
    if (left < 0) req.destroy();
  });
}

/** After the last response of a connection, node would close it with the rest of the body unread, which resets it (RFC 9112 §9.6). */
function linger(req: IncomingMessage): void {
  const { socket } = req;
  socket.destroySoon = () => void socket.end();
  req.once('end', () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (socket.writableEnded) socket.destroySoon();
  });
}

interface Refusal {
  readonly fault: Fault;
  /** Request id in the response. */
  readonly id: string;
}

/** Requests whose body is invalid HTTP, by the response that was never started: the server has responded already. */
export const refusals = new WeakMap<ServerResponse, Refusal>();

const ADVICE = 'mount soapstone before express.json() and other body parsers';
const MESSAGE = 'another handler has read the body before the gateway';

let warned = false;

/**
 * `req.rawBody`, where the parser has stored the bytes under that name: inflated, as body-parser's `verify` gets them. Throws BODY_CONSUMED where
 * there are none, PAYLOAD_TOO_LARGE where there are more than `limit`.
 */
function rawBody(req: IncomingMessage, limit: number): [body: Uint8Array, received: number] {
  const { rawBody: body } = req as { rawBody?: unknown };
  if (!(body instanceof Uint8Array)) throw consumed();
  if (body.length > limit) throw tooLarge(limit);
  return [body, body.length];
}

/** Warns once in a process. */
function consumed(): SoapstoneError {
  if (!warned) process.emitWarning(`${MESSAGE}: ${ADVICE}`, { type: 'SoapstoneWarning', code: 'BODY_CONSUMED' });
  warned = true;
  return new SoapstoneError('BODY_CONSUMED', MESSAGE, { suggestion: ADVICE });
}

function tooLarge(limit: number): SoapstoneError {
  return new SoapstoneError('PAYLOAD_TOO_LARGE', `the body has more than ${limit} bytes`);
}
