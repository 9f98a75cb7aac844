import { expect, test } from 'vitest';
import { contractChanges } from '../../../src/cli/output/contract-changes.ts';
import type { AffectedRule } from '../../../src/contract-diff/affected-rules.ts';
import type { Change, Use } from '../../../src/contract-diff/change.ts';

const sides = { request: 'break', response: 'break' } as const;

function removed(uses: readonly Use[], more: Partial<Change> = {}): Change {
  return { severity: 'break', subject: 'Reading.uom', message: 'removed', uses, sides, ...more };
}

function rule(operation: string, line: number, change: Change, severity = change.severity): AffectedRule {
  return {
    id: operation,
    place: { file: 'meter/mapping.yaml', line, col: 1 },
    operations: [operation],
    changes: [change],
    severities: [severity],
  };
}

const response = (operation: string): Use => ({ operation, direction: 'response' });

function lines(changes: readonly Change[], rules?: readonly AffectedRule[]): string[] {
  return contractChanges({ changes, rules, problems: [], broken: [] }).split('\n');
}

test('one change is one line, with its operations and rules below it', () => {
  const change = removed([
    { operation: 'A', direction: 'request' },
    ...['A', 'B', 'C', 'D'].map(response),
    { ...response('E'), derived: true },
    { ...response('B'), derived: true },
  ]);
  const rules = ['A', 'B', 'C', 'D', 'E'].map((operation, i) => rule(operation, 8 + i, change));
  expect(lines([change], rules)).toEqual([
    'break     Reading.uom: removed',
    '          used by 4 operations: A request and response, B response, C response and 1 more; as a derived type by 1 more',
    '          rules meter/mapping.yaml:8 A, :9 B, :10 C and 1 more; as a derived type 1 rule',
    '1 break; 5 rules concerned',
  ]);
});

test('a rule for which the change is a note alone is counted as harmless', () => {
  const change = removed([{ operation: 'A', direction: 'request' }, response('B')]);
  expect(lines([change], [rule('A', 8, change), rule('B', 9, change, 'note')])).toEqual([
    'break     Reading.uom: removed',
    '          used by 2 operations: A request, B response',
    '          rule meter/mapping.yaml:8 A; harmless for 1 rule',
    '1 break; 2 rules concerned',
  ]);
});

test('what one message has stands in its line; a change of the operation itself names it once', () => {
  const gone: Change = { severity: 'break', subject: 'Old', message: 'the operation is gone', uses: [response('Old')] };
  expect(lines([removed([response('A')]), gone])).toEqual([
    'break     Reading.uom: removed (A response)',
    'break     Old: the operation is gone',
    '2 breaks',
  ]);
});

test('a type that is met in place of another alone', () => {
  const uses = ['A', 'B'].map((operation): Use => ({ ...response(operation), derived: true }));
  expect(lines([removed(uses)])).toEqual([
    'break     Reading.uom: removed',
    '          as a derived type by 2 operations: A, B',
    '1 break',
  ]);
});
