import { expect, test } from 'vitest';
import type { Rule } from '../../../src/rule/rule.ts';
import { jobSteps } from '../../../src/server/metrics/job-steps.ts';

const plain = (id: string) => ({ id }) as Rule;
const result = (id: string, status: string) =>
  ({ id, flow: { kind: 'result', status: plain(status) } }) as unknown as Rule;

test('a job that may be asked for has a submission beside its rule', () => {
  const rules = [plain('a'), plain('a.submit'), plain('a.status'), result('a.result', 'a.status')];
  expect(jobSteps(rules).map(({ job, step, rule }) => `${job} ${step} ${rule}`)).toEqual([
    'a submitted a.submit',
    'a polled a.status',
    'a fetched a.result',
  ]);
});

test('a job that is always one is submitted by its own rule', () => {
  expect(jobSteps([plain('a'), plain('a.status'), result('a.result', 'a.status')])[0].rule).toBe('a');
});

test('other rules are no jobs, whatever they are called', () => {
  expect(jobSteps([plain('a'), plain('a.result')])).toEqual([]);
});
