// The order of all filters, from the front to the back binding. Knows nothing about protocols.
import { randomUUID } from 'node:crypto';
import type { FaultTexts } from '../fault/texts.ts';
import type { CallerSessions, Filter, Handler, Pipeline } from '../rule/exchange.ts';
import type { Store } from '../store/store.ts';
import { type Authorize, authorization } from './filters/authorization.ts';
import { faults } from './filters/faults.ts';
import { idempotency } from './filters/idempotency/idempotency.ts';
import { precondition } from './filters/idempotency/precondition.ts';
import { jobOwners } from './filters/job-owners.ts';
import { deadline } from './filters/service-clock.ts';
import { unsent } from './filters/unsent.ts';
import { flows } from './flows/flows.ts';
import { openExchange } from './model/exchange.ts';

/** Outermost first. A filter that a bridge does not have is left out. */
const ORDER = [
  // A refused request costs nothing.
  'rateLimit',
  // Before anything is looked up: neither a cached response nor an outcome is for a caller that may not have it.
  'authorization',
  // What it serves is neither claimed nor timed. It sees what clients see.
  'responseCache',
  // The response that a key stands for has translated faults, and its deadline.
  'idempotency',
  // Outside of the deadline, whose failure is a fault too.
  'faults',
  // Once for the whole: the calls of a flow share it.
  'deadline',
  // Before a flow asks the service about a job of another client.
  'jobOwners',
  // One request becomes several calls; the filters below see each of them.
  'flows',
  // A call that is not made is neither retried nor counted.
  'unsent',
  // Outside of the breaker and the limit: each try is counted, and waits for its turn.
  'retries',
  // Calls to a service in trouble fail without waiting for a place.
  'breaker',
  // Holds a place only while the call is with the service.
  'concurrencyLimit',
  // Innermost: nonces and times are made when a call is sent, anew for each try.
  'credential',
] as const;

type FilterName = (typeof ORDER)[number];
type OwnFilter = 'authorization' | 'idempotency' | 'faults' | 'deadline' | 'jobOwners' | 'flows' | 'unsent';

/** Filters that a bridge makes itself stand here under their names. */
export interface PipelineOptions extends Readonly<Partial<Record<Exclude<FilterName, OwnFilter>, Filter>>> {
  readonly back: Handler;
  /** Total time of an exchange in ms, where its rule sets none. */
  readonly timeout: number;
  /** What flows and idempotency keys keep between requests. Without one, rules with flows are not carried out, and keys are ignored. */
  readonly store?: Store;
  /** Other replicas have the same store, and it outlives a restart. */
  readonly shared?: boolean;
  /** Refuses callers; absent where no rule demands anything of them. */
  readonly authorize?: Authorize;
  /** Sessions of clients, where there are any. */
  readonly sessions?: CallerSessions;
  /** Whether clients see the service's own words; they do by default. */
  readonly faultTexts?: FaultTexts;
  /** Name of the bridge. */
  readonly name?: string;
  /** The side that clients see; `rest` by default. */
  readonly present?: 'rest' | 'soap';
  /** Wall-clock time in ms; Date.now by default. */
  readonly now?: () => number;
  /** Makes cursors, which clients must not guess: random UUIDs by default. */
  readonly freshId?: () => string;
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const filters: Readonly<Partial<Record<FilterName, Filter>>> = {
    ...options,
    authorization: options.authorize && authorization(options.authorize),
    faults,
    deadline,
    unsent,
    ...stateful(options),
  };
  const handle = ORDER.reduceRight<Handler>((next, name) => filters[name]?.(next) ?? next, options.back);
  return { handle, open: (init) => openExchange(init, init.rule.timeout ?? options.timeout) };
}

/** Filters that keep something from one request to the next. */
function stateful(options: PipelineOptions): Partial<Record<OwnFilter, Filter>> {
  const { store, shared = false, name: space = '', present = 'rest' } = options;
  const { freshId = randomUUID, authorize, sessions, faultTexts, now = Date.now } = options;
  if (store === undefined) return { idempotency: precondition };
  return {
    idempotency: idempotency({ store, space, freshId, now }),
    jobOwners: jobOwners({ store, space, shared, now, present }),
    flows: flows({ store, space, present, freshId, authorize, sessions, faultTexts }),
  };
}
