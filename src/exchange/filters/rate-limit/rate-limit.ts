// The rate limit: how many requests each client may make in a time. Knows nothing about protocols and services.

import { codedFault, type Fault, toFault } from '../../../fault/fault.ts';
import type { Exchange, Filter } from '../../../rule/exchange.ts';
import type { Store } from '../../../store/store.ts';
import { ScopedStore } from '../../model/scoped-store.ts';

export interface RateOptions {
  readonly store: Store;
  /** Name of the bridge: others may share the store. */
  readonly space: string;
  /** Most requests of one client within `window` ms, counted from the first of them. */
  readonly max: number;
  readonly window: number;
  /** Whether requests are served while they cannot be counted. */
  readonly uncounted: 'serve' | 'refuse';
  /** ms, monotonic; performance.now by default. */
  readonly now?: () => number;
}

/** Counts are in the store, so that replicas count together. A client over the limit is refused without asking the store. */
export class RateLimit {
  /** Requests that were refused. */
  refused = 0;
  private readonly options: RateOptions;
  private readonly policy: string;
  private readonly exhausted: Exhausted;

  constructor(options: RateOptions) {
    this.options = options;
    this.policy = `"default";q=${options.max};w=${seconds(options.window)}`;
    this.exhausted = new Exhausted(options.now ?? (() => performance.now()));
  }

  /** Outermost: repeats and cached responses count too. */
  readonly filter: Filter = (next) => (exchange) => this.admit(exchange).then(() => next(exchange));

  private async admit(exchange: Exchange): Promise<void> {
    const caller = exchange.credential === undefined ? `at ${exchange.address}` : `by ${exchange.credential}`;
    const away = this.exhausted.left(caller);
    if (away > 0) throw this.refuse(exchange, away);
    const { count, left } = await this.count(caller);
    if (count <= this.options.max) {
      if (count > 0) exchange.responseHeaders = this.fields(this.options.max - count, left);
      return;
    }
    this.exhausted.add(caller, left);
    throw this.refuse(exchange, left);
  }

  /** 0: not known. */
  private async count(caller: string): Promise<{ count: number; left: number }> {
    const { store, space, window, uncounted } = this.options;
    try {
      return await new ScopedStore(store, space, caller).count('rate', [], window);
    } catch (error) {
      if (uncounted === 'refuse') throw toFault(error);
      return { count: 0, left: 0 };
    }
  }

  private refuse(exchange: Exchange, left: number): Fault {
    this.refused++;
    exchange.responseHeaders = this.fields(0, left);
    const headers = { 'Retry-After': String(Math.max(1, seconds(left))) };
    return codedFault('RATE_LIMITED', 'too many requests in this time', headers);
  }

  /** draft-ietf-httpapi-ratelimit-headers-11: RateLimit-Policy with quota and window, RateLimit with what is left and for how long. */
  private fields(remaining: number, left: number): readonly string[] {
    return ['ratelimit-policy', this.policy, 'ratelimit', `"default";r=${remaining};t=${seconds(left)}`];
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

/** Most clients; the oldest are forgotten, and counted again. */
const MAX_CALLERS = 10_000;

/** Clients that have used up their limit, and until when. */
export class Exhausted {
  private readonly now: () => number;
  private readonly until = new Map<string, number>();

  /** `now`: ms, monotonic. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** ms until the client may come again; 0: now. */
  left(caller: string): number {
    const until = this.until.get(caller);
    if (until === undefined) return 0;
    const left = until - this.now();
    if (left > 0) return left;
    this.until.delete(caller);
    return 0;
  }

  add(caller: string, ms: number): void {
    if (this.until.size >= MAX_CALLERS) this.until.delete(this.until.keys().next().value as string);
    this.until.set(caller, this.now() + ms);
  }
}
