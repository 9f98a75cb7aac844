// The way of an exchange as one list: filters, outermost first, then the back binding. Knows nothing about protocols.
import { randomUUID } from 'node:crypto';
import type { CallerSessions, Stack } from '../binding/binding.ts';
import type { FaultTexts } from '../fault/texts.ts';
import type { Rule } from '../mapping/model/rule.ts';
import type { Store } from '../store/store.ts';
import { deadline } from './filters/deadline.ts';
import { faults } from './filters/faults.ts';
import { idempotency } from './filters/idempotency/idempotency.ts';
import { jobOwners } from './filters/job-owners.ts';
import { flows } from './flows/flows.ts';
import type { Exchange, Filter, Handler } from './model/exchange.ts';
import { openExchange } from './model/open.ts';

export interface StackOptions {
  readonly back: Handler;
  /** Total time of an exchange in ms, where its rule sets none. */
  readonly timeout: number;
  /** Around everything, outermost first. */
  readonly outer?: readonly Filter[];
  /** Further filters, outermost first; they run inside the deadline. */
  readonly filters?: readonly Filter[];
  /** Around each call to the peer, of which a flow has several; outermost first. */
  readonly calls?: readonly Filter[];
  /** What flows and keys of idempotency keep between requests. Without one, rules with flows are not carried out, and keys are not seen. */
  readonly store?: Store;
  /** Whether other replicas have the same store, and it outlives a restart. */
  readonly shared?: boolean;
  /** Sessions of callers, where there are any. */
  readonly sessions?: CallerSessions;
  /** Whether clients see the service's own words; they do unless told. */
  readonly faultTexts?: FaultTexts;
  /** Name of the bridge. */
  readonly name?: string;
  /** Which side callers see; `rest` unless told. */
  readonly present?: 'rest' | 'soap';
  /** Wall-clock time in ms; Date.now unless told. */
  readonly now?: () => number;
  /** Makes cursors: nobody may guess them. Random UUIDs unless told. */
  readonly freshId?: () => string;
}

export function createPipeline(options: StackOptions): Stack<Rule, Exchange> {
  const {
    store,
    shared = false,
    name = '',
    present = 'rest',
    freshId = randomUUID,
    sessions,
    faultTexts,
    now = Date.now,
  } = options;
  const first = store === undefined ? [] : [idempotency({ store, space: name, freshId, now })];
  const last =
    store === undefined
      ? []
      : [
          jobOwners({ store, space: name, shared, now }),
          flows({ store, space: name, present, freshId, sessions, faultTexts }),
        ];
  const filters: readonly Filter[] = [
    ...(options.outer ?? []),
    ...first,
    faults,
    deadline,
    ...(options.filters ?? []),
    ...last,
    ...(options.calls ?? []),
  ];
  const handle = filters.reduceRight<Handler>((next, filter) => filter(next), options.back);
  return { handle, open: (opening) => openExchange(opening, options.timeout) };
}
