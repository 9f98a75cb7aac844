// Streams a response to the client while it arrives. Knows nothing about its source.

import type { ServerResponse } from 'node:http';
import { json } from '../../../json/value.ts';
import type { StreamSink } from '../../../rule/exchange.ts';
import type { Bindings, ResponseStream } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import { type ByteOutput, type Compression, compressingOutput } from '../../compression.ts';
import { reservationOf } from '../../response-memory.ts';
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
  private readonly compression: Compression | undefined;
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
    compression: Compression | undefined,
  ) {
    this.res = res;
    this.output = res;
    this.compression = compression;
    this.ownFields = ownFields;
    this.rule = rule;
    this.stream = stream;
    this.mount = mount;
  }

  /** Status and header fields are complete; only the large value is missing. */
  start(bindings: Bindings): void {
    const stand = bindings.slice();
    stand[this.stream.variable] = placeholder;
    const { status, headers, media } = this.rule.response.rest.fill(stand, this.mount);
    const fields = [...this.ownFields(), 'content-type', media];
    addFields(fields, headers);
    const prefix = this.stream.prefix(bindings, this.mount);
    this.open(status, fields, media);
    this.put(prefix);
  }

  private open(status: number, fields: string[], media: string): void {
    const { res } = this;
    const coding = this.compression?.codingFor(res.req, status, fields, media);
    if (coding) fields.push('content-encoding', coding);
    res.writeHead(status, fields);
    if (coding) this.output = compressingOutput(res, coding, (bytes) => (this.bytes += bytes));
    this.output.on('drain', () => {
      this.count(0);
      this.onReady();
    });
  }

  /** Copies the bytes: the decoder reuses its buffer while the socket waits. */
  write(bytes: Uint8Array): boolean {
    return this.put(Buffer.from(bytes));
  }

  onDrain(listener: () => void): void {
    this.onReady = listener;
  }

  end(bindings: Bindings): void {
    const suffix = this.stream.suffix(bindings, this.mount);
    this.countBytes(suffix);
    this.output.end(suffix);
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
