import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCarry } from '../../../src/case-runner/case-runner.ts';
import { parseCases, readCases } from '../../../src/mapping/cases/cases.ts';
import { runCases } from '../../../src/mapping/cases/run-cases.ts';
import { runFlowCases } from '../../../src/mapping/cases/run-flow-cases.ts';
import { compileMapping, expandTable } from '../../../src/mapping/compile.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';

const outcomesOf = async (mapping: Mapping, dir: string) => [
  ...runCases(mapping, readCases(dir)),
  ...(await runFlowCases(mapping, readCases(dir), createCarry())),
];

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');

describe.each([
  '10-first-row',
  '20-shapes',
  '30-types',
  '40-paging',
  '60-jobs',
  '50-calls',
  '70-faults',
  '80-foreign-errors',
  '90-credentials',
])('tutorial %s', (name) => {
  const dir = join(root, name);

  it('passes its cases in both directions', async () => {
    const outcomes = await outcomesOf(await loadMapping(dir), dir);
    expect(outcomes.flatMap((o) => o.problems.map((p) => `${o.name}: ${p}`))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(0);
  });

  it('has a case for every rule', async () => {
    const mapping = await loadMapping(dir);
    const tested = new Set((await outcomesOf(mapping, dir)).map((o) => o.rule));
    expect(mapping.rules.map((r) => r.id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it('means the same in its long form', async () => {
    const { contract } = await loadMapping(dir);
    const long = expandTable(readFileSync(join(dir, 'mapping.yaml'), 'utf8'), 'mapping.yaml', contract);
    const mapping = compileMapping(long, 'long.yaml', contract);
    expect((await outcomesOf(mapping, dir)).flatMap((o) => o.problems)).toEqual([]);
    expect(long).not.toMatch(/^ *- [A-Z]+ \//m);
  });

  it('names its schema for editors', () => {
    const first = readFileSync(join(dir, 'mapping.yaml'), 'utf8').split('\n')[0];
    expect(first).toBe('# yaml-language-server: $schema=../schema/mapping.schema.json');
  });
});

describe('a case of several calls that the mapping does not fulfil', () => {
  const dir = join(root, '50-calls');
  const good = readCases(dir).find((one) => one.rule === 'balance')!;
  const problemsOf = async (calls: typeof good.calls) =>
    (await runFlowCases(await loadMapping(dir), [{ ...good, calls }], createCarry())).flatMap((o) => o.problems);
  const list = good.calls!.list;

  it('says which call differs', async () => {
    const soap = {
      ...list[1].soap,
      request: { ...list[1].soap.request, body: [list[1].soap.request.body[0].replace('>1<', '>2<')] },
    };
    const [problem] = await problemsOf({ side: 'soap', list: [list[0], { ...list[1], soap }] });
    expect(problem).toMatch(/^call 2: the written XML differs from the case/);
  });

  it('says how many calls there were', async () => {
    expect(await problemsOf({ side: 'soap', list: [list[0]] })).toEqual([
      'call 1: the case does not list the call of balance',
    ]);
    expect(await problemsOf({ side: 'soap', list: [...list, list[1]] })).toEqual(['only 2 of 3 calls were made']);
  });

  it('says what comes out in place of a response', async () => {
    const fault = { code: 'Server', reason: 'down' };
    const soap = { request: list[0].soap.request, fault };
    expect(await problemsOf({ side: 'soap', list: [{ ...list[0], soap }] })).toEqual([
      'the request fails: UPSTREAM_FAULT: down',
    ]);
  });
});

describe('a case that the mapping does not fulfil', () => {
  it('says what differs, at every step', async () => {
    const dir = join(root, '10-first-row');
    const [good] = readCases(dir);
    const swap = (text: string) => text.replaceAll('>7<', '>8<');
    const soap = { ...good.soap, request: { ...good.soap.request, body: good.soap.request.body.map(swap) } };
    const response = { ...good.rest.response!, status: 201 };
    const wrong = { ...good, soap, rest: { ...good.rest, response } };
    const [outcome] = runCases(await loadMapping(dir), [wrong]);
    expect(outcome.problems.map((p) => p.split(':')[0])).toEqual([
      'REST request → SOAP request',
      'SOAP response → REST response',
      'SOAP request → REST request',
      'REST response → SOAP response',
    ]);
    expect(outcome.problems[0]).toContain('accountId>7<');
    expect(outcome.problems[1]).toContain('the status is 200, expected 201');
    expect(outcome.problems[2]).toContain('has {id} = 8, expected 7');
  });
});

it('a case may leave out a header field and the header part that it becomes', async () => {
  const dir = join(root, '20-shapes');
  const text = readFileSync(join(dir, 'cases/create.yaml'), 'utf8')
    .replaceAll(/^ *headers: \{ X-Tenant: .*\n/gm, '')
    .replaceAll(/^ *headers:\n *Tenant: .*\n/gm, '');
  expect(text).not.toContain('Tenant');
  const outcomes = runCases(await loadMapping(dir), parseCases(text, 'create.yaml'));
  expect(outcomes.map(({ problems }) => problems)).toEqual([[], []]);
});
