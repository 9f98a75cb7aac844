// HTTP/1.1 to one origin, over a pool of kept connections. With connect.ts the one door to undici. Knows nothing about SOAP, REST or rules.
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { SoapstoneError } from '../errors.ts';
import { guardedConnector } from './connect.ts';
import type { InFlight, OutgoingRequest, ReplyHandler, Transport } from './transport.ts';

/** The peer's certificate is always checked. */
export interface TlsTexts {
  /** Authorities in place of node's own. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
}

export interface HttpTransportOptions {
  /** Scheme, host and port. Nothing else is ever connected to; redirects are not followed. */
  readonly origin: string;
  /** Most connections; 128 unless told. */
  readonly connections?: number;
  /** ms to connect; 5 s unless told. */
  readonly connectTimeout?: number;
  /** ms until the head of a reply, and between pieces of its body, for requests that set none; 30 s unless told. Checked twice a second. */
  readonly timeout?: number;
  /** ms that an idle connection stays open; 4 s unless told, or as the peer's Keep-Alive says. */
  readonly keepAlive?: number;
  /** TLS: PEM texts. */
  readonly tls?: TlsTexts;
}

/** Open connections, requests on them, and requests waiting for one. */
export interface TransportStats {
  readonly connected: number;
  readonly running: number;
  readonly pending: number;
}

export interface HttpTransport extends Transport {
  stats(): TransportStats;
  /** Cuts what is in flight. */
  destroy(reason: Error): Promise<void>;
}

export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const timeout = options.timeout ?? 30_000;
  const pool = new Pool(new URL(options.origin).origin, {
    connections: options.connections ?? 128,
    // Said in so many words, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot switch it off.
    connect: guardedConnector({ timeout: options.connectTimeout ?? 5_000, ...options.tls, rejectUnauthorized: true }),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveTimeout: options.keepAlive ?? 4_000,
    pipelining: 1,
  });
  return {
    send: (request, handler) => send(pool, request, handler),
    close: () => pool.close(),
    destroy: (reason) => pool.destroy(reason),
    stats: () => ({
      connected: pool.stats.connected,
      running: pool.stats.running,
      pending: pool.stats.queued + pool.stats.pending,
    }),
  };
}

function send(pool: Dispatcher, request: OutgoingRequest, handler: ReplyHandler): InFlight {
  const sending = new Sending(handler);
  pool.dispatch(
    {
      path: request.path,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers as string[],
      body: request.body,
      headersTimeout: request.timeout,
      bodyTimeout: request.timeout,
    },
    sending,
  );
  return sending;
}

/** One request on its way: undici's callbacks on one side, ours on the other. */
class Sending implements Dispatcher.DispatchHandler, InFlight {
  private readonly handler: ReplyHandler;
  private controller: Dispatcher.DispatchController | undefined = undefined;
  private reason: Error | undefined = undefined;
  private headSeen = false;
  private done = false;

  constructor(handler: ReplyHandler) {
    this.handler = handler;
  }

  /** A request that still waits for a connection fails at once, and is dropped when its turn comes. */
  abort(reason: Error): void {
    if (this.done) return;
    this.reason = reason;
    if (this.controller) this.controller.abort(reason);
    this.fail(reason);
  }

  resume(): void {
    if (!this.done) this.controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.reason) controller.abort(this.reason);
  }

  /** May be called for 1xx heads first. */
  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.done) return;
    this.headSeen = true;
    this.handler.onHead(status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.done && !this.handler.onData(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.done) return;
    this.done = true;
    this.handler.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.fail(this.reason ?? translate(error, this.headSeen));
  }

  private fail(error: Error): void {
    if (this.done) return;
    this.done = true;
    this.handler.onError(error, this.controller === undefined);
  }
}

function translate(error: Error, headSeen: boolean): Error {
  const code = (error as { code?: string }).code ?? error.name;
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer did not accept a connection in time', { cause: error });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer did not reply in time', { cause: error });
    case 'UND_ERR_BODY_TIMEOUT':
      return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer stopped in the middle of its reply', { cause: error });
  }
  if (error instanceof SoapstoneError) return error;
  if (headSeen) return new SoapstoneError('UPSTREAM_BODY', `the reply was cut off (${code})`, { cause: error });
  return new SoapstoneError('UPSTREAM_CONNECT', `the peer cannot be reached, or does not speak HTTP (${code})`, {
    cause: error,
  });
}
