// The state of one connection of HTTP/2: its streams, and what its client has sent beside requests. Knows nothing about time limits.
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { MemoryReservation } from '../../binding/memory-account.ts';
import { accountOf } from '../../binding/response-memory.ts';
import type { Connection } from './connection.ts';
import type { Http2Request, Http2Response } from './http2-messages.ts';
import { LeastRate } from './least-rate.ts';

/** Bytes of frames around one request: what goes beyond is overhead. */
const AROUND_REQUEST = 128;

export class LiveStream {
  readonly req: Http2Request;
  readonly res: Http2Response;
  /** ms, monotonic. */
  readonly openedAt: number;
  /** Clocks of bytes that the client has to read, and to send. */
  readonly sending = new LeastRate();
  readonly receiving = new LeastRate();
  /** The gateway itself has reset it. */
  isCut = false;

  constructor(req: Http2Request, res: Http2Response, openedAt: number) {
    this.req = req;
    this.res = res;
    this.openedAt = openedAt;
  }

  get stream(): ServerHttp2Stream {
    return this.req.stream as ServerHttp2Stream;
  }

  /** Bytes that the client has not made room for. */
  get waiting(): number {
    return this.stream.writableLength;
  }

  /** The client has not sent all of it. */
  get isComing(): boolean {
    return !this.stream.endAfterHeaders && !this.stream.closed && this.stream.state.remoteClose === 0;
  }

  /** Bytes of the body that nobody has read. */
  get unread(): number {
    return this.stream.readableLength + this.req.readableLength;
  }

  /** The gateway reads as fast as the body comes. */
  get awaitsBody(): boolean {
    return this.req.readableFlowing !== false && this.req.readableLength < this.req.readableHighWaterMark;
  }

  /** Bytes that the client had to send. */
  get usefulBytes(): number {
    return AROUND_REQUEST + this.req.headBytes + this.req.received + this.stream.readableLength;
  }
}

export class Http2Connection {
  /** Its socket, and the clock of bytes that wait in it. */
  readonly connection: Connection;
  readonly session: ServerHttp2Session;
  readonly streams = new Set<LiveStream>();
  readonly openedAt: number;
  /** Any request has come. */
  hasServed = false;
  /** ms, monotonic: since then there is no stream. */
  idleSince: number;
  /** Bytes read when the client was last known to be between two heads; -1: not known. */
  idleBytes = -1;
  /** When the client was asked whether it is between two frames; 0: it was not. */
  askedAt = 0;
  /** Time at which everything had been sent after the end of the session; 0: not yet. */
  endedAt = 0;
  /** It has been counted as cut. */
  isCounted = false;
  private finishedBytes = 0;
  private overheadBefore = 0;
  private unreadMemory: MemoryReservation | undefined = undefined;

  constructor(connection: Connection, session: ServerHttp2Session, now: number) {
    this.connection = connection;
    this.session = session;
    this.openedAt = now;
    this.idleSince = now;
  }

  get socket(): Socket {
    return this.connection.socket as Socket;
  }

  add(live: LiveStream): void {
    this.streams.add(live);
    this.hasServed = true;
    this.askedAt = 0;
  }

  remove(live: LiveStream, now: number): void {
    this.streams.delete(live);
    this.finishedBytes += live.usefulBytes;
    if (this.streams.size > 0) return;
    this.idleSince = now;
    this.idleBytes = -1;
  }

  /** Bytes that the client has sent since the last call, and that belong to no request. Negative where they did after all. */
  newOverhead(): number {
    let useful = this.finishedBytes;
    for (const { usefulBytes } of this.streams) useful += usefulBytes;
    const overhead = this.socket.bytesRead - useful;
    const added = overhead - this.overheadBefore;
    this.overheadBefore = overhead;
    return added;
  }

  /** Bodies that nobody reads yet are in memory nevertheless: as many bytes as the windows of the streams allow. */
  countUnread(): void {
    let bytes = 0;
    for (const { unread } of this.streams) bytes += unread;
    if (bytes === 0 && this.unreadMemory === undefined) return;
    this.unreadMemory ??= accountOf(this.socket)?.reserve();
    this.unreadMemory?.replace(bytes);
  }
}
