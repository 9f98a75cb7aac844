// All connections of a server, from the moment they are accepted: how long each may take for what it is at, and what was cut. One clock for
// all of them. Node's own server has the clocks of heads, of whole requests and of idle connections.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, connectionOf } from './connection.ts';
import { CUT_REASONS, type CutReason, recordCut } from './cut-record.ts';
import type { RateBound } from './least-rate.ts';
import { onTurn } from './messages.ts';

/** Durations in ms, rates in bytes a second. */
export interface ConnectionBounds {
  /** For the handshake of TLS. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly sendTimeout: number;
  readonly minSendRate: number;
  readonly minReceiveRate: number;
}

export { CUT_REASONS, type CutReason };

/** A client may be late in closing its side by so much, ms: what it has sent meanwhile is read, so that it sees the response (RFC 9112 §9.6). */
const LINGER = 2000;
/** Between two looks at all connections, ms. */
const LONGEST_LOOK = 1000;
const SHORTEST_LOOK = 5;
/** ms that a client earns at most with bytes of a response: the system tells of them in steps of megabytes, with as much time between two as they have at the least rate. */
const MOST_EARNED = 600_000;
/** A connection on which fewer wait is read for a moment at each look: a read brings at most so many more. */
const PEEK_BELOW = 2500;
/** Pipelined requests that wait, of all connections together: one read of a socket brings some two thousand at most. */
const MOST_PARKED = 10_000;

export class Connections {
  readonly cutCounts: Record<CutReason, number>;
  private readonly all = new Set<Connection>();
  private readonly bounds: ConnectionBounds;
  readonly sending: RateBound;
  readonly receiving: RateBound;
  /** Called with each look at the connections: ms, monotonic, and ms since the last one. */
  onLook: (now: number, passed: number) => void = () => {};
  private readonly tooLate: (socket: Socket) => void;
  private readonly clock: NodeJS.Timeout;
  private readonly every: number;
  private parked = 0;
  private lookedAt = performance.now();

  /** `opening`: accepted connections have to show what they speak, by TLS or their first bytes. `tooLate`: tells the client of a request that has not come in time. */
  constructor(
    server: Server,
    opening: 'tls' | 'sniff' | 'none',
    bounds: ConnectionBounds,
    tooLate: (socket: Socket) => void,
  ) {
    this.bounds = bounds;
    this.tooLate = tooLate;
    this.cutCounts = Object.fromEntries(CUT_REASONS.map((reason) => [reason, 0])) as Record<CutReason, number>;
    server.prependListener('connection', (raw: Socket) => this.add(raw, opening !== 'none'));
    if (opening === 'tls') server.prependListener('secureConnection', secured);
    const { headersTimeout, sendTimeout, minSendRate, minReceiveRate } = bounds;
    this.sending = { least: minSendRate, grace: sendTimeout, maxGrace: Math.max(sendTimeout, MOST_EARNED) };
    this.receiving = { least: minReceiveRate, grace: sendTimeout, maxGrace: sendTimeout };
    this.every = Math.max(SHORTEST_LOOK, Math.min(LONGEST_LOOK, headersTimeout / 2, sendTimeout / 2));
    this.clock = setInterval(() => this.look(), this.every).unref();
  }

  get size(): number {
    return this.all.size;
  }

  /** Requests whose response is not finished, pipelined ones among them. */
  get unfinished(): number {
    let count = 0;
    for (const { unfinished } of this.all) count += unfinished;
    return count;
  }

  /** Responses that have begun and are not finished. */
  responses(): ServerResponse[] {
    return [...this.all].flatMap(({ response }) => response ?? []);
  }

  /** Connections with a response of which the client has not taken all. */
  *waiting(): Generator<Connection> {
    for (const connection of this.all) if (connection.waiting > 0 && connection.response) yield connection;
  }

  cut(connection: Connection, reason: CutReason): void {
    if (!this.all.has(connection) || connection.raw.destroyed) return;
    this.count(connection, reason);
    if (connection.response) recordCut(connection.response, reason);
    if (connection.waiting > 0) connection.reset();
    else connection.destroy();
  }

  /** The client of a request that came too late gets an answer; its connection counts as cut. */
  countTooLate(socket: Socket): void {
    const connection = connectionOf(socket);
    if (connection) this.count(connection, 'request');
  }

  private count(connection: Connection, reason: CutReason): void {
    if (connection.isCounted) return;
    connection.isCounted = true;
    this.cutCounts[reason]++;
  }

  cutAll(reason: CutReason): void {
    for (const connection of this.all) this.cut(connection, reason);
  }

  /** Ends connections on which nothing was ever asked for, and TLS handshakes. To node a connection is idle after its first request only. */
  closeUnused(): void {
    for (const connection of this.all) if (!connection.socket?.bytesRead) connection.destroy();
  }

  /** Ends connections whose client has shown a certificate: at once, or with the response that is being made. */
  retireCertified(): void {
    for (const connection of this.all) if (connection.showsCertificate) retire(connection);
  }

  /**
   * Holds a pipelined request back until the responses before its own are finished, and reads no more of its connection until then: `begin` is
   * called when it is its turn.
   */
  park(socket: Socket, res: ServerResponse, begin: () => void): void {
    const connection = connectionOf(socket);
    if (!connection) return;
    if (this.parked >= MOST_PARKED && this.cutMostParked() === connection) return;
    this.parked++;
    connection.parked++;
    connection.lastParked = res.req;
    hold(socket, connection);
    onTurn(res, () => {
      if (!this.all.has(connection) || connection.raw.destroyed) return;
      this.parked--;
      connection.parked--;
      begin();
      if (connection.parked === 0) this.release(socket, connection);
    });
  }

  /** The gateway itself keeps the rest of a request waiting: it is not late. */
  isHeld(socket: Socket): boolean {
    return (connectionOf(socket)?.parked ?? 0) > 0;
  }

  /** It is not for this class from now on. */
  handOver(connection: Connection): void {
    this.all.delete(connection);
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private add(raw: Socket, isOpening: boolean): void {
    const connection = new Connection(raw, performance.now());
    if (!isOpening) connection.secured(raw);
    this.all.add(connection);
    raw.once('close', () => {
      this.all.delete(connection);
      this.forgetParked(connection);
    });
  }

  /** The client with the most requests that wait makes room for the others. */
  private cutMostParked(): Connection {
    let [most] = this.all;
    for (const connection of this.all) if (connection.parked > most.parked) most = connection;
    this.cut(most, 'pipeline');
    this.forgetParked(most);
    return most;
  }

  private forgetParked(connection: Connection): void {
    this.parked -= connection.parked;
    connection.parked = 0;
  }

  /** Node's timers ran while reading was paused: a request that is there in part gets a full `requestTimeout` from now on. */
  private release(socket: Socket, connection: Connection): void {
    connection.dueAt = performance.now() + this.bounds.requestTimeout;
    socket.resume();
  }

  /** A process that was busy elsewhere could not take what clients have sent meanwhile, nor give them more. */
  private look(): void {
    const now = performance.now();
    const passed = Math.min(now - this.lookedAt, 2 * this.every);
    this.lookedAt = now;
    for (const connection of this.all) this.lookAt(connection, now, passed);
    this.onLook(now, passed);
  }

  private lookAt(connection: Connection, now: number, passed: number): void {
    const { socket } = connection;
    const { headersTimeout } = this.bounds;
    if (socket && mayPeek(connection)) peek(socket, connection);
    if (socket === undefined) {
      if (now - connection.openedAt > headersTimeout) this.cut(connection, 'handshake');
    } else if (connection.waiting > 0) {
      if (this.takesTooLittle(connection, passed)) this.cut(connection, 'response');
    } else if (socket.writableEnded) {
      if (lingers(connection, now)) this.cut(connection, 'close');
    } else if (connection.awaitsBody) {
      if (this.sendsTooLittle(connection, passed)) this.tooLate(socket);
    } else if (connection.dueAt !== 0 && now > connection.dueAt) this.tooLate(socket);
  }

  private takesTooLittle({ sending, sentBytes }: Connection, passed: number): boolean {
    return sending.isOver(sentBytes, passed, this.sending);
  }

  private sendsTooLittle({ receiving, raw }: Connection, passed: number): boolean {
    return this.receiving.least > 0 && receiving.isOver(raw.bytesRead, passed, this.receiving);
  }
}

function retire(connection: Connection): void {
  const { response } = connection;
  if (connection.unfinished === 0 || response === undefined) return connection.destroy();
  if (response.headersSent) response.once('close', () => connection.destroy());
  else response.shouldKeepAlive = false;
}

function lingers(connection: Connection, now: number): boolean {
  if (connection.endedAt === 0) connection.endedAt = now;
  return now - connection.endedAt > LINGER;
}

/** Node tells of the TLS socket only; below it is the one that was accepted. */
function secured(socket: Socket): void {
  const { _parent } = socket as unknown as { readonly _parent: Socket };
  connectionOf(_parent)?.secured(socket);
}

/** Reading the body of another request resumes the socket: this pauses it again. */
function hold(socket: Socket, connection: Connection): void {
  if (connection.parked === 1) socket.on('resume', stayHeld);
  connection.isPeeking = false;
  socket.pause();
}

function stayHeld(this: Socket): void {
  const connection = connectionOf(this);
  if (connection === undefined || connection.parked === 0) this.off('resume', stayHeld);
  else if (!connection.isPeeking) this.pause();
}

/** Bytes of a body that wait until somebody reads them. */
const PEEK_BODY = 16_384;

/** Nobody reads the bodies of parked requests, and no budget counts them. */
function mayPeek({ parked, lastParked }: Connection): boolean {
  if (parked === 0 || parked >= PEEK_BELOW) return false;
  return lastParked === undefined || lastParked.complete || lastParked.readableLength < PEEK_BODY;
}

/** Reads once: a client that has left is seen by reading only. */
function peek(socket: Socket, connection: Connection): void {
  connection.isPeeking = true;
  socket.resume();
  const end = () => {
    if (!connection.isPeeking) return;
    connection.isPeeking = false;
    if (connection.parked > 0) socket.pause();
  };
  // The read comes between the two.
  setImmediate(() => setImmediate(end));
}
