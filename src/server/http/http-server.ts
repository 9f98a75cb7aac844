// A listening HTTP server with the bounds that a public one needs, and an end that loses no response. Knows nothing about mappings.
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { MemoryBudget } from '../../binding/memory-budget.ts';
import { isMet } from '../../binding/request-head.ts';
import { openAccount } from '../../binding/response-memory.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { ProcessSettings } from '../settings/settings.ts';
import { cannotListen } from './cannot-listen.ts';
import { connectionAddress } from './client-address.ts';
import { connectionOf } from './connection.ts';
import { Connections, type CutReason } from './connections.ts';
import { BodyGarbage, collectGarbage } from './garbage-collection.ts';
import { HeapGuard, type HeapUse } from './heap-guard.ts';
import { http2Handler } from './http2-front.ts';
import { Http2Sessions } from './http2-sessions.ts';
import { createSecureServer, type ListenerTls, renew } from './listener-tls.ts';
import { Overload } from './load-shedding.ts';
import { answerBrokenRequest, isTooLate, type Refused, refuseConnect, tooLateError } from './malformed-request.ts';
import { isWaiting, type MessageClasses, messageClasses } from './messages.ts';
import { chooseProtocol } from './protocol-choice.ts';
import { refuse } from './refuse.ts';
import { refusalOf, toOriginForm } from './request-head.ts';
import { refuseBusy } from './send-overloaded.ts';
import { settledResponses } from './settled-responses.ts';
import { ShortTurns } from './short-turns.ts';
import { cutSlowReaders, type WaitingResponse } from './slow-readers.ts';
import { waitingResponses } from './waiting-responses.ts';

export type HttpBounds = Pick<
  ProcessSettings,
  | 'headersTimeout'
  | 'requestTimeout'
  | 'keepAliveTimeout'
  | 'maxHeaderSize'
  | 'maxHeaders'
  | 'sendTimeout'
  | 'minSendRate'
  | 'minReceiveRate'
  | 'maxConnections'
> &
  Partial<Pick<ProcessSettings, 'http2' | 'maxStreams'>> & {
    /** ms that timers may be late before requests are refused; as late as they like unless told. */
    readonly maxDelay?: number;
    /** Percent of the largest heap in use before requests are refused; all of it unless told. */
    readonly maxHeap?: number;
    /** Most bytes of bodies at once, outside of the heap; 0 or absent: as many as there are. */
    readonly maxBodies?: number;
    /** Reports the use of the heap; V8 by default. */
    readonly heapUse?: HeapUse;
    /** While timers may be late for another reason. */
    readonly excused?: () => boolean;
    /** HTTPS in place of HTTP. */
    readonly tls?: ListenerTls;
  };

const IDLE_CHECK_MS = 25;
const EVERYWHERE = '::';
/** Connections that the system may hold until they are taken. Of further ones it forgets the beginning, and the client tries again a second later. */
const BACKLOG = 4096;
const MAX_STREAMS = 100;

export class HttpServer {
  readonly server: Server;
  /** Their bytes, progress and ends. */
  readonly open: Connections;
  /** Connections of HTTP/2, where it is on. */
  private readonly sessions: Http2Sessions | undefined = undefined;
  private readonly overload: Overload;
  private readonly heap: HeapGuard;
  private readonly budget: MemoryBudget | undefined;
  /** Connections that were not taken. */
  dropped = 0;
  private ending = false;
  /** PEM of the authorities of callers' certificates. */
  private authorities: string | undefined;

  /** `refused`: hears of what never gets to the listener. */
  constructor(
    bounds: HttpBounds,
    listener: RequestListener,
    classes: MessageClasses = messageClasses(),
    refused: Refused = () => {},
  ) {
    const turns = new ShortTurns();
    const overload = new Overload(bounds.maxDelay ?? 0, bounds.excused, undefined, undefined, undefined, turns);
    const heap = new HeapGuard(bounds.maxHeap ?? 0, bounds.heapUse);
    this.overload = overload;
    this.heap = heap;
    const budget = bounds.maxBodies ? new MemoryBudget(bounds.maxBodies) : undefined;
    this.budget = budget;
    const { tls } = bounds;
    this.authorities = tls?.ca;
    const speaksHttp2 = bounds.http2 === 'h2c' || (bounds.http2 === 'auto' && tls !== undefined);
    const options: ServerOptions = {
      ...classes,
      headersTimeout: Math.min(bounds.headersTimeout, bounds.requestTimeout),
      requestTimeout: bounds.requestTimeout,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: bounds.keepAliveTimeout,
      maxHeaderSize: bounds.maxHeaderSize,
      // Seen to by `refusalOf`, which says more than an empty 400.
      requireHostHeader: false,
    };
    // A client that has left meanwhile is not served.
    const begin: RequestListener = (req, res) =>
      turns.run(() => {
        overload.begin();
        if (!res.destroyed) listener(req, res);
      });
    const isBusy = () => heap.refuses() || overload.refuses() || budget?.refuses() === true;
    const handle: RequestListener = (req, res) => {
      if (isWaiting(res)) return this.open.park(req.socket, res, () => handle(req, res));
      if (this.ending) res.shouldKeepAlive = false;
      if (isBusy()) return refuseBusy(req, res);
      const refusal = refusalOf(req, bounds.maxHeaders);
      if (refusal) return refuse(req, res, refusal, refused);
      toOriginForm(req);
      begin(req, res);
    };
    const protocols = speaksHttp2 ? ['h2', 'http/1.1'] : undefined;
    this.server = tls ? createSecureServer(tls, options, handle, protocols) : createServer(options, handle);
    if (speaksHttp2) {
      chooseProtocol(
        this.server,
        tls !== undefined,
        (socket) => this.openHttp2(socket),
        (socket) => connectionOf(socket)?.secured(socket),
      );
    }
    // One more than is allowed, so that too many are seen and refused: node would leave out the rest silently.
    this.server.maxHeadersCount = bounds.maxHeaders + 1;
    const broken = (error: NodeJS.ErrnoException, socket: Socket) => {
      if (isTooLate(error) && this.open.isHeld(socket)) return;
      if (isTooLate(error)) this.open.countTooLate(socket);
      answerBrokenRequest(error, socket, refused);
    };
    const opening = tls ? 'tls' : speaksHttp2 ? 'sniff' : 'none';
    this.open = new Connections(this.server, opening, bounds, (socket) => broken(tooLateError(), socket));
    if (speaksHttp2) {
      const front = http2Handler({ ...bounds, isBusy, listener: begin, refused });
      const { maxStreams = MAX_STREAMS } = bounds;
      this.sessions = new Http2Sessions(
        { ...bounds, maxStreams },
        this.open,
        front,
        (reason) => this.open.cutCounts[reason]++,
      );
      this.open.onLook = (now, passed) => this.sessions?.look(now, passed);
    }
    if (budget) this.countMemory(budget, tls !== undefined);
    this.server.on('clientError', (error, socket) => broken(error, socket as Socket));
    this.server.on('connect', (_req, socket) => refuseConnect(socket as Socket, refused));
    this.server.on('checkExpectation', (req, res) => {
      refuse(
        req,
        res,
        new SoapstoneError('EXPECTATION_FAILED', 'the only supported expectation is 100-continue'),
        refused,
      );
    });
    this.server.on('checkContinue', (req, res) => {
      if (isMet(req.headers.expect as string)) res.writeContinue();
      this.server.emit('request', req, res);
    });
    this.server.maxConnections = bounds.maxConnections;
    // In a worker too: other workers have as many.
    (this.server as { dropMaxConnection?: boolean }).dropMaxConnection = true;
    this.server.on('drop', () => this.dropped++);
    this.server.on('connection', () => turns.connected());
  }

  /** Resolves with the port; `flag` chooses another. @throws SoapstoneError SETTINGS when the address cannot be taken. */
  listen(host: string, port: number, flag = '--port'): Promise<number> {
    const { server } = this;
    return new Promise((resolve, reject) => {
      server.once('error', (error) => reject(cannotListen(host, port, flag, error)));
      const listening = () => resolve((server.address() as AddressInfo).port);
      // Without a host node listens on every address, and on IPv4 alone where there is no IPv6; with one it asks DNS first.
      if (host === EVERYWHERE) server.listen({ port, backlog: BACKLOG }, listening);
      else server.listen({ port, host, backlog: BACKLOG }, listening);
    });
  }

  /**
   * Changes the certificates for new connections, where there are some. If the authorities of clients change, connections with a client
   * certificate end: Node does not check it again.
   */
  renew(tls: ListenerTls): void {
    renew(this.server, tls);
    if (tls.ca !== this.authorities) {
      this.open.retireCertified();
      this.sessions?.retireCertified();
    }
    this.authorities = tls.ca;
  }

  /** Requests whose response is not finished. */
  get inFlight(): number {
    return this.open.unfinished + this.streams;
  }

  /** Connections that were cut. */
  get cut(): Readonly<Record<CutReason, number>> {
    return this.open.cutCounts;
  }

  /** Requests that were refused because there was too much to do. */
  get refused(): number {
    return this.overload.refused;
  }

  /** Requests that were refused because the heap is nearly full. */
  get refusedByHeap(): number {
    return this.heap.refused;
  }

  /** Requests that were refused because bodies fill the memory. */
  get refusedBodies(): number {
    return this.budget?.refused ?? 0;
  }

  /** Bytes of bodies now, and the most that there may be; 0 for any number. */
  get bodyMemory(): { readonly used: number; readonly size: number } {
    return { used: this.budget?.used ?? 0, size: this.budget?.size ?? 0 };
  }

  get connections(): number {
    return this.open.size + this.http2Connections;
  }

  /** Those of HTTP/2 among them. */
  get http2Connections(): number {
    return this.sessions?.size ?? 0;
  }

  /** Requests over HTTP/2 whose response is not finished. */
  get streams(): number {
    return this.sessions?.unfinished ?? 0;
  }

  /** Resolves when every response that is unfinished now is over. */
  async settled(): Promise<void> {
    await settledResponses([...this.open.responses(), ...(this.sessions?.responses() ?? [])]);
  }

  /** Serves on, and asks callers to come back over another connection, which will lead them elsewhere. */
  turnAway(): void {
    this.ending = true;
    for (const response of this.open.responses()) if (!response.headersSent) response.shouldKeepAlive = false;
    this.sessions?.turnAway();
  }

  /**
   * Accepts nothing new, finishes what is in flight with `Connection: close`, closes what is idle.
   * Resolves with the number of requests that were cut because `timeout` ms had passed.
   */
  async drain(timeout: number): Promise<number> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.turnAway();
    this.sessions?.closeAll();
    const idle = setInterval(() => this.closeIdle(), IDLE_CHECK_MS);
    let cut = 0;
    const limit = setTimeout(() => {
      cut = this.inFlight;
      this.open.cutAll('drain');
      this.sessions?.cutAll('drain');
    }, timeout);
    await closed;
    clearInterval(idle);
    this.open.stop();
    this.heap.stop();
    this.budget?.stop();
    clearTimeout(limit);
    return cut;
  }

  /** Each connection has an account, and where they fill the memory the slowest are cut. */
  private countMemory(budget: MemoryBudget, secure: boolean): void {
    const garbage = new BodyGarbage(budget.size, {
      all: () => process.memoryUsage().arrayBuffers,
      counted: () => budget.used,
      collect: collectGarbage,
      now: () => performance.now(),
    });
    budget.collect = () => garbage.look();
    budget.makeRoom = () => cutSlowReaders(budget, this.waiting());
    this.server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      const account = openAccount(socket, budget, connectionAddress);
      socket.once('close', () => account.close());
    });
  }

  private *waiting(): Generator<WaitingResponse> {
    yield* waitingResponses(this.open);
    if (this.sessions) yield* this.sessions.waiting();
  }

  private openHttp2(socket: Socket): void {
    const connection = connectionOf(socket);
    if (connection === undefined || this.sessions === undefined) return void socket.destroy();
    connection.secured(socket);
    this.open.handOver(connection);
    this.sessions.open(connection);
  }

  /** Closes connections without a request. */
  closeIdle(): void {
    this.server.closeIdleConnections();
    this.open.closeUnused();
    this.sessions?.closeIdle();
  }
}
