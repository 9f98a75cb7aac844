// Requests that are carried out as jobs, followed to their end. Knows nothing about what is asked.
import { expect } from 'vitest';
import { until } from '../../server/until.ts';
import type { Answer } from '../scene.ts';
import { BASE, type House } from './house.ts';

export interface Finished {
  readonly accepted: Answer;
  readonly result: Answer;
}

export async function finished(house: House, line: string, body?: unknown): Promise<Finished> {
  const accepted = await house.rest(line, body, { prefer: 'respond-async' });
  expect([line, accepted.status, accepted.text]).toEqual([line, 202, '']);
  let state: Answer | undefined;
  await until(async () => {
    state = await house.rest(`GET ${below(accepted)}`);
    return state.status !== 200;
  });
  expect([state!.status, state!.json.progress]).toEqual([303, expect.stringMatching(/^finished/)]);
  return { accepted, result: await house.rest(`GET ${below(state!)}`) };
}

const below = ({ headers }: Answer) => headers.get('location')!.slice(BASE.length);
