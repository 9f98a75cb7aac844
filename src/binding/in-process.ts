// A request that the gateway makes of a front in the same process: what the front uses of node's request and response, without a message on a wire.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../rule/exchange.ts';
import type { HeaderFields } from '../rule/pattern.ts';
import type { Lookup } from '../rule/rule.ts';
import type { Authenticator } from './gate.ts';
import { releaseReservation } from './response-memory.ts';

/** `refused`: why no request of the rule can be made. */
export type FoundRules = Lookup | { readonly kind: 'refused'; readonly rule: string; readonly error: unknown };

/** Serves a request. The response emits `close` when all is over. */
export type RuleFront = (request: InternalRequest, response: InternalResponse, found: FoundRules) => void;

interface InternalRequestInit {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: HeaderFields;
  readonly body?: Uint8Array;
  /** Connection of the client on whose behalf the request is made. */
  readonly socket: Socket;
  /** Who it is, where that has been checked. */
  readonly caller?: Caller;
}

export class InternalRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly rawHeaders: string[];
  /** Where body parsers put bytes that they have read. */
  readonly rawBody: Uint8Array | undefined;
  readonly socket: Socket;
  readonly caller: Caller | undefined;
  readonly complete = true;
  readonly readableDidRead = true;
  readonly readableEnded = true;

  constructor({ method, target, headers, body, socket, caller }: InternalRequestInit) {
    this.method = method;
    this.url = target;
    this.headers = { ...headers, ...(body && { 'content-length': String(body.length) }) };
    this.rawHeaders = Object.entries(this.headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((text) => [name, text]),
    );
    this.rawBody = body;
    this.socket = socket;
    this.caller = caller;
  }

  get asIncoming(): IncomingMessage {
    return this as unknown as IncomingMessage;
  }
}

/** Gathers one response. Emits `close` after its end, or when it is given up. */
export class InternalResponse extends EventEmitter {
  readonly req: InternalRequest;
  statusCode = 0;
  /** Header fields; names in lower case. */
  readonly fields = new Map<string, string>();
  headersSent = false;
  destroyed = false;
  writableFinished = false;
  readonly writableLength = 0;
  private readonly chunks: Uint8Array[] = [];

  constructor(req: InternalRequest) {
    super();
    this.req = req;
  }

  get asOutgoing(): ServerResponse {
    return this as unknown as ServerResponse;
  }

  get body(): Buffer {
    return Buffer.concat(this.chunks);
  }

  writeHead(status: number, fields: readonly OutgoingHttpHeader[]): this {
    this.statusCode = status;
    this.headersSent = true;
    for (let i = 0; i < fields.length; i += 2) this.fields.set(String(fields[i]).toLowerCase(), String(fields[i + 1]));
    return this;
  }

  /** Copies the bytes: the writer uses its buffer again. */
  write(bytes: Uint8Array): boolean {
    this.chunks.push(Uint8Array.from(bytes));
    return true;
  }

  end(bytes?: Uint8Array): this {
    if (this.destroyed) return this;
    if (bytes !== undefined) this.write(bytes);
    this.writableFinished = true;
    // As a socket would: after the front has returned.
    setImmediate(() => this.close());
    return this;
  }

  /** Gives the response up: its exchange is cancelled. */
  destroy(): this {
    if (!this.destroyed && !this.writableFinished) this.close();
    return this;
  }

  private close(): void {
    this.destroyed = true;
    this.emit('close');
    releaseReservation(this.asOutgoing);
  }
}

/** Admits callers that have been checked already; `gate` decides about everybody else. */
export function gateInside(gate: Authenticator): Authenticator {
  return {
    ...gate,
    authenticate: (request) => {
      const { caller } = request.req as unknown as Partial<InternalRequest>;
      return caller === undefined ? gate.authenticate(request) : Promise.resolve(caller);
    },
  };
}
