// Something is done while callers call.
import { setTimeout as wait } from 'node:timers/promises';
import type { Callers } from './pods/callers.ts';
import type { Row } from './row.ts';

/** Requests a second of each group of callers. */
export const RATE = 80;
/** All of its requests, at least. */
export const ENOUGH = 2000;
/** Of them before something is done. */
const FIRST = 100;

export interface Loaded<T> {
  readonly result: T;
  readonly requests: Required<Row>['requests'];
  /** What became of the requests, where some are lost. */
  readonly lost: string;
}

export async function underLoad<T>(groups: readonly Callers[], act: () => Promise<T>): Promise<Loaded<T>> {
  await Promise.all(groups.map((group) => until(group, FIRST)));
  const [acted] = await Promise.allSettled([act()]);
  await Promise.all(groups.map((group) => until(group, ENOUGH)));
  const counts = await Promise.all(groups.map((group) => group.stop()));
  if (acted.status === 'rejected') throw acted.reason;
  const sum = (which: 'total' | 'lost') => counts.reduce((all, one) => all + one[which], 0);
  const kinds = counts.filter(({ lost }) => lost > 0).map((one) => one.kinds);
  return {
    result: acted.value,
    requests: { total: sum('total'), lost: sum('lost') },
    lost: kinds.length === 0 ? '' : `; ${kinds.join('; ')}`,
  };
}

async function until(group: Callers, total: number): Promise<void> {
  while ((await group.counts()).total < total) await wait(200);
}
