// One request of a caller, as far as it is the same for every protocol in front: its names, its times and its record.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { SoapstoneError } from '../errors/errors.ts';
import { type Fault, toFault } from '../fault/fault.ts';
import type { Caller, Exchange } from '../rule/exchange.ts';
import { requestChannel } from './channels.ts';
import { requestId, traceparent } from './identity.ts';
import type { MemoryReservation } from './memory-account.ts';
import { refusals } from './refused.ts';
import { reservationOf } from './response-memory.ts';

export abstract class RequestHandler {
  protected readonly req: IncomingMessage;
  protected readonly res: ServerResponse;
  protected readonly id: string;
  protected readonly trace: string | undefined;
  /** Id of the rule, once it is known. */
  protected rule: string | undefined = undefined;
  protected exchange: Pick<Exchange, 'cancel' | 'responseHeaders' | 'upstreamMs'> | undefined = undefined;
  protected fault: Fault | undefined = undefined;
  /** Status whose class says whose mistake the fault is, where the caller's protocol has said it otherwise than the fault's own status. */
  protected blame: number | undefined = undefined;
  protected caller: Caller | undefined = undefined;
  protected requestBytes = 0;
  protected responseBytes = 0;
  private readonly bridge: string;
  private readonly path: string;
  private readonly began = performance.now();
  private upstreamMs = 0;

  constructor(bridge: string, req: IncomingMessage, res: ServerResponse, path: string) {
    this.bridge = bridge;
    this.req = req;
    this.res = res;
    this.path = path;
    this.id = requestId(req.headers['x-request-id']);
    this.trace = traceparent(req.headers['traceparent']);
    res.on('close', () => this.closed());
  }

  /** Bytes of the reply's body. */
  protected abstract sentBytes(): number;

  /** Status that the record shows for a caller who stayed to the end. */
  protected abstract outcome(): number;

  /** Fields of every answer: the request's id, and what filters have to say. */
  protected ownFields(): string[] {
    const fields = ['x-request-id', this.id];
    const responseHeaders = this.exchange?.responseHeaders;
    if (responseHeaders !== undefined) fields.push(...responseHeaders);
    return fields;
  }

  /** What fails while a failure is written ends the connection, and never more than that. */
  protected lost(error: unknown): void {
    this.fault = toFault(error);
    this.res.destroy();
  }

  /** What tells callers apart. */
  protected get credential(): string | undefined {
    return this.caller?.key ?? this.req.headers.authorization;
  }

  /** Where its bytes are counted, in the share of whoever calls, as far as that is known. */
  protected memory(address: string | undefined = undefined): MemoryReservation | undefined {
    const memory = reservationOf(this.res);
    memory?.assign(this.caller?.key ?? address);
    return memory;
  }

  /** Lets go of what the exchange has brought: a slow client must not hold it beside the response. */
  protected settled(): void {
    if (this.exchange === undefined) return;
    this.upstreamMs = this.exchange.upstreamMs;
    this.exchange = undefined;
  }

  /** @throws SoapstoneError IDEMPOTENCY_KEY where there are several fields: node joins them to one text (RFC 9110 §5.2). */
  protected keyFor({ idempotency }: { readonly idempotency?: { readonly header: string } }): string | undefined {
    if (idempotency === undefined) return undefined;
    const { header } = idempotency;
    const field = this.req.headers[header];
    if (field !== undefined && countOf(header, this.req.rawHeaders) > 1)
      throw new SoapstoneError('IDEMPOTENCY_KEY', 'the request has several keys', { path: header });
    return typeof field === 'object' ? field.join() : field;
  }

  /** After the last byte, or when the caller went away. */
  private closed(): void {
    const gone = !this.res.writableFinished;
    if (gone) this.exchange?.cancel(new SoapstoneError('CLIENT_GONE', 'the caller closed the connection'));
    if (requestChannel.hasSubscribers) this.publish(gone);
  }

  private publish(gone: boolean): void {
    const refusal = gone ? refusals.get(this.res) : undefined;
    const fault = this.fault ?? refusal?.fault;
    // A connection that was cut because of a fault is not one that the caller left.
    const left = gone && fault === undefined;
    requestChannel.publish({
      bridge: this.bridge,
      id: refusal?.id ?? this.id,
      rule: this.rule,
      method: this.req.method,
      path: this.path,
      status: left ? 499 : (refusal?.fault.init.status ?? this.outcome()),
      faultStatus: this.blame ?? fault?.init.status,
      code: left ? 'CLIENT_GONE' : (fault?.init.logged ?? fault?.init.code),
      ms: performance.now() - this.began,
      upstreamMs: this.exchange?.upstreamMs ?? this.upstreamMs,
      requestBytes: this.requestBytes,
      responseBytes: this.sentBytes(),
      traceparent: this.trace,
      cause: fault?.init.cause,
      upstreamText: fault?.init.upstreamText,
    });
  }
}

/** Fields of this name, which is in lower case. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].length === name.length && rawHeaders[i].toLowerCase() === name) count++;
  return count;
}
