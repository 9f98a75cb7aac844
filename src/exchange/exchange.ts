// One request and its reply in flight.
import type { Cancel, StreamSink } from '../binding/binding.ts';
import type { Bindings, Rule } from '../mapping/rule.ts';

export interface Exchange extends Cancel {
  /** Request id: the caller's x-request-id where valid, else a fresh one. */
  readonly id: string;
  readonly rule: Rule;
  /** Variables of the request; the reply adds to them. */
  readonly bindings: Bindings;
  /** ms on the monotonic clock (performance.now) after which the exchange has failed. */
  deadline: number;
  readonly traceparent?: string;
  /** Set where the front can stream the reply. */
  readonly sink?: StreamSink;
  /** Time spent waiting for the peer, in ms; set by the back binding. */
  upstreamMs: number;
  cancel(reason: Error): void;
}

/** What comes back: all variables bound, or streamed already. Failures are thrown as Fault. */
export interface Reply {
  readonly bindings: Bindings;
  readonly streamed: boolean;
}

export type Handler = (exchange: Exchange) => Promise<Reply>;

export type Filter = (next: Handler) => Handler;
