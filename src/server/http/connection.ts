// What is known of one connection of a client: how far it is, and how fast its bytes go. Knows nothing about time limits.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { LeastRate } from './least-rate.ts';

const CONNECTION = Symbol('connection');

type Owned = Socket & { [CONNECTION]?: Connection };

/** The part of a socket's handle that says what the system has taken: streams count whole writes only. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

export class Connection {
  /** The TCP socket; under TLS the one below. */
  readonly raw: Socket;
  /** What HTTP is spoken on; undefined while a TLS handshake goes on. */
  socket: Socket | undefined = undefined;
  /** The response that is being made or sent. */
  response: ServerResponse | undefined = undefined;
  /** Requests that are not finished, pipelined ones among them. */
  unfinished = 0;
  /** Pipelined requests that wait for the responses before theirs. */
  parked = 0;
  /** ms, monotonic. */
  readonly openedAt: number;
  /** When the rest of a request is due that the gateway itself has kept waiting; 0: there is none. */
  dueAt = 0;
  /** When the gateway had ended its side and sent everything; 0: not yet. */
  endedAt = 0;
  /** Of bytes that the client is to take, and to send. */
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

  /** It is the turn of `response`. */
  begin(response: ServerResponse): void {
    this.response = response;
    this.dueAt = 0;
    this.sending.restart(this.sentBytes);
    this.receiving.restart(this.raw.bytesRead);
  }

  /** Bytes that wait for the client to take them. */
  get waiting(): number {
    return this.socket?.writableLength ?? 0;
  }

  /** Bytes that the system has taken. */
  get sentBytes(): number {
    return sentBytesOf(this.raw);
  }

  /** Its request has a body that the client has not sent yet, and that somebody reads. */
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
