// Sends one request: turns undici's callbacks into those of the transport. Knows nothing about pools.
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { connectionOf } from './connection.ts';
import type { PooledClient, PooledOptions } from './pooled-client.ts';
import { type Progress, translateError } from './translate-error.ts';
import type { InFlight, OutgoingRequest, ResponseHandler } from './transport.ts';

/** Codes of a connection that the upstream has ended. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Most moves of a request to another connection. The first time it gets a new one, where other requests may come before it. */
const MOST_RESENT = 3;

export class Sending implements Dispatcher.DispatchHandler, InFlight {
  readonly options: PooledOptions;
  /** Chosen by the pool. */
  client: PooledClient | undefined = undefined;
  private readonly retryable: boolean;
  private readonly handler: ResponseHandler;
  private controller: Dispatcher.DispatchController | undefined = undefined;
  private reason: Error | undefined = undefined;
  /** A persistent connection that the request was written to, and the bytes received on it before. */
  private keptSocket: Socket | undefined = undefined;
  private keptBytes = 0;
  private started = false;
  private resent = 0;
  private headSeen = false;
  private isFinished = false;

  constructor(request: OutgoingRequest, handler: ResponseHandler) {
    this.handler = handler;
    this.retryable = request.retryable ?? false;
    this.options = {
      path: request.path,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers as string[],
      body: request.body,
      headersTimeout: request.timeout,
      bodyTimeout: request.timeout,
      user: this,
    };
  }

  /** A request that still waits for a connection fails at once, and is dropped when its turn comes. */
  abort(reason: Error): void {
    if (this.isFinished) return;
    this.reason = reason;
    if (this.controller) this.controller.abort(reason);
    this.fail(reason);
  }

  resume(): void {
    if (!this.isFinished) this.controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.reason) {
      controller.abort(this.reason);
      return;
    }
    this.started = true;
    this.use(this.client?.socket);
  }

  private use(socket: Socket | null | undefined): void {
    const connection = connectionOf(socket);
    this.keptSocket = undefined;
    if (connection?.reused) {
      this.keptSocket = socket as Socket;
      this.keptBytes = this.keptSocket.bytesRead;
    } else if (connection) connection.reused = true;
  }

  /** May be called for 1xx heads first. */
  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.isFinished) return;
    this.headSeen = true;
    this.handler.onHead(status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.isFinished && !this.handler.onData(chunk)) controller.pause();
  }

  /** undici takes a reset for the end of a response without a length (RFC 9112 §6.3). */
  onResponseEnd(): void {
    const reset = connectionOf(this.client?.socket)?.reset;
    if (reset !== undefined) return this.fail(translateError(reset, 'replying'));
    if (this.isFinished) return;
    this.isFinished = true;
    this.handler.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.isFinished) return;
    if (this.reason === undefined && this.closedByUpstream(error)) this.resend();
    else this.fail(this.reason ?? translateError(error, this.progress));
  }

  private get progress(): Progress {
    if (this.headSeen) return 'replying';
    return this.started ? 'asked' : 'connecting';
  }

  /** The upstream has closed a persistent connection while this request waited or was sent: most likely it has not seen the request. */
  private closedByUpstream(error: Error): boolean {
    const { client, keptSocket, controller } = this;
    if (client === undefined || client.closed || client.destroyed || this.resent === MOST_RESENT) return false;
    if (controller === undefined) return connectionOf(client.socket)?.reused ?? false;
    if (!this.retryable || keptSocket === undefined || keptSocket.bytesRead !== this.keptBytes) return false;
    return CLOSED.has((error as { code?: string }).code ?? '');
  }

  /** The client makes a new connection, but only after it has dropped this request. */
  private resend(): void {
    this.resent++;
    this.controller = undefined;
    queueMicrotask(() => {
      if (!this.isFinished) this.client?.dispatchAgain(this.options, this);
    });
  }

  private fail(error: Error): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.handler.onError(error, !this.started);
  }
}
