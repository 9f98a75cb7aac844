// Streams a response to the client while it arrives. Knows nothing about its source.

import type { ServerResponse } from 'node:http';
import { json } from '../../../json/value.ts';
import type { StreamSink } from '../../../rule/exchange.ts';
import type { Bindings, ResponseStream } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import { type ByteOutput, type Compression, compressingOutput, hasRoomFor } from '../../compression.ts';
import { reservationOf } from '../../response-memory.ts';
import { joinVary } from '../../vary.ts';
import type { ListLines } from './json-lines.ts';
import { octetHead } from './octets.ts';
import { addFields } from './response.ts';

const placeholder = json(Buffer.from('null'));

export class RestSink implements StreamSink {
  /** Bytes written. */
  bytes = 0;
  private readonly res: ServerResponse;
  private readonly ownFields: () => string[];
  private readonly rule: Rule;
  private readonly stream: ResponseStream;
  private readonly mount: string;
  /** Where bytes go: to the response, or through a compressor. */
  private output: ByteOutput;
  /** Vary, where header fields of the request decide about the response. */
  private readonly selecting: readonly string[];
  private readonly compression: Compression | undefined;
  /** Absent: the body goes out as the rule has it. */
  private readonly lines: ListLines | undefined;
  private onReady: () => void = () => {};
  /** Bytes counted until the client reads them. */
  private waiting = 0;

  /** `ownFields`: header fields of every response. */
  constructor(
    res: ServerResponse,
    ownFields: () => string[],
    rule: Rule,
    stream: ResponseStream,
    mount: string,
    selecting: readonly string[],
    compression: Compression | undefined,
    lines: ListLines | undefined,
  ) {
    this.res = res;
    this.output = res;
    this.selecting = selecting;
    this.compression = compression;
    this.lines = lines;
    this.ownFields = ownFields;
    this.rule = rule;
    this.stream = stream;
    this.mount = mount;
  }

  /** Status and header fields are complete; only the large value is missing. */
  start(bindings: Bindings): void {
    const stand = bindings.slice();
    stand[this.stream.variable] = placeholder;
    const { rest } = this.rule.response;
    const parts = rest.fill(stand, this.mount);
    const { status, headers } = parts;
    const value = bindings[this.stream.variable];
    const octets =
      rest.binary && value ? octetHead(rest, parts, value.bytes.subarray(value.start, value.end), bindings) : undefined;
    const media = this.lines?.media ?? octets?.media ?? parts.media;
    const fields = [...this.ownFields(), 'content-type', media, ...(octets?.fields ?? [])];
    addFields(fields, headers);
    fields.push(...this.selecting);
    const prefix = this.lines ? undefined : this.stream.prefix(bindings, this.mount);
    this.open(status, fields, media);
    if (prefix) this.put(prefix);
  }

  private open(status: number, fields: string[], media: string): void {
    const { res } = this;
    const accepted = this.compression?.codingFor(res.req, status, fields, media);
    const coding = accepted && hasRoomFor(res, accepted) ? accepted : undefined;
    if (coding) fields.push('content-encoding', coding);
    res.writeHead(status, joinVary(fields));
    if (coding) this.output = compressingOutput(res, coding, (bytes) => (this.bytes += bytes));
    this.output.on('drain', () => {
      this.count(0);
      this.onReady();
    });
  }

  /** Copies the bytes: the decoder reuses its buffer while the socket waits. */
  write(bytes: Uint8Array): boolean {
    if (this.lines === undefined) return this.put(Buffer.from(bytes));
    const lines = this.lines.write(bytes);
    return lines.length === 0 || this.put(lines);
  }

  onDrain(listener: () => void): void {
    this.onReady = listener;
  }

  end(bindings: Bindings): void {
    if (this.lines) return void this.output.end();
    const suffix = this.stream.suffix(bindings, this.mount);
    this.countBytes(suffix);
    this.output.end(suffix);
  }

  /** Lines end with the problem, and without the end of the message: the client sees that items are missing, and why. */
  fail(problem: string): void {
    if (this.lines === undefined || !this.res.headersSent || this.res.destroyed) return void this.res.destroy();
    const line = Buffer.from(`${problem}\n`);
    this.countBytes(line);
    // A compressor hands on what it has in the next turn.
    this.output.write(line, () => setImmediate(() => cutAfterSending(this.res)));
  }

  private put(bytes: Uint8Array): boolean {
    this.countBytes(bytes);
    const ready = this.output.write(bytes);
    if (!ready) this.count(this.res.writableLength + (this.isCoded ? this.output.writableLength : 0));
    return ready;
  }

  /** A compressor counts what comes out of it. */
  private countBytes(bytes: Uint8Array): void {
    if (!this.isCoded) this.bytes += bytes.length;
  }

  private get isCoded(): boolean {
    return this.output !== this.res;
  }

  private count(waiting: number): void {
    reservationOf(this.res)?.hold(waiting - this.waiting);
    this.waiting = waiting;
  }
}

/** Breaks the response off when the client has taken what waits for it: a stream of HTTP/2, else the connection. */
function cutAfterSending(res: ServerResponse & { destroySoon?(): void }): void {
  if (res.destroySoon) res.destroySoon();
  else if (res.socket) res.socket.destroySoon();
  else res.destroy();
}
