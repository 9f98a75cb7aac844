// Requests and responses of HTTP/2 in the form of HTTP/1.1: what handles them need not know which it is. Knows nothing about sessions.
import type { IncomingHttpHeaders } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Readable, ReadableOptions, Stream } from 'node:stream';
import { foldFields } from './http2-fields.ts';

/** RFC 9113 §7. */
export const NO_ERROR = 0;
export const INTERNAL_ERROR = 2;
export const CALM = 11;

/** RFC 9113 §8.2.2: fields of a connection of HTTP/1.1. */
const CONNECTION_FIELDS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

export interface Http2Request extends Http2ServerRequest {
  /** Bytes of the body that have been read. */
  readonly received: number;
  /** Bytes of the header fields, as HTTP/1.1 would write them. */
  readonly headBytes: number;
  /** Why the pseudo-header fields are wrong. */
  readonly mismatch: string | undefined;
}

export interface Http2Response extends Http2ServerResponse {
  shouldKeepAlive: boolean;
  /** Bytes that the session has taken. */
  readonly sentBytes: number;
  readonly closed: boolean;
  readonly destroyed: boolean;
  /** Sends what waits, and then breaks the response off. */
  destroySoon(): void;
  /** Takes the response out of the hands of its handler: what that writes is dropped. */
  withdraw(): void;
}

export interface Http2Messages {
  readonly Request: new (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: ReadableOptions | undefined,
    rawHeaders: string[],
    socket: Socket,
  ) => Http2Request;
  readonly Response: new (stream: ServerHttp2Stream) => Http2Response;
}

let messages: Http2Messages | undefined;

/** Loads HTTP/2. */
export function http2Messages(): Http2Messages {
  messages ??= { Request: requestClass() as never, Response: responseClass() as never };
  return messages;
}

/** Node's classes, as far as ours build on them. */
type RequestBase = new (...values: readonly unknown[]) => Readable & { readonly stream: ServerHttp2Stream };

function requestClass() {
  const Base = process.getBuiltinModule('node:http2').Http2ServerRequest as unknown as RequestBase;
  return class GatewayHttp2Request extends Base {
    received = 0;
    readonly headBytes: number;
    readonly mismatch: string | undefined;
    private readonly plain: IncomingHttpHeaders;
    private readonly plainRaw: string[];
    private readonly connectionSocket: Socket;
    private target: string;

    constructor(
      stream: ServerHttp2Stream,
      headers: IncomingHttpHeaders,
      options: ReadableOptions | undefined,
      rawHeaders: string[],
      socket: Socket,
    ) {
      super(stream, headers, options, rawHeaders);
      const folded = foldFields(headers, rawHeaders, !stream.endAfterHeaders);
      this.plain = folded.headers;
      this.plainRaw = folded.rawHeaders;
      this.headBytes = folded.bytes;
      this.mismatch = folded.mismatch;
      this.target = String(headers[':path'] ?? '');
      this.connectionSocket = socket;
      // Whoever reads hears of the end by `close`; nobody else may have to listen.
      this.on('error', () => {});
    }

    /** RFC 9113 has no minor version. */
    get httpVersion() {
      return '2';
    }

    get headers() {
      return this.plain;
    }

    get rawHeaders() {
      return this.plainRaw;
    }

    get url() {
      return this.target;
    }

    set url(url: string) {
      this.target = url;
    }

    /** That of the connection: it outlives the stream. */
    get socket(): Socket {
      return this.connectionSocket;
    }

    get connection(): Socket {
      return this.connectionSocket;
    }

    /** Node ends the body of a stream that was reset: half a body would look like a whole one. */
    override push(chunk: Uint8Array | null): boolean {
      if (chunk === null) return !this.isBroken && super.push(null);
      this.received += chunk.length;
      return super.push(chunk);
    }

    /** Nothing comes after the end of the stream, and node reads it once more. */
    override _read(size: number): void {
      if (!this.stream.destroyed) super._read(size);
    }

    /** The stream was reset before its response was complete. */
    private get isBroken(): boolean {
      const { closed, aborted, rstCode } = this.stream;
      return closed && (aborted || rstCode !== NO_ERROR);
    }

    /** Of a body that nobody wants: the response stays (RFC 9113 §8.1). */
    override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
      if (!this.stream.closed) this.stream.close(this.stream.writableEnded ? NO_ERROR : INTERNAL_ERROR);
      callback(error);
    }
  };
}

type Written = string | Uint8Array;
type Callback = () => void;

type ResponseBase = new (
  ...values: readonly unknown[]
) => Stream & {
  readonly stream: ServerHttp2Stream & { readonly headRequest: boolean };
  readonly writableEnded: boolean;
  readonly sendDate: boolean;
  statusCode: number;
  getHeaders(): OutgoingHttpHeaders;
  setHeader(name: string, value: unknown): unknown;
  write(...values: readonly unknown[]): boolean;
  end(...values: readonly unknown[]): unknown;
};

function responseClass() {
  const Base = process.getBuiltinModule('node:http2').Http2ServerResponse as unknown as ResponseBase;
  return class GatewayHttp2Response extends Base {
    /** In HTTP/1.1 the word for whether the connection outlives the response. Streams need no such word. */
    shouldKeepAlive = true;
    closed = false;
    private writtenBytes = 0;
    private isWithdrawn = false;
    private isDestroyed = false;

    constructor(stream: ServerHttp2Stream) {
      super(stream);
      this.once('close', () => {
        this.closed = true;
      });
    }

    get destroyed(): boolean {
      return this.isDestroyed || this.stream.destroyed || this.stream.closed;
    }

    get sentBytes(): number {
      return this.writtenBytes - this.stream.writableLength;
    }

    /** Node closes a stream with its last frame, before `finish` and before the last write is over. */
    get writableFinished(): boolean {
      return this.writableEnded && !this.stream.aborted && this.stream.rstCode === NO_ERROR;
    }

    /** There is none (RFC 9113 §8.3.1), and node warns of it. */
    get statusMessage(): string {
      return '';
    }

    set statusMessage(_phrase: string) {}

    override setHeader(name: string, value: number | string | readonly string[]): this {
      if (!CONNECTION_FIELDS.has(name.toLowerCase())) super.setHeader(name, value);
      return this;
    }

    /** `fields`: names and values in turn, or an object. */
    writeHead(status: number, ...rest: readonly unknown[]): this {
      if (this.isWithdrawn || this.destroyed) return this;
      this.statusCode = status;
      const headers = { ...this.getHeaders(), ...sentFields(rest.at(-1)), ':status': status };
      this.stream.respond(headers, { sendDate: this.sendDate } as never);
      return this;
    }

    override write(chunk: Written, encoding?: unknown, callback?: Callback): boolean {
      const done = typeof encoding === 'function' ? (encoding as Callback) : callback;
      if (this.isWithdrawn || this.stream.headRequest) {
        if (done) setImmediate(done);
        return true;
      }
      this.writtenBytes +=
        typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding as BufferEncoding) : chunk.length;
      return super.write(chunk, encoding, callback);
    }

    override end(...values: readonly unknown[]): this {
      if (!this.isWithdrawn) super.end(...values);
      return this;
    }

    /** A client must see that the response is not whole. Node would end the stream first, and what was sent would look like all of it. */
    destroy(): this {
      this.isDestroyed = true;
      const { stream } = this;
      if (stream.closed) return this;
      stream._final = () => {};
      stream.close(INTERNAL_ERROR);
      return this;
    }

    destroySoon(): void {
      if (this.stream.writableLength === 0) this.destroy();
      else this.stream.write(Buffer.alloc(0), () => setImmediate(() => this.destroy()));
    }

    withdraw(): void {
      this.isWithdrawn = true;
    }
  };
}

function sentFields(named: unknown): OutgoingHttpHeaders {
  if (typeof named !== 'object' || named === null) return {};
  const fields: OutgoingHttpHeaders = {};
  const pairs = Array.isArray(named) ? pairsOf(named as string[]) : Object.entries(named);
  for (const [name, value] of pairs) addField(fields, name.toLowerCase(), value);
  return fields;
}

function* pairsOf(flat: readonly string[]): Generator<readonly [string, string]> {
  for (let i = 0; i < flat.length; i += 2) yield [flat[i], flat[i + 1]];
}

function addField(fields: OutgoingHttpHeaders, name: string, value: string): void {
  if (CONNECTION_FIELDS.has(name)) return;
  const existing = fields[name];
  fields[name] = existing === undefined ? value : [...[existing].flat(), value].map(String);
}
