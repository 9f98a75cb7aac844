// The memory budget of a gateway in an app, whose server owns the connections. Knows nothing about mappings.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { totalmem } from 'node:os';
import { MemoryAccount } from '../../binding/memory-account.ts';
import { MemoryBudget } from '../../binding/memory-budget.ts';
import { noRoom } from '../../binding/read-body.ts';
import { checkHead, type HeadCheck } from '../../binding/request-head.ts';
import { accountOf, assignAccount, releaseReservation } from '../../binding/response-memory.ts';
import { connectionAddress } from './client-address.ts';
import { resetSocket, sentBytesOf } from './connection.ts';
import { recordCut } from './cut-record.ts';
import { LeastRate } from './least-rate.ts';
import { cutSlowReaders, type WaitingResponse } from './slow-readers.ts';

/** Bytes. */
export interface BodyMemory {
  readonly used: number;
  /** Infinity: unlimited. */
  readonly size: number;
  /** Requests that were refused, and connections that were cut, because it was full. */
  readonly refused: number;
  readonly cut: number;
}

/** Rates are only compared with each other: no client runs out of time. */
const NO_BOUND = { least: 0, grace: Number.POSITIVE_INFINITY, maxGrace: Number.POSITIVE_INFINITY };
/** ms between two looks that count, at most. */
const LONGEST_LOOK = 200;

/** Bytes: what the heap, which the chart makes half of the memory, and the program itself leave. */
export function bodyMemory(): number {
  return Math.floor((Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) * 3) / 16);
}

export class MiddlewareMemory {
  private readonly budget: MemoryBudget;
  /** Open connections that a request of the gateway came on. */
  private readonly connections = new Map<Socket, AppConnection>();
  private cut = 0;
  private lookedAt = performance.now();

  /** `size`: most bytes of bodies at once; 0: unlimited. */
  constructor(size: number = bodyMemory()) {
    this.budget = new MemoryBudget(size || Number.POSITIVE_INFINITY);
    this.budget.makeRoom = () => cutSlowReaders(this.budget, this.waiting());
  }

  get use(): BodyMemory {
    const { used, size, refused } = this.budget;
    return { used, size, refused, cut: this.cut };
  }

  /** Refuses requests of the gateway while there is no room for even a small one. */
  readonly headCheck: HeadCheck = (req) => checkHead(req) ?? (this.budget.refuses() ? noRoom() : undefined);

  /** Counts what the gateway holds for this request until its response is closed. False: the client has left already. */
  count({ socket }: IncomingMessage, res: ServerResponse): boolean {
    if (socket.destroyed || res.closed) return false;
    // A server of ours counts by itself.
    if (accountOf(socket)) return true;
    const connection = this.connections.get(socket) ?? this.open(socket);
    connection.begin(res);
    assignAccount(res, connection.account);
    res.once('close', () => {
      connection.responses.delete(res);
      releaseReservation(res);
    });
    return true;
  }

  stop(): void {
    this.budget.stop();
  }

  /** The close of a connection releases everything: pipelined responses that never had their turn are not closed by node. */
  private open(socket: Socket): AppConnection {
    const connection = new AppConnection(socket, this.budget);
    this.connections.set(socket, connection);
    socket.once('close', () => {
      this.connections.delete(socket);
      connection.account.close();
    });
    return connection;
  }

  private *waiting(): Generator<WaitingResponse> {
    const now = performance.now();
    const passed = Math.min(now - this.lookedAt, LONGEST_LOOK);
    this.lookedAt = now;
    for (const connection of this.connections.values()) {
      const response = connection.current;
      if (response === undefined || connection.socket.writableLength === 0) continue;
      const { sending, account } = connection;
      sending.isOver(sentBytesOf(connection.raw), passed, NO_BOUND);
      yield { waitingBytes: account.heldBytes, sending, cut: () => this.cutOff(connection, response) };
    }
  }

  private cutOff(connection: AppConnection, response: ServerResponse): void {
    this.cut++;
    recordCut(response, 'memory');
    resetSocket(connection.raw);
    connection.socket.destroy();
  }
}

/** A connection of the app's server. The app may send responses of its own on it, which are not counted. */
class AppConnection {
  readonly socket: Socket;
  /** The TCP socket; under TLS the one below. */
  readonly raw: Socket;
  readonly account: MemoryAccount;
  readonly sending = new LeastRate();
  readonly responses = new Set<ServerResponse>();

  constructor(socket: Socket, budget: MemoryBudget) {
    this.socket = socket;
    this.raw = (socket as Socket & { readonly _parent?: Socket | null })._parent ?? socket;
    this.account = new MemoryAccount(budget, () => connectionAddress(socket));
  }

  begin(response: ServerResponse): void {
    this.responses.add(response);
    this.sending.restart(sentBytesOf(this.raw));
  }

  /** The gateway's response that is being sent. */
  get current(): ServerResponse | undefined {
    for (const response of this.responses) if (response.socket === this.socket) return response;
    return undefined;
  }
}
