import { expect, test } from 'vitest';
import { gathered } from '../../../src/server/shell/in-pieces.ts';

/** A piece of work of a millisecond. */
function* work(pieces: number): Generator<string> {
  for (let i = 0; i < pieces; i++) {
    for (const end = performance.now() + 1; performance.now() < end; );
    yield i % 2 === 0 ? `${i} ` : '';
  }
}

test('a long text is made in turns: others are served meanwhile', async () => {
  let turns = 0;
  let done = false;
  const count = () => {
    turns++;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const bytes = await gathered(work(60));
  done = true;
  expect(Buffer.from(bytes).toString().split(' ').length).toBe(31);
  expect(turns).toBeGreaterThanOrEqual(10);
});
