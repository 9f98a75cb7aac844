// What each worker takes of limits that hold for the process.
import { expect, test } from 'vitest';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { Crashes } from '../../../src/server/workers/crashes.ts';
import { shareOf } from '../../../src/server/workers/share.ts';

const flags = { mapping: '/m', upstream: 'http://127.0.0.1:9/', workers: '3', connections: '128', queue: '2' };

test('all together have what the settings say; one watches the files', async () => {
  const settings = await loadSettings({ flags: { ...flags, maxBodies: '30MiB' }, environment: {}, cwd: '/' });
  const all = [1, 2, 3].map((worker) => shareOf(settings, worker, 3));
  expect(all.map(({ bridges }) => bridges[0].connections)).toEqual([43, 43, 42]);
  expect(all.map(({ bridges }) => bridges[0].queue)).toEqual([1, 1, 0]);
  expect(all.map(({ watch }) => watch)).toEqual([2000, 0, 0]);
  expect(all.map(({ adminPort }) => adminPort)).toEqual([-1, -1, -1]);
  expect(all.map(({ maxBodies }) => maxBodies)).toEqual([10, 10, 10].map((mib) => mib * 1024 ** 2));
});

test('auto is a number of processes', async () => {
  const { workers } = await loadSettings({ flags: { ...flags, workers: 'auto' }, environment: {}, cwd: '/' });
  expect(workers).toBeGreaterThanOrEqual(1);
  await expect(loadSettings({ flags: { ...flags, workers: 'many' }, environment: {}, cwd: '/' })).rejects.toThrow(
    '--workers "many" is not a whole number, or auto',
  );
});

test('five ends within a minute are a loop', () => {
  let now = 0;
  const crashes = new Crashes(() => now);
  for (let i = 0; i < 20; i++, now += 15_000) expect(crashes.add()).toBe(false);
  expect([crashes.add(), crashes.add()]).toEqual([false, true]);
  expect(crashes.total).toBe(22);
});
