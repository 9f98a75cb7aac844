// The state of one client connection, and how fast its bytes move. Knows nothing about time limits.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { LeastRate } from './least-rate.ts';

const CONNECTION = Symbol('connection');

type Owned = Socket & { [CONNECTION]?: Connection };

/** The part of a socket's handle that says how many bytes the system has accepted: streams count whole writes only. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

export class Connection {
  /** The TCP socket; under TLS the one below. */
  readonly raw: Socket;
  /** The socket of HTTP; undefined during a TLS handshake. */
  socket: Socket | undefined = undefined;
  /** The current response. */
  response: ServerResponse | undefined = undefined;
  /** Unfinished requests, also pipelined ones. */
  unfinished = 0;
  /** Pipelined requests that wait for earlier responses. */
  parked = 0;
  /** The last of them. */
  lastParked: IncomingMessage | undefined = undefined;
  /** It is read for a moment although requests wait: only so does the gateway see that the client has left. */
  isPeeking = false;
  /** It has been counted as cut; it may still linger. */
  isCounted = false;
  /** ms, monotonic. */
  readonly openedAt: number;
  /** Deadline of the rest of a request that the gateway itself has paused; 0: none. */
  dueAt = 0;
  /** Time at which the gateway had ended its side and sent everything; 0: not yet. */
  endedAt = 0;
  /** Clocks of bytes that the client has to read, and to send. */
  readonly sending = new LeastRate();
  readonly receiving = new LeastRate();

  constructor(raw: Socket, openedAt: number) {
    this.raw = raw;
    this.openedAt = openedAt;
    (raw as Owned)[CONNECTION] = this;
  }

  /** The TLS handshake is done, or there is none. */
  secured(socket: Socket): void {
    this.socket = socket;
    (socket as Owned)[CONNECTION] = this;
  }

  get showsCertificate(): boolean {
    return (this.socket as Partial<TLSSocket> | undefined)?.getPeerX509Certificate?.() !== undefined;
  }

  /** `response` is the next on this connection. */
  begin(response: ServerResponse): void {
    this.response = response;
    this.dueAt = 0;
    this.sending.restart(this.sentBytes);
    this.receiving.restart(this.raw.bytesRead);
  }

  /** Bytes that the client has not read. */
  get waiting(): number {
    return this.socket?.writableLength ?? 0;
  }

  /** Bytes that the system has accepted. */
  get sentBytes(): number {
    return sentBytesOf(this.raw);
  }

  /** The gateway reads a body that the client has not sent completely. */
  get awaitsBody(): boolean {
    const req = this.response?.req;
    if (req === undefined || req.complete || req.readableFlowing === false) return false;
    return req.readableLength < req.readableHighWaterMark;
  }

  destroy(): void {
    this.socket?.destroy();
    this.raw.destroy();
  }

  reset(): void {
    resetSocket(this.raw);
    this.socket?.destroy();
  }
}

/** Bytes that the system has taken. `raw`: the TCP socket. */
export function sentBytesOf(raw: Socket): number {
  const handle = (raw as unknown as { readonly _handle: Handle | null })._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Without a reset (RFC 9293 §3.10.7.4) the system would keep what waits for the client, and offer it for minutes. */
export function resetSocket(raw: Socket): void {
  raw.resetAndDestroy();
}

export function connectionOf(socket: Socket): Connection | undefined {
  return (socket as Owned)[CONNECTION];
}

/** The unfinished response of a socket. */
export function responseOf(socket: Socket): ServerResponse | undefined {
  const response = connectionOf(socket)?.response;
  return response && !response.writableFinished ? response : undefined;
}
