// Streams a response to the client while it arrives. Knows nothing about its source.

import type { ServerResponse } from 'node:http';
import { json } from '../../../json/value.ts';
import type { StreamSink } from '../../../rule/exchange.ts';
import type { Bindings, ResponseStream } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
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
  /** Bytes counted until the client reads them. */
  private waiting = 0;

  /** `ownFields`: header fields of every response. */
  constructor(res: ServerResponse, ownFields: () => string[], rule: Rule, stream: ResponseStream, mount: string) {
    this.res = res;
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
    this.res.writeHead(status, fields);
    this.put(prefix);
  }

  /** Copies the bytes: the decoder reuses its buffer while the socket waits. */
  write(bytes: Uint8Array): boolean {
    return this.put(Buffer.from(bytes));
  }

  onDrain(listener: () => void): void {
    this.res.on('drain', () => {
      this.count(0);
      listener();
    });
  }

  end(bindings: Bindings): void {
    const suffix = this.stream.suffix(bindings, this.mount);
    this.bytes += suffix.length;
    this.res.end(suffix);
  }

  private put(bytes: Uint8Array): boolean {
    this.bytes += bytes.length;
    const ready = this.res.write(bytes);
    if (!ready) this.count(this.res.writableLength);
    return ready;
  }

  private count(waiting: number): void {
    reservationOf(this.res)?.hold(waiting - this.waiting);
    this.waiting = waiting;
  }
}
