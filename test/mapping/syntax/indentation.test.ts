// The line whose indentation slips is named, with the spaces that it has and should have.
import { describe, expect, it } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { slipIn } from '../../../src/mapping/syntax/indentation.ts';
import { parseYaml } from '../../../src/mapping/syntax/yaml.ts';

function problemsOf(text: string): string[] {
  try {
    parseYaml(text, 'f');
    return [];
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return error.problems.map(
      ({ place, message, suggestion = '' }) => `${place?.line}:${place?.col} ${message}${suggestion}`,
    );
  }
}

const slipped = (place: string, spaces: number, expected: number) => [
  `${place} this line has ${spaces} spaces before it, those beside it have ${expected}`,
];

describe('a line at a column where nothing begins', () => {
  it.each([
    ['an item too far right', '  - GET /a: A\n   - GET /b/{id}: B\n  - GET /c: C', slipped('4:4', 3, 2)],
    ['an item too far left', '  - GET /a: A\n - GET /b: B\n  # why\n  - GET /c: C', slipped('4:2', 1, 2)],
    ['an item below nothing', '  - GET /a: A\n- GET /b: B\n  - GET /c: C', slipped('4:1', 0, 2)],
    ['a key too far right', '  - id: A\n    rest: { a: 1 }\n     soap: { b: 2 }', slipped('5:6', 5, 4)],
    ['a key too far left', '  - id: A\n    rest: { a: 1 }\n   soap: { b: 2 }', slipped('5:4', 3, 4)],
    ['a key of a short rule', '  - GET /a: A\n     headers: { X: "{x}" }\n  - GET /b: B', slipped('4:6', 5, 4)],
    ['a key at the column of the item', '  - GET /a: A\n  headers: { X: "{x}" }\n  - GET /b: B', slipped('4:3', 2, 4)],
  ])('%s', (_, rules, problems) => expect(problemsOf(`soapstone: 2\nrules:\n${rules}\n`)).toEqual(problems));

  it('a key of the table', () => expect(problemsOf('soapstone: 2\n contract: x\n')).toEqual(slipped('2:2', 1, 0)));
});

it('another mistake keeps its words', () => {
  expect(problemsOf('soapstone: 2\nrules:\n  - GET /a: A: B\n')[0]).toMatch(/^3:13 Nested mappings/);
  expect(problemsOf('a: [ 1\nb: 2\n')[0]).not.toContain('spaces before it');
});

it.each([
  ['items at the column of their key', 'rules:\n- GET /a: A\n- id: B\n  rest:\n  - x\n  - y\n  soap: 1\ntypes: 1\n'],
  ['flow over several lines', 'a: {\n    b: 1,\n  c: [\n 2 ],\n}\nd: 1\n'],
  [
    'texts over several lines',
    'a: |\n  x: 1\n   y: 2\nb: plain\n    goes on\n  here\nc:\n  - doc: >\n      text:\n        more\n    e: 1\n',
  ],
  ['comments, quotes and anchors', '# x\na: &b\n  "c: #d": 1 # e\n      # f\n  \'g\': "{"\n-h: 1\n'.replace('-h', 'h')],
  ['lists of lists', 'a:\n  - - 1\n    - 2\n  -\n    b: 1\n  - c:\n      d: 1\n'],
])('nothing slips in %s', (_, text) => {
  expect(problemsOf(text)).toEqual([]);
  expect(slipIn(text, Infinity)).toBeUndefined();
});

it('nothing slips in tables', async () => {
  const { globSync, readFileSync } = await import('node:fs');
  const files = globSync('mappings/*/mapping.yaml');
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(slipIn(readFileSync(file, 'utf8'), Infinity), file).toBeUndefined();
});
