// The response cache: serves equal requests of one client for a while. Knows nothing about protocols.

import { SoapstoneError } from '../../errors/errors.ts';
import { toFault } from '../../fault/fault.ts';
import type { Exchange, Filter, Handler, Response } from '../../rule/exchange.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Store } from '../../store/store.ts';
import { digestOf, ScopedStore } from '../model/scoped-store.ts';
import { areStoredLabels } from '../model/stored-labels.ts';
import { bindingsOf, type StoredValues, valuesToStore } from './idempotency/idempotency-record.ts';

interface KeptOptions {
  readonly store: Store;
  /** Name of the bridge: others may share the store. */
  readonly space: string;
  /** ms that responses of safe rules are cached, where the rule does not set it; 0: not at all. */
  readonly time: number;
  /** Wall-clock time in ms, since replicas compare it; Date.now by default. */
  readonly now?: () => number;
}

export interface KeptStats {
  /** Requests served from the cache. */
  readonly hits: number;
  /** Requests sent to the service. */
  readonly misses: number;
  /** Requests that waited for the response to an equal one. */
  readonly shared: number;
}

interface CachedResponse extends StoredValues {
  /** Wall-clock time in ms. */
  readonly at: number;
}

const KIND = 'response';
/** Most bytes of values of a cached response. */
const LARGEST = 1024 * 1024;

/** ms that responses of a rule are cached; 0: not at all. */
export function keptFor(rule: Rule, time: number): number {
  const lifetime = rule.cache ?? (rule.safe && !rule.stream ? time : 0);
  // A response of several calls may depend on earlier requests (a search that continues), and be one of another rule.
  return lifetime > 0 && rule.flow === undefined ? lifetime : 0;
}

export class ResponseCache {
  private readonly options: KeptOptions;
  private readonly now: () => number;
  private readonly asking = new Map<string, Promise<Response>>();
  private hits = 0;
  private misses = 0;
  private shared = 0;

  constructor(options: KeptOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  stats(): KeptStats {
    const { hits, misses, shared } = this;
    return { hits, misses, shared };
  }

  /** Outside of `faults`: equal requests at the same time get the same fault. */
  readonly filter: Filter = (next) => (exchange) => {
    const time = keptFor(exchange.rule, this.options.time);
    return time === 0 ? next(exchange) : this.serve(exchange, time, next);
  };

  private async serve(exchange: Exchange, time: number, next: Handler): Promise<Response> {
    const { store, space } = this.options;
    const keeper = new ScopedStore(store, space, exchange.credential);
    const parts = [exchange.rule.id, digestOf(exchange.rule, exchange.bindings)];
    // An unavailable store is a miss, not a failure.
    const cached = exchange.anew ? undefined : await keeper.get<unknown>(KIND, parts).catch(() => undefined);
    if (exchange.cancelled) throw exchange.cancelled;
    const age = isKept(cached) ? this.now() - cached.at : time;
    if (isKept(cached) && age < time) {
      this.hits++;
      const bindings = bindingsOf(cached, exchange.rule, exchange.bindings);
      return { bindings, streamed: false, cached: { lifetime: time, age: Math.max(0, age) } };
    }
    const { bindings } = await this.ask(exchange, keeper, parts, time, next);
    return { bindings, streamed: false, cached: { lifetime: time, age: 0 } };
  }

  /** Equal requests wait for one call. It continues when they are cancelled. */
  private ask(
    exchange: Exchange,
    keeper: ScopedStore,
    parts: readonly string[],
    time: number,
    next: Handler,
  ): Promise<Response> {
    const name = JSON.stringify([exchange.credential, ...parts]);
    let response = exchange.anew ? undefined : this.asking.get(name);
    if (response === undefined) {
      this.misses++;
      response = this.call(exchange, next).finally(() => {
        if (this.asking.get(name) === response) this.asking.delete(name);
      });
      this.asking.set(name, response);
      response.then(({ bindings }) => this.keep(exchange, bindings, keeper, parts, time)).catch(notKept);
    } else this.shared++;
    const answer = response;
    return new Promise((resolve, reject) => {
      exchange.onCancel(reject);
      answer.then(resolve, reject).finally(() => exchange.onCancel(undefined));
    });
  }

  private async call(exchange: Exchange, next: Handler): Promise<Response> {
    const call = exchange.child({ bindings: exchange.bindings, detached: true });
    try {
      return await next(call);
    } catch (error) {
      throw toFault(error);
    } finally {
      call.end();
    }
  }

  private async keep(
    { rule, bindings: request }: Exchange,
    answered: Response['bindings'],
    keeper: ScopedStore,
    parts: readonly string[],
    time: number,
  ): Promise<void> {
    const stored = valuesToStore(rule, request, answered);
    if (stored.values.reduce((sum, [, text]) => sum + text.length, 0) > LARGEST) return;
    await keeper.set(KIND, parts, { at: this.now(), ...stored } satisfies CachedResponse, time);
  }
}

/** False for other bytes, such as those of another version of the gateway. */
function isKept(value: unknown): value is CachedResponse {
  const { at, values, labels } = (value ?? {}) as Partial<CachedResponse>;
  return typeof at === 'number' && Array.isArray(values) && areStoredLabels(labels);
}

function notKept(error: unknown): void {
  if (error instanceof SoapstoneError || (error as Error).name === 'Fault') return;
  throw error;
}
