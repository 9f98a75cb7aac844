// Which tests are not run where a program is missing (test/missing-peers.ts).
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../scripts/setup/needs.ts';
import { testsInNeed } from '../../scripts/setup/tests-in-need.ts';

const root = join(import.meta.dirname, '../..');
const files = (pattern: string) => globSync(join(root, 'test', pattern));
const some = [...files('chart/*.test.ts'), ...files('store/*.test.ts'), ...files('json/*.test.ts')];
const named = (word: string) => needs.filter(({ what }) => what.startsWith(word));

test('files that need what is missing, through what they import, and no others', async () => {
  const found = await testsInNeed(some, [...named('helm'), ...named('redis-server')]);
  const whatOf = (file: string) => found.get(join(root, 'test', file))?.map((what) => what.split(' ')[0]);
  expect(whatOf('chart/chart.test.ts')).toEqual(['helm']);
  expect(whatOf('store/redis.test.ts')).toEqual(['redis-server']);
  expect(whatOf('store/memory.test.ts')).toBeUndefined();
  expect([...found.keys()].filter((file) => file.includes('/json/'))).toEqual([]);
});

test('a file that starts none is run, whatever its sources name', async () => {
  const [cluster, image] = [...files('cluster/cluster.test.ts'), ...files('image/image.test.ts')];
  expect([...(await testsInNeed([cluster, image], needs)).keys()]).toEqual([image]);
});

test('nothing is looked for where nothing is missing', async () => {
  expect((await testsInNeed(some, [])).size).toBe(0);
});

test('every need but those of Java, which have words of their own, is one of some test', async () => {
  const candidates = [
    'chart',
    'image',
    'store',
    'release',
    'browser',
    'peers',
    'suites',
    'prometheus',
    'auth',
    'oracle',
    'cli',
  ];
  const all = candidates.flatMap((room) => files(`${room}/**/*.test.ts`));
  const looked = needs.filter(({ signs }) => signs.length > 0);
  expect(needs.length - looked.length).toBe(1);
  const found = new Set([...(await testsInNeed(all, looked)).values()].flat());
  expect(looked.map(({ what }) => what).filter((what) => !found.has(what))).toEqual([]);
});
