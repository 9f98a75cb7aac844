// Requests that are carried out as jobs, followed by their links to the end. Knows nothing about what is asked.
import { expect } from 'vitest';
import { until } from '../../server/until.ts';
import type { Answer } from '../scene.ts';
import type { House } from './house.ts';

export interface Finished {
  readonly accepted: Answer;
  readonly result: Answer;
}

export const JOBS = '/services/rest/async/v1/job';

/** Every resource on the way is looked at: the job, its tasks, the task, the result. */
export async function finished(house: House, line: string, body?: unknown, end = 'succeeded'): Promise<Finished> {
  const accepted = await house.rest(line, body, { prefer: 'respond-async' });
  expect([line, accepted.status, accepted.text]).toEqual([line, 202, '']);
  const at = accepted.headers.get('location')!;
  expect(at).toMatch(new RegExp(`^${JOBS}/[\\w-]+(\\?|$)`));
  let job: Answer | undefined;
  await until(async () => {
    job = await house.rest(`GET ${at}`);
    expect([line, job.status]).toEqual([line, 200]);
    return job.json.completed as boolean;
  });
  const { id, completed, progress, task } = job!.json;
  expect([completed, progress, id]).toEqual([true, end, at.slice(JOBS.length + 1).split('?')[0]]);
  expect(short(linkIn(job!.json, 'self'))).toBe(short(at));
  const tasks = await house.rest(`GET ${linkIn(task, 'self')}`);
  expect([tasks.status, tasks.json.count, tasks.json.items.length]).toEqual([200, 1, 1]);
  expect(linkIn(tasks.json, 'self')).toBe(linkIn(task, 'self'));
  const [item] = tasks.json.items;
  const one = await house.rest(`GET ${linkIn(item, 'self')}`);
  expect([one.status, one.json.id, one.json.completed, one.json.progress]).toEqual([200, item.id, true, end]);
  expect(linkIn(one.json, 'self')).toBe(linkIn(item, 'self'));
  return { accepted, result: await house.rest(`GET ${linkIn(one.json, 'related')}`) };
}

/** An address may say what it means anyway. */
function short(address: string): string {
  return address.replace(/&offset=0$/, '');
}

interface Linked {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

function linkIn({ links }: Linked, rel: string): string {
  return links.find((one) => one.rel === rel)!.href;
}
