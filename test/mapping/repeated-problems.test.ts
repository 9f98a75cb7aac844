// A mistake in a row that is made once for each item of a table (`forEach`) is said once, with the number of rows that have it.
import { expect, test } from 'vitest';
import { Problems } from '../../src/errors/errors.ts';
import { Report } from '../../src/mapping/syntax/report.ts';

const place = { file: 'mapping.yaml', line: 7, col: 9 };

function messages(...problems: readonly (readonly [message: string, suggestion?: string])[]): readonly string[] {
  const report = new Report();
  for (const [message, suggestion] of problems) report.add('MAPPING_UNKNOWN_ELEMENT', message, place, suggestion);
  try {
    report.finish();
    return [];
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return error.problems.map((problem) => problem.message);
  }
}

test('rows that are mended alike are one problem', () => {
  const hint = 'did you mean "b"?';
  expect(
    messages(['"X" has no member "a"', hint], ['"Y" has no member "a"', hint], ['"Z" has no member "a"', hint]),
  ).toEqual(['"X" has no member "a" (and in 2 more rows)']);
});

test('problems without a remedy, or with another one, stay apart', () => {
  expect(messages(['"X" has no member "a"'], ['"Y" has no member "a"'])).toHaveLength(2);
  expect(
    messages(['"X" has no member "a"', 'did you mean "b"?'], ['"Y" has no member "a"', 'did you mean "c"?']),
  ).toHaveLength(2);
});
