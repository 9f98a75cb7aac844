// One request to the service and its response. Knows nothing about what the bytes mean.
import type { Exchange, Holder, Response } from '../rule/exchange.ts';
import type { HeaderFields } from '../rule/pattern.ts';
import type { InFlight, OutgoingRequest, ResponseHandler, Sender } from '../transport/transport.ts';

/** Reads one response while it arrives. Settles its call once, perhaps before the end. */
export interface ResponseReading {
  /** `resume`: lets the service go on after `write` has returned false. */
  start(status: number, fields: HeaderFields, resume: () => void): void;
  write(piece: Uint8Array): boolean;
  /** Why `write` returns false. */
  readonly holder: Holder;
  end(): void;
  /** The connection failed, or the exchange was cancelled. */
  fail(error: unknown): void;
}

/** Called once, with `error` or with `response`. */
export type Settle = (error: unknown, response: Response | undefined) => void;

export class Call implements ResponseHandler {
  private readonly reader: ResponseReading;
  private readonly exchange: Exchange;
  private readonly resolve: (response: Response) => void;
  private readonly reject: (error: unknown) => void;
  private readonly began = performance.now();
  /** ms of the gateway: it reads the response, or makes the service wait. */
  private ours = 0;
  /** When the service began to wait for `resume`. */
  private heldSince: number | undefined = undefined;
  private requestHandle: InFlight | undefined = undefined;
  private over = false;
  private ended = false;

  constructor(
    reader: (settle: Settle) => ResponseReading,
    exchange: Exchange,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) {
    this.reader = reader((error, response) => this.settle(error, response));
    this.exchange = exchange;
    this.resolve = resolve;
    this.reject = reject;
  }

  send(transport: Sender, request: OutgoingRequest): void {
    this.exchange.requestSent = true;
    const requestHandle = transport.send(request, this);
    this.requestHandle = requestHandle;
    if (!this.over) this.exchange.onCancel((reason) => requestHandle.abort(reason));
  }

  onTarget(origin: string): void {
    this.exchange.upstream = origin;
  }

  onHead(status: number, headers: HeaderFields): void {
    this.exchange.peerStatus = status;
    this.reader.start(status, headers, () => this.resume());
  }

  onData(piece: Uint8Array): boolean {
    const begin = performance.now();
    const ready = this.reader.write(piece);
    const now = performance.now();
    this.ours += now - begin;
    if (!ready) this.hold(now);
    return ready;
  }

  onEnd(): void {
    this.arrived();
    this.reader.end();
  }

  onError(error: Error, unsent = false): void {
    this.arrived();
    if (unsent) this.exchange.requestSent = false;
    this.reader.fail(error);
  }

  private hold(now: number): void {
    if (this.heldSince !== undefined) return;
    this.heldSince = now;
    this.exchange.backpressure.hold(this.reader.holder);
  }

  private resume(): void {
    this.release();
    this.requestHandle?.resume();
  }

  private release(): void {
    if (this.heldSince === undefined) return;
    this.ours += performance.now() - this.heldSince;
    this.heldSince = undefined;
    this.exchange.backpressure.release();
  }

  private arrived(): void {
    this.ended = true;
    this.release();
    this.exchange.upstreamMs += performance.now() - this.began - this.ours;
  }

  /** Aborts a response that is settled before its end. */
  private settle(error: unknown, response: Response | undefined): void {
    this.over = true;
    this.exchange.onCancel(undefined);
    if (response) this.resolve(response);
    else this.reject(error);
    if (!this.ended) this.requestHandle?.abort(error as Error);
  }
}

/** Adds header fields; a field that the request already has stays. */
export function withFields<R extends OutgoingRequest>(request: R, fields: readonly string[]): R {
  if (fields.length === 0) return request;
  const headers = request.headers.slice();
  for (let i = 0; i < fields.length; i += 2) if (!has(headers, fields[i])) headers.push(fields[i], fields[i + 1]);
  return { ...request, headers };
}

function has(headers: readonly string[], name: string): boolean {
  for (let i = 0; i < headers.length; i += 2) if (headers[i].toLowerCase() === name) return true;
  return false;
}
