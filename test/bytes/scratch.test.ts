import { expect, test } from 'vitest';
import { Scratch } from '../../src/bytes/scratch.ts';

const MIB = 1024 * 1024;

test.each([
  ['small', 10, 10],
  ['large', 5 * MIB, 5 * MIB],
  ['larger than expected', 10, 5 * MIB],
  ['smaller than expected', 5 * MIB, 10],
])('documents leave one after the other: %s', (_what, expected, length) => {
  const scratch = new Scratch();
  const write = (letter: string) => {
    scratch.begin(expected).append(Buffer.alloc(length, letter));
    return scratch.end();
  };
  const documents = [write('a'), write('b'), write('c')];
  for (const [i, letter] of ['a', 'b', 'c'].entries())
    expect(Buffer.compare(documents[i], Buffer.alloc(length, letter))).toBe(0);
});

test('a large document has no more room than it was expected to need', () => {
  const scratch = new Scratch();
  scratch.begin(4 * MIB).append(Buffer.alloc(4 * MIB, 'x'));
  expect(scratch.end().buffer.byteLength).toBe(5 * MIB);
});

test('a document that failed leaves nothing in the next one', () => {
  const scratch = new Scratch();
  scratch.begin(10).append(Buffer.from('half'));
  scratch.begin(10).append(Buffer.from('whole'));
  expect(Buffer.from(scratch.end()).toString()).toBe('whole');
});
