// Streams the large hole of a response to the client while it arrives. Knows nothing about XML.

import { Mismatch } from '../../../codec/model/codec.ts';
import type { StreamSink } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { CompiledRule } from './request-headers.ts';

export class ResponseStream {
  started = false;
  /** The client is slower than the service: no more pieces until `resume`. */
  blocked = false;
  private readonly rule: CompiledRule;
  private readonly bindings: Bindings;
  private readonly sink: StreamSink;

  constructor(rule: CompiledRule, bindings: Bindings, sink: StreamSink, resume: () => void) {
    this.rule = rule;
    this.bindings = bindings;
    this.sink = sink;
    sink.onDrain(() => {
      this.blocked = false;
      resume();
    });
  }

  /** `slots`: those that are complete before the large one begins. Throws Mismatch before anything has been sent. */
  start(slots: Bindings): void {
    const bindings = this.rule.response.side.match(slots, this.bindings.slice());
    if (!bindings) throw new Mismatch('Envelope', 'a value differs');
    this.sink.start(bindings);
    this.started = true;
  }

  write(bytes: Uint8Array): void {
    if (!this.sink.write(bytes)) this.blocked = true;
  }
}
