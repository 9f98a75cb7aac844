// The check of the pages' sentences sees what it is for.
import { expect, test } from 'vitest';
import { gapsOf, mistakeIn, readProofs, sentencesOf } from './claims.ts';

const page = `# Page

One is true. \`two\` is
true too: said once.

- **A.** Three holds.
- Four does; see [five](x.md).

| a | b |
|---|---|
| 1 | 2 |
| shown | \`test/x.test.ts\` |

    code that says nothing

1. Six.
`;

const all = [
  'One is true.',
  '`two` is true too: said once.',
  '**A.** Three holds.',
  'Four does; see [five](x.md).',
  '| a | b |',
  '| 1 | 2 |',
  'Six.',
];

test('sentences are those of paragraphs, items and rows', () => {
  expect(sentencesOf(page)).toEqual(all);
});

test('a paragraph, an item or a row that is new has no proof, and a proof of what is gone is stale', () => {
  const proofs = readProofs(all.map((one) => `${one}\n  description: x\n`).join('\n'));
  expect(gapsOf(page, proofs)).toEqual({ unproven: [], stale: [] });
  for (const more of ['\nSeven is new.\n', '2. Seven is new.\n'])
    expect(gapsOf(page + more, proofs).unproven).toEqual(['Seven is new.']);
  expect(gapsOf(page.replace('| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |'), proofs).unproven).toEqual(['| 3 | 4 |']);
  expect(gapsOf(page.replace('is true.', 'is not true.'), proofs)).toEqual({
    unproven: ['One is not true.'],
    stale: ['One is true.'],
  });
});

test('a whole table may have one proof', () => {
  const rest = all.filter((one) => one !== '| 1 | 2 |' && one !== '| a | b |');
  const text = rest.map((one) => `${one}\n  description: x\n`).join('\n');
  expect(gapsOf(page, readProofs(`${text}| a | b |\n  whole table: run: npm run bench\n`)).unproven).toEqual([]);
  expect(gapsOf(page, readProofs(`${text}| a | b |\n  description: head\n`)).unproven).toEqual(['| 1 | 2 |']);
});

test.each([
  ['test/claims/claims.test.ts: a whole table may have one proof', undefined],
  ['test/claims/claims.test.ts: no such test', 'names no test of the file'],
  ['test/claims/none.test.ts: a whole table may have one proof', 'names no file'],
  ['run: npm run chaos -- reloads', undefined],
  ['run: npm run chaos -- nothing', 'is no experiment'],
  ['run: npm run nothing', 'is no command'],
  ['run: node test/security/growth-table.ts', undefined],
  ['somebody: said so', 'is of no kind'],
  ['nothing', 'is no proof'],
])('%s', (proof, mistake) => {
  expect(mistakeIn(proof)).toBe(mistake);
});

test('a list names each sentence once, with a proof', () => {
  expect(() => readProofs('One.\n  description: x\nOne.\n  description: x\n')).toThrow('twice: One.');
  expect(() => readProofs('One.\n')).toThrow('no proof: One.');
});
