// Every rule of every tutorial goes through the loops, but for those that run one way only.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMapping } from '../../src/index.ts';
import { tutorial } from '../e2e/scene.ts';
import { bothWays, flowing, places } from './places.ts';

const VIEW = 'a view of a list leaves things out, and cannot be read back';
const SEVERAL =
  'one side is several calls, so it runs one way: steps.test.ts takes it through two gateways by the rows of the single calls';
const DIRECTORY =
  'as the others of 50-calls, but no operation stands for the directory behind it: steps.test.ts has it with one gateway';

/** Rules that run one way only, with the reason. */
const excluded: Readonly<Record<string, string>> = {
  '20-shapes/parcel.summaries': VIEW,
  '30-types/order.articles': VIEW,
  '50-calls/balance': SEVERAL,
  '50-calls/order': SEVERAL,
  '50-calls/people': SEVERAL,
  '50-calls/people.add': SEVERAL,
  '50-calls/people.soap': SEVERAL,
  '50-calls/contact': DIRECTORY,
};

it('leaves no rule out', async () => {
  const root = tutorial('.');
  // The business records have a service, and tests, of their own.
  const names = readdirSync(root).filter((name) => /^\d/.test(name) && existsSync(join(root, name, 'mapping.yaml')));
  for (const name of names) {
    const mapping = await loadMapping(tutorial(name));
    const looped = places.some((place) => place.name === name) ? bothWays(mapping) : [];
    for (const rule of mapping.rules) {
      const id = `${name}/${rule.id}`;
      const reached = looped.includes(rule) || flowing[name]?.includes(rule.operation.name);
      if (rule.direction === undefined) expect([id, excluded[id], reached]).toEqual([id, undefined, true]);
      else expect([id, excluded[id]]).toEqual([id, expect.any(String)]);
    }
  }
  expect(names.length).toBeGreaterThanOrEqual(9);
});
