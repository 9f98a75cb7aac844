// The 46 operations as one table, each behind the same checks. Knows nothing about what they do.
import { createHash, randomUUID } from 'node:crypto';
import type { Contract, SoapContext, SoapOperation } from '../../../src/index.ts';
import type { FaultName } from '../access/faults.ts';
import type { Limits } from '../access/limits.ts';
import type { Preferences, SearchPreferences } from '../store/values.ts';
import type { Call, Desk, Operation, Operations } from './desk.ts';
import { drafting } from './drafts.ts';
import type { Jobs } from './jobs.ts';
import { dataCenters, lookingUp } from './lookups.ts';
import { reading } from './reads.ts';
import { relating } from './relations.ts';
import { searching } from './searching.ts';
import { sessions } from './sessions.ts';
import { writing } from './writes.ts';

export interface Checks {
  readonly limits: Limits;
  /** What a request waits for before it is carried out; for demonstrations of slow requests. */
  readonly beforeWork?: (operation: string) => Promise<void> | void;
}

export function operationsOf(desk: Desk, jobs: Jobs, checks: Checks): Readonly<Record<string, SoapOperation>> {
  const { account } = desk.credentials;
  const behindChecks: Operations = {
    ...writing(desk),
    ...reading(desk),
    ...searching(desk),
    ...drafting(desk),
    ...relating(desk),
    ...lookingUp(desk),
    ...jobs.operations(),
  };
  const faults = faultsOf(desk.catalog.contract);
  const checked = Object.entries(behindChecks).map(([name, operation]) => {
    return [name, check(name, operation, desk, checks, faults.get(name) ?? new Set())] as const;
  });
  return {
    ...Object.fromEntries(checked),
    ...sessions(desk),
    getDataCenterUrls: ({ account: asked }: { account: string }, { fields }) => {
      return { getDataCenterUrlsResult: dataCenters(account.id, asked, String(fields['host'] ?? 'localhost')) };
    },
  };
}

function faultsOf({ operations }: Contract): Map<string, ReadonlySet<FaultName>> {
  const names = (operation: Contract['operations'][number]) =>
    operation.faults.map(({ element }) => element.name.local.replace(/Fault$/, '') as FaultName);
  return new Map(operations.map((operation) => [operation.name, new Set(names(operation))]));
}

function check(
  name: string,
  operation: Operation,
  desk: Desk,
  checks: Checks,
  faults: ReadonlySet<FaultName>,
): SoapOperation {
  return async (request, context) => {
    const principal = desk.credentials.principal(context);
    const leave = checks.limits.enter(principal, faults);
    try {
      checks.limits.demandCount(principal, name, countOf(request), faults);
      await checks.beforeWork?.(name);
      context.responseParts.set('documentInfo', { nsId: nsId(desk) });
      return operation(request, callOf(principal, context));
    } finally {
      leave();
    }
  };
}

function callOf(principal: Call['principal'], context: SoapContext): Call {
  const preferences = (context.parts.get('preferences') ?? {}) as Preferences;
  const searchPreferences = (context.parts.get('searchPreferences') ?? {}) as SearchPreferences;
  return { principal, context, preferences, searchPreferences };
}

/** Records of a list form, items of a filter; 1 for everything else. */
function countOf(request: unknown): number {
  const { itemAvailabilityFilter: filter, ...members } = (request ?? {}) as Record<string, unknown> & {
    readonly itemAvailabilityFilter?: { readonly item: { readonly recordRef?: readonly unknown[] } };
  };
  if (filter) return filter.item.recordRef?.length ?? 0;
  return Object.values(members).find((value) => Array.isArray(value))?.length ?? 1;
}

function nsId({ now, credentials }: Desk): string {
  const hash = createHash('sha256').update(randomUUID()).digest('hex').slice(0, 32);
  return `WEBSERVICES_${credentials.account.id}_${now()}_${hash}`;
}
