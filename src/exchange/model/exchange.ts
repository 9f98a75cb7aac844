// Makes exchanges and their children, and counts the time in which the gateway pauses a response. Knows nothing about protocols.
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import type {
  Backpressure,
  Caller,
  ChildInit,
  Exchange,
  ExchangeInit,
  Holder,
  MemoryShare,
  OutboundCredential,
  StreamSink,
} from '../../rule/exchange.ts';
import type { Bindings, HeaderFields } from '../../rule/pattern.ts';

class PipelineExchange<R> implements Exchange<R> {
  readonly id: string;
  readonly rule: R;
  readonly bindings: Bindings;
  readonly traceparent: string | undefined;
  readonly credential: string | undefined;
  readonly caller: Caller | undefined;
  readonly key: string | undefined;
  readonly address: string | undefined;
  readonly mount: string | undefined;
  readonly anew: boolean | undefined;
  readonly precondition: ((exchange: Exchange) => Promise<void>) | undefined;
  readonly requestHeaders: HeaderFields | undefined;
  readonly sink: StreamSink | undefined;
  readonly memory: MemoryShare | undefined;
  readonly deferred: boolean;
  readonly lenient: boolean;
  readonly backpressure: Backpressure;
  responseHeaders: readonly string[] | undefined = undefined;
  deadline: number;
  upstreamMs = 0;
  queuedMs = 0;
  retryWaitMs = 0;
  resend = 0;
  upstream: string | undefined = undefined;
  requestSent = false;
  peerStatus = 0;
  proof: OutboundCredential | undefined = undefined;
  cancelled: Error | undefined = undefined;
  private listener: ((reason: Error) => void) | undefined = undefined;
  private readonly parent: PipelineExchange<R> | undefined;
  /** Children that are cancelled with it. */
  private children: PipelineExchange<R>[] | undefined = undefined;

  constructor(
    init: ExchangeInit<R>,
    deadline: number,
    backpressure: Backpressure,
    parent: PipelineExchange<R> | undefined,
  ) {
    this.id = init.id;
    this.rule = init.rule;
    this.bindings = init.bindings;
    this.traceparent = init.traceparent;
    this.credential = init.credential;
    this.caller = init.caller;
    this.key = init.key;
    this.address = init.address;
    this.mount = init.mount;
    this.anew = init.anew;
    this.precondition = init.precondition;
    this.requestHeaders = init.requestHeaders;
    this.sink = init.sink;
    this.memory = init.memory;
    this.deferred = init.deferred ?? false;
    this.lenient = init.lenient ?? false;
    this.deadline = deadline;
    this.backpressure = backpressure;
    this.parent = parent;
  }

  onCancel(listener: ((reason: Error) => void) | undefined): void {
    this.listener = listener;
    if (listener && this.cancelled) listener(this.cancelled);
  }

  cancel(reason: Error): void {
    if (this.cancelled) return;
    this.cancelled = reason;
    this.listener?.(reason);
    if (this.children) for (const child of this.children.slice()) child.cancel(reason);
  }

  child({ rule = this.rule, bindings, sink, deferred, anew = this.anew, detached = false }: ChildInit<R>): Exchange<R> {
    const { id, traceparent, credential, caller, address, mount, requestHeaders, memory, lenient } = this;
    const init: ExchangeInit<R> = {
      id,
      rule,
      bindings: bindings.slice(),
      traceparent,
      credential,
      caller,
      address,
      mount,
      anew,
      requestHeaders,
      memory,
      sink,
      deferred,
      lenient,
    };
    const child = new PipelineExchange(init, this.deadline, this.backpressure, this);
    if (detached) return child;
    if (this.children) this.children.push(child);
    else this.children = [child];
    if (this.cancelled) child.cancel(this.cancelled);
    return child;
  }

  end(): void {
    const { parent } = this;
    if (parent === undefined) return;
    const at = parent.children?.indexOf(this) ?? -1;
    if (at >= 0) parent.children?.splice(at, 1);
    parent.upstreamMs += this.upstreamMs;
    parent.queuedMs += this.queuedMs;
    parent.retryWaitMs += this.retryWaitMs;
    parent.upstream = this.upstream ?? parent.upstream;
    parent.requestSent ||= this.requestSent;
  }
}

/** `timeout`: total time in ms. */
export function openExchange<R>(init: ExchangeInit<R>, timeout: number): Exchange<R> {
  return new PipelineExchange(init, performance.now() + timeout, new CountedBackpressure(), undefined);
}

const FAILURES: Record<Holder, readonly [ErrorCode, string]> = {
  client: ['CLIENT_SLOW', 'the client did not take the response in time'],
  memory: ['UPSTREAM_LIMIT', 'the gateway had no memory for the response in time'],
};

/** The time in which the gateway pauses responses of one exchange and its children. It does not count as the service's. */
class CountedBackpressure implements Backpressure {
  /** Responses that wait now. */
  private waiting = 0;
  private holder: Holder = 'client';
  private began = 0;
  private waitedMs = 0;

  hold(holder: Holder): void {
    this.holder = holder;
    if (this.waiting++ === 0) this.began = performance.now();
  }

  release(): void {
    if (--this.waiting === 0) this.waitedMs += performance.now() - this.began;
  }

  get ms(): number {
    return this.waiting === 0 ? this.waitedMs : this.waitedMs + performance.now() - this.began;
  }

  get failure(): SoapstoneError | undefined {
    return this.waiting === 0 ? undefined : new SoapstoneError(...FAILURES[this.holder]);
  }
}
