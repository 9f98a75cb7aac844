// The part of a client's request that is the same for both fronts: its id, its times and its record.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { SoapstoneError } from '../errors/errors.ts';
import { type Fault, toFault } from '../fault/fault.ts';
import type { FaultTexts } from '../fault/texts.ts';
import type { Caller, Exchange } from '../rule/exchange.ts';
import { requestChannel } from './channels.ts';
import type { ClientNaming } from './client-naming.ts';
import type { Compression } from './compression.ts';
import { isPreflight, type PolicyOf } from './cross-origin.ts';
import type { Authenticator } from './gate.ts';
import { requestId, traceparent } from './identity.ts';
import type { MemoryReservation } from './memory-account.ts';
import { drain, refusals } from './read-body.ts';
import type { HeadCheck } from './request-head.ts';
import { reservationOf } from './response-memory.ts';
import { joinVary } from './vary.ts';

/** connect's signature. `next` gets what the handler does not serve. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** What both fronts take. */
export interface FrontOptions {
  /** Name in the records of `requestChannel`; '' by default. */
  readonly bridge?: string;
  /** Most bytes of a request body; MAX_BODY_BYTES by default. */
  readonly maxBodyBytes?: number;
  /** Authenticates clients. */
  readonly gate?: Authenticator;
  /** Checks the head of a request; absent where the server has done so. */
  readonly headCheck?: HeadCheck;
  /** CORS; absent where no other origin may read responses. */
  readonly crossOrigin?: PolicyOf;
  /** Absent: responses go out as they are. */
  readonly compression?: Compression;
  /** Network address of a client; absent where it is not needed. */
  readonly addressOf?: (req: IncomingMessage) => string;
  /** Absent where records say nothing of clients. */
  readonly naming?: ClientNaming;
  /** Texts of the service that clients may see; all by default. */
  readonly faultTexts?: FaultTexts;
}

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

type CarriedExchange = Pick<
  Exchange,
  'cancel' | 'responseHeaders' | 'upstreamMs' | 'queuedMs' | 'retryWaitMs' | 'upstream' | 'bindings'
> & {
  readonly rule: Pick<Exchange['rule'], 'variables'>;
};

/** Methods that pages of an origin may use. */
type MethodsFor = (origin: string) => readonly string[];

export abstract class RequestHandler {
  protected readonly req: IncomingMessage;
  protected readonly res: ServerResponse;
  protected readonly id: string;
  protected readonly trace: string | undefined;
  /** Id of the rule, once it is known. */
  protected rule: string | undefined = undefined;
  /** Id of a rule of the path. */
  protected pathRule: string | undefined = undefined;
  protected exchange: CarriedExchange | undefined = undefined;
  protected fault: Fault | undefined = undefined;
  /** Status for metrics, where the fault code of the client's protocol blames another side than the fault's own status. */
  protected blame: number | undefined = undefined;
  protected caller: Caller | undefined = undefined;
  protected requestBytes = 0;
  protected responseBytes = 0;
  private readonly bridge: string;
  private readonly naming: ClientNaming | undefined;
  private readonly clientAddress: string | undefined;
  /** Header fields of CORS. */
  private shared: readonly string[] | undefined = undefined;
  protected readonly path: string;
  private readonly began = performance.now();
  private upstreamMs = 0;
  private queuedMs = 0;
  private retryWaitMs = 0;
  private upstream: string | undefined = undefined;

  constructor(
    { bridge = '', naming }: Pick<FrontOptions, 'bridge' | 'naming'>,
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
  ) {
    this.bridge = bridge;
    this.naming = naming;
    this.clientAddress = naming?.address(req);
    this.req = req;
    this.res = res;
    this.path = path;
    this.id = requestId(req.headers['x-request-id']);
    this.trace = traceparent(req.headers['traceparent']);
    res.on('close', () => this.closed());
  }

  /** Bytes of the response's body. */
  protected abstract sentBytes(): number;

  /** Status in the record, for a client that did not disconnect. */
  protected abstract outcome(): number;

  /** Header fields of every response: the request id, and those of filters. */
  protected ownFields(): string[] {
    const fields = ['x-request-id', this.id];
    const responseHeaders = this.exchange?.responseHeaders;
    if (responseHeaders !== undefined) fields.push(...responseHeaders);
    if (this.shared !== undefined) fields.push(...this.shared);
    return fields;
  }

  /**
   * CORS: allows the request's origin to read whatever the response will be. True: the request was a preflight, and has its response.
   * `methodsFor`: those that pages of the origin may use at the path; needed for preflights alone.
   */
  share(policyOf: PolicyOf, rules: readonly { readonly id: string }[], methodsFor: MethodsFor): boolean {
    const { origin, 'access-control-request-headers': requested } = this.req.headers;
    const policy = policyOf(rules, origin);
    this.pathRule = rules[0]?.id;
    this.shared = policy.fields(origin);
    if (!isPreflight(this.req)) return false;
    const methods = origin !== undefined && policy.allows(origin) ? methodsFor(origin) : [];
    const further = methods.length > 0 ? policy.preflight(methods, requested) : [];
    this.res.writeHead(204, joinVary([...this.ownFields(), ...further])).end();
    drain(this.req, 0);
    return true;
  }

  /** An error while a fault is written must not reach the process. The gateway is to blame for it, whatever its code says of messages. */
  protected lost(error: unknown): void {
    const { res, id } = this;
    this.fault = toFault(new Error('the response cannot be written', { cause: error }));
    if (res.headersSent || res.destroyed) return void res.destroy();
    const { media, body } = this.plainFault(this.fault);
    this.responseBytes = Buffer.byteLength(body);
    const fields = media === undefined ? [] : ['content-type', media];
    res.writeHead(500, ['x-request-id', id, ...fields, 'content-length', String(this.responseBytes)]);
    if (this.req.method === 'HEAD') res.end();
    else res.end(body);
  }

  /** A fault of the gateway in the client's protocol, made without anything that can fail; empty where the protocol has none. */
  protected plainFault(_fault: Fault): { readonly media?: string; readonly body: string } {
    return { body: '' };
  }

  /** Tells clients apart. */
  protected get credential(): string | undefined {
    return this.caller?.key ?? this.req.headers.authorization;
  }

  /** Counts the exchange's bytes in the share of its client, as far as that is known. */
  protected memory(address: string | undefined = undefined): MemoryReservation | undefined {
    const memory = reservationOf(this.res);
    memory?.assign(this.caller?.unchecked ? address : (this.caller?.key ?? address));
    return memory;
  }

  /** Releases the exchange: a slow client must not hold its values beside the response. */
  protected settled(): void {
    if (this.exchange === undefined) return;
    this.upstreamMs = this.exchange.upstreamMs;
    this.queuedMs = this.exchange.queuedMs;
    this.retryWaitMs = this.exchange.retryWaitMs;
    this.upstream = this.exchange.upstream;
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

  /** Before a response: nobody waits for it, and no exchange is there to cancel. */
  protected get isGone(): boolean {
    return this.res.destroyed;
  }

  /** After the last byte, or when the client disconnects. */
  private closed(): void {
    const gone = !this.res.writableFinished;
    if (gone) this.exchange?.cancel(new SoapstoneError('CLIENT_GONE', 'the client closed the connection'));
    if (this.isRecorded && requestChannel.hasSubscribers) this.publish(gone);
  }

  /** False where requests made from this one have records. */
  protected get isRecorded(): boolean {
    return true;
  }

  private publish(gone: boolean): void {
    const refusal = gone ? refusals.get(this.res) : undefined;
    const fault = this.fault ?? refusal?.fault;
    // A connection that the gateway cuts because of a fault is not a disconnect of the client.
    const left = gone && fault === undefined;
    requestChannel.publish({
      bridge: this.bridge,
      id: refusal?.id ?? this.id,
      rule: this.rule,
      pathRule: this.pathRule,
      method: this.req.method,
      protocol: this.req.httpVersion,
      path: this.path,
      status: left ? 499 : (refusal?.fault.init.status ?? this.outcome()),
      faultStatus: this.blame ?? fault?.init.status,
      code: left ? 'CLIENT_GONE' : (fault?.init.logged ?? fault?.init.code),
      ms: performance.now() - this.began,
      upstreamMs: this.exchange?.upstreamMs ?? this.upstreamMs,
      queuedMs: this.exchange?.queuedMs ?? this.queuedMs,
      retryWaitMs: this.exchange?.retryWaitMs ?? this.retryWaitMs,
      upstream: this.exchange?.upstream ?? this.upstream,
      requestBytes: this.requestBytes,
      responseBytes: this.sentBytes(),
      client: this.clientAddress,
      caller: this.caller && this.naming?.caller(this.caller),
      traceparent: this.trace,
      cause: fault?.init.cause,
      upstreamText: fault?.init.upstreamText,
      lostDetail: fault?.init.lostDetail,
    });
  }
}

/** `name`: in lower case. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].length === name.length && rawHeaders[i].toLowerCase() === name) count++;
  return count;
}
