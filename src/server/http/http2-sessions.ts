// All connections of HTTP/2: how long each and its streams may take, and what was cut. Node and nghttp2 limit header fields, streams at once,
// resets and malformed frames; the rest is here.
import type { SecureServerOptions, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { requestId } from '../../binding/identity.ts';
import { refusals } from '../../binding/read-body.ts';
import { releaseReservation, reservationOf } from '../../binding/response-memory.ts';
import { problemBody } from '../../binding/rest/front/problem.ts';
import { codedFault } from '../../fault/fault.ts';
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';
import type { Connection } from './connection.ts';
import type { ConnectionBounds } from './connections.ts';
import { type CutReason, recordCut } from './cut-record.ts';
import { Http2Connection, LiveStream } from './http2-connection.ts';
import { CALM, type Http2Request, type Http2Response, http2Messages, NO_ERROR } from './http2-messages.ts';
import type { RateBound } from './least-rate.ts';
import type { WaitingResponse } from './slow-readers.ts';
import { TokenBucket } from './token-bucket.ts';

export interface Http2Bounds extends ConnectionBounds {
  readonly keepAliveTimeout: number;
  readonly maxHeaders: number;
  readonly maxHeaderSize: number;
  /** Streams of one connection at once. */
  readonly maxStreams: number;
}

export type Http2Handler = (req: Http2Request, res: Http2Response) => void;

/** Bytes of bodies that a client may send ahead, on a stream and on a connection. */
const STREAM_WINDOW = 65_535;
const CONNECTION_WINDOW = 1_048_576;
/** Node resets what has more header fields than so many times those that we answer: a client should see why. */
const BEYOND = 2;
/** Browsers send each cookie as a field of its own; pseudo-header fields count too. */
const COOKIES = 100;
/** Resets by a client: a page that is closed resets all its streams. */
const RESETS_PER_SECOND = 20;
/** Bytes of frames beside requests: PING, SETTINGS, PRIORITY, WINDOW_UPDATE, padding, empty frames. */
const OVERHEAD_BURST = 1_048_576;
const OVERHEAD_PER_SECOND = 65_536;
/** Part of the bytes sent that a client may use for making room for more. */
const WINDOW_UPDATES = 1 / 16;
/** A client may be late in closing its side by so much, ms. */
const LINGER = 2000;

interface Watched {
  readonly resets: TokenBucket;
  readonly overhead: TokenBucket;
  sentBefore: number;
}

export class Http2Sessions {
  private readonly all = new Map<Http2Connection, Watched>();
  private readonly bounds: Http2Bounds;
  private readonly handle: Http2Handler;
  private readonly count: (reason: CutReason) => void;
  private readonly sending: RateBound;
  private readonly receiving: RateBound;
  private isEnding = false;
  private isDraining = false;

  /** `count`: hears of what is cut. */
  constructor(
    bounds: Http2Bounds,
    rates: { readonly sending: RateBound; readonly receiving: RateBound },
    handle: Http2Handler,
    count: (reason: CutReason) => void,
  ) {
    this.bounds = bounds;
    this.sending = rates.sending;
    this.receiving = rates.receiving;
    this.handle = handle;
    this.count = count;
  }

  get size(): number {
    return this.all.size;
  }

  /** Streams whose response is not finished. */
  get unfinished(): number {
    let count = 0;
    for (const { streams } of this.all.keys()) count += streams.size;
    return count;
  }

  responses(): Http2Response[] {
    return [...this.all.keys()].flatMap(({ streams }) => [...streams].map(({ res }) => res));
  }

  /** Responses of which the client has not taken all. */
  *waiting(): Generator<WaitingResponse> {
    for (const { streams } of this.all.keys())
      for (const live of streams)
        if (live.waiting > 0)
          yield {
            waitingBytes: reservationOf(live.res as never)?.heldBytes ?? live.waiting,
            sending: live.sending,
            cut: () => this.cutStream(live, 'memory'),
          };
  }

  /** The client speaks HTTP/2 on it. */
  open(connection: Connection): void {
    const { socket, raw } = connection;
    if (socket === undefined || this.isDraining) return connection.destroy();
    // A client that ends its side can make no more room, and wants no response.
    socket.allowHalfOpen = false;
    const { performServerHandshake } = process.getBuiltinModule('node:http2');
    const session = performServerHandshake(socket, this.options());
    const now = performance.now();
    const entry = new Http2Connection(connection, session, now);
    this.all.set(entry, {
      resets: new TokenBucket(2 * this.bounds.maxStreams, RESETS_PER_SECOND, now),
      overhead: new TokenBucket(OVERHEAD_BURST, OVERHEAD_PER_SECOND, now),
      sentBefore: 0,
    });
    raw.once('close', () => this.all.delete(entry));
    session.on('error', () => {});
    session.setLocalWindowSize(CONNECTION_WINDOW);
    session.on('stream', (stream, headers, _flags, rawHeaders) => this.begin(entry, stream, headers, rawHeaders));
  }

  /**
   * Serves on, and leads clients to other connections: each ends with the streams that are under way, or with its next one. nghttp2 cannot
   * announce a GOAWAY and read on; a client may send what the frame does not name elsewhere (RFC 9113 §6.8).
   */
  turnAway(): void {
    this.isEnding = true;
    for (const { streams, session } of this.all.keys()) if (streams.size > 0) session.close();
  }

  /** Ends connections without streams. */
  closeIdle(): void {
    for (const { streams, session } of this.all.keys()) if (streams.size === 0) session.close();
  }

  /** Ends connections without streams; others end with the last of theirs, and take no new ones (RFC 9113 §6.8). */
  closeAll(): void {
    this.isDraining = true;
    for (const { session } of this.all.keys()) session.close();
  }

  /** Ends connections whose client has shown a certificate, in the same way. */
  retireCertified(): void {
    for (const { connection, session } of this.all.keys()) if (connection.showsCertificate) session.close();
  }

  cutAll(reason: CutReason): void {
    for (const entry of this.all.keys()) this.cut(entry, reason);
  }

  /** `passed`: ms since the last look. */
  look(now: number, passed: number): void {
    for (const [entry, watched] of this.all) this.lookAt(entry, watched, now, passed);
  }

  private options(): SecureServerOptions {
    const { maxHeaders, maxHeaderSize, maxStreams } = this.bounds;
    return {
      maxHeaderListPairs: BEYOND * maxHeaders + COOKIES,
      settings: {
        initialWindowSize: STREAM_WINDOW,
        maxConcurrentStreams: maxStreams,
        maxHeaderListSize: BEYOND * maxHeaderSize,
      },
    } as SecureServerOptions;
  }

  private begin(
    entry: Http2Connection,
    stream: ServerHttp2Stream,
    headers: Parameters<typeof Object.keys>[0],
    rawHeaders: string[],
  ): void {
    stream.on('error', () => {});
    // It was reset before its turn.
    if (stream.destroyed || stream.closed) return this.countReset(entry);
    const { Request, Response } = http2Messages();
    const req = new Request(stream, headers, undefined, rawHeaders, entry.socket);
    const res = new Response(stream);
    const live = new LiveStream(req, res, performance.now());
    entry.add(live);
    if (this.isEnding) entry.session.close();
    stream.once('close', () => this.end(entry, live));
    this.handle(req, res);
  }

  private end(entry: Http2Connection, live: LiveStream): void {
    entry.remove(live, performance.now());
    releaseReservation(live.res as never);
    if (!live.isCut && !live.res.writableFinished) this.countReset(entry);
  }

  /** Requests that are taken back cost as much as those that are not (CVE-2023-44487). */
  private countReset(entry: Http2Connection): void {
    if (entry.session.destroyed || entry.session.closed) return;
    if (this.all.get(entry)?.resets.spend(1, performance.now()) === false) this.cut(entry, 'flood');
  }

  private lookAt(entry: Http2Connection, watched: Watched, now: number, passed: number): void {
    const { connection, session, streams } = entry;
    if (session.destroyed) return this.lookAtEnd(entry, now);
    entry.countUnread();
    if (this.sendsOverhead(entry, watched, now)) return this.cut(entry, 'flood');
    if (queuedBytes(connection) > 0 && connection.sending.isOver(connection.sentBytes, passed, this.sending))
      return this.cut(entry, 'response');
    for (const live of streams) this.lookAtStream(live, now, passed);
    if (streams.size === 0) this.lookAtIdle(entry, now);
  }

  private lookAtStream(live: LiveStream, now: number, passed: number): void {
    const { sending, receiving, res, req } = live;
    if (live.waiting > 0) {
      if (sending.isOver(res.sentBytes, passed, this.sending)) this.cutStream(live, 'response');
    } else if (live.isComing && !res.writableEnded) {
      const isSlow =
        live.awaitsBody && this.receiving.least > 0 && receiving.isOver(req.received, passed, this.receiving);
      if (isSlow || now - live.openedAt > this.bounds.requestTimeout) this.tooLate(live);
    }
  }

  /** Until its first request a client has the time of a head. */
  private lookAtIdle(entry: Http2Connection, now: number): void {
    const { headersTimeout, keepAliveTimeout } = this.bounds;
    const idle = now - entry.idleSince;
    if (!entry.hasServed && idle > headersTimeout) return this.cut(entry, 'request');
    if (keepAliveTimeout > 0 && entry.hasServed && idle > keepAliveTimeout) return entry.session.close();
    if (entry.askedAt > 0 && now - entry.askedAt > headersTimeout) return this.cut(entry, 'request');
    if (entry.askedAt === 0 && idle > headersTimeout && entry.socket.bytesRead > entry.idleBytes) ask(entry, now);
  }

  private lookAtEnd(entry: Http2Connection, now: number): void {
    if (entry.endedAt === 0) entry.endedAt = now;
    if (now - entry.endedAt > LINGER) entry.connection.reset();
  }

  private sendsOverhead(entry: Http2Connection, watched: Watched, now: number): boolean {
    const { sentBytes } = entry.connection;
    const earned = (sentBytes - watched.sentBefore) * WINDOW_UPDATES;
    watched.sentBefore = sentBytes;
    return !watched.overhead.spend(entry.newOverhead() - earned, now);
  }

  private cutStream(live: LiveStream, reason: CutReason): void {
    if (live.isCut || live.stream.destroyed) return;
    live.isCut = true;
    this.count(reason);
    recordCut(live.res as never, reason);
    live.res.destroy();
  }

  /** The client of a request that has not come in time gets a response. */
  private tooLate(live: LiveStream): void {
    const { res, stream } = live;
    if (res.headersSent) return this.cutStream(live, 'request');
    live.isCut = true;
    this.count('request');
    const fault = codedFault('REQUEST_TIMEOUT', 'the request did not arrive in time');
    const id = requestId(live.req.headers['x-request-id']);
    refusals.set(res as never, { fault, id });
    res.withdraw();
    const fields = { ':status': fault.init.status, 'content-type': PROBLEM_MEDIA, 'x-request-id': id };
    stream.respond(fields);
    stream.end(problemBody(fault, id));
    stream.close(NO_ERROR);
  }

  private cut(entry: Http2Connection, reason: CutReason): void {
    const { connection, session, streams } = entry;
    if (entry.isCounted || connection.raw.destroyed) return;
    entry.isCounted = true;
    this.count(reason);
    for (const live of [...streams]) {
      live.isCut = true;
      recordCut(live.res as never, reason);
      live.res.destroy();
    }
    if (queuedBytes(connection) > 0) return connection.reset();
    // Node takes a code in place of an error.
    session.destroy((reason === 'flood' ? CALM : NO_ERROR) as never);
  }
}

/** Bytes that wait in the socket: the session writes past its stream. */
function queuedBytes({ raw }: Connection): number {
  return (
    (raw as unknown as { readonly _handle: { readonly writeQueueSize: number } | null })._handle?.writeQueueSize ?? 0
  );
}

/** Nothing may come between the frames of one head (RFC 9113 §6.10): a client that answers is not in the middle of one. */
function ask(entry: Http2Connection, now: number): void {
  const { session } = entry;
  entry.askedAt = now;
  (session as ServerHttp2Session & { ping(callback: (error: Error | null) => void): boolean }).ping((error) => {
    if (error) return;
    entry.askedAt = 0;
    entry.idleBytes = entry.socket.bytesRead;
  });
}
