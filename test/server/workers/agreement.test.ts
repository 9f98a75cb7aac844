// Reloads of several workers: all use what they have loaded, or none does.
import { expect, test } from 'vitest';
import { Agreement } from '../../../src/server/workers/agreement.ts';

test('all use what all have loaded, and not before', async () => {
  const agreement = new Agreement([1, 2]);
  let first: readonly string[] | undefined;
  const heard = agreement.agrees(1, 'a').then((problems) => (first = problems));
  await Promise.resolve();
  expect(first).toBeUndefined();
  expect(await agreement.agrees(2, 'a')).toEqual([]);
  expect(await heard).toEqual([]);
});

test('a problem of one keeps all from it; each is said once', async () => {
  const agreement = new Agreement([1, 2, 3]);
  const heard = agreement.agrees(1, 'a');
  agreement.fails(2, ['wrong', 'also wrong']);
  agreement.fails(3, ['wrong']);
  expect(await heard).toEqual(['wrong', 'also wrong']);
  // It fails because it was told so.
  agreement.fails(1, ['late']);
  expect(await heard).toEqual(['wrong', 'also wrong']);
});

test('files that change meanwhile are used by nobody', async () => {
  const agreement = new Agreement([1, 2]);
  const heard = agreement.agrees(1, 'a');
  expect(await agreement.agrees(2, 'b')).toEqual([expect.stringContaining('reload again')]);
  expect(await heard).toHaveLength(1);
});

test('nobody waits for a worker that has ended', async () => {
  const agreement = new Agreement([1, 2]);
  const heard = agreement.agrees(1, 'a');
  agreement.leaves(2);
  expect(await heard).toEqual([]);
});
