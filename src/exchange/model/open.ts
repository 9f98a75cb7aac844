// Makes exchanges. Knows nothing about protocols.
import type { Backpressure, Bindings, Caller, Flight, Opening, StreamSink } from '../../binding/binding.ts';
import type { Rule } from '../../mapping/model/rule.ts';
import { CountedBackpressure } from './backpressure.ts';
import type { Exchange } from './exchange.ts';

class OpenExchange implements Exchange {
  readonly id: string;
  readonly rule: Rule;
  readonly bindings: Bindings;
  readonly traceparent: string | undefined;
  readonly credential: string | undefined;
  readonly caller: Caller | undefined;
  readonly key: string | undefined;
  readonly address: string | undefined;
  readonly mount: string | undefined;
  readonly anew: boolean | undefined;
  readonly sink: StreamSink | undefined;
  readonly memory: Flight['memory'];
  readonly deferred: boolean;
  readonly backpressure: Backpressure;
  responseHeaders: readonly string[] | undefined = undefined;
  deadline: number;
  upstreamMs = 0;
  requestSent = false;
  peerStatus = 0;
  proof: Flight['proof'] = undefined;
  cancelled: Error | undefined = undefined;
  private listener: ((reason: Error) => void) | undefined = undefined;

  constructor(opening: Opening<Rule>, deadline: number, backpressure: Backpressure) {
    this.id = opening.id;
    this.rule = opening.rule;
    this.bindings = opening.bindings;
    this.traceparent = opening.traceparent;
    this.credential = opening.credential;
    this.caller = opening.caller;
    this.key = opening.key;
    this.address = opening.address;
    this.mount = opening.mount;
    this.anew = opening.anew;
    this.sink = opening.sink;
    this.memory = opening.memory;
    this.deferred = opening.deferred ?? false;
    this.deadline = deadline;
    this.backpressure = backpressure;
  }

  onCancel(listener: ((reason: Error) => void) | undefined): void {
    this.listener = listener;
    if (listener && this.cancelled) listener(this.cancelled);
  }

  /** The first reason counts. */
  cancel(reason: Error): void {
    if (this.cancelled) return;
    this.cancelled = reason;
    this.listener?.(reason);
  }
}

/** `timeout`: total time in ms where the rule sets none. */
export function openExchange(opening: Opening<Rule>, timeout: number): Exchange {
  return new OpenExchange(opening, performance.now() + (opening.rule.timeout ?? timeout), new CountedBackpressure());
}

/** What a call on behalf of an exchange has of its own; the rest is that of the exchange. */
export interface ChildOpening {
  readonly rule?: Rule;
  readonly bindings: Bindings;
  readonly sink?: StreamSink;
  readonly deferred?: boolean;
}

/** A call on behalf of `parent`, for the same client and with the same deadline. It has bindings of its own. */
export function openChild(parent: Exchange, { rule, bindings, sink, deferred }: ChildOpening): Exchange {
  const { id, traceparent, credential, caller, address, mount, memory, deadline, backpressure } = parent;
  const childFields = { rule: rule ?? parent.rule, bindings: bindings.slice(), sink, deferred };
  const opening = { id, traceparent, credential, caller, address, mount, memory, ...childFields };
  return new OpenExchange(opening, deadline, backpressure);
}
