import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCases } from '../../src/mapping/cases.ts';
import { compileMapping, expandTable } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { runCases } from '../../src/mapping/run-cases.ts';

const root = join(import.meta.dirname, '..', '..', 'mappings');

describe.each(['10-first-row', '20-shapes', '25-types', '50-faults'])('tutorial %s', (name) => {
  const dir = join(root, name);

  it('passes its cases in both directions', async () => {
    const outcomes = runCases(await loadMapping(dir), readCases(dir));
    expect(outcomes.flatMap((o) => o.problems.map((p) => `${o.name}: ${p}`))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(0);
  });

  it('has a case for every rule', async () => {
    const mapping = await loadMapping(dir);
    const tested = new Set(runCases(mapping, readCases(dir)).map((o) => o.rule));
    expect(mapping.rules.map((r) => r.id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it('means the same in its long form', async () => {
    const { contract } = await loadMapping(dir);
    const long = expandTable(readFileSync(join(dir, 'mapping.yaml'), 'utf8'), 'mapping.yaml', contract);
    const mapping = compileMapping(long, 'long.yaml', contract);
    expect(runCases(mapping, readCases(dir)).flatMap((o) => o.problems)).toEqual([]);
    expect(long).not.toMatch(/^ *- [A-Z]+ \//m);
  });

  it('names its schema for editors', () => {
    const first = readFileSync(join(dir, 'mapping.yaml'), 'utf8').split('\n')[0];
    expect(first).toBe('# yaml-language-server: $schema=../schema/mapping.schema.json');
  });
});

describe('a case that the mapping does not fulfil', () => {
  it('says what differs, at every step', async () => {
    const dir = join(root, '10-first-row');
    const [good] = readCases(dir);
    const swap = (text: string) => text.replaceAll('>7<', '>8<');
    const soap = { ...good.soap, request: { ...good.soap.request, body: good.soap.request.body.map(swap) } };
    const reply = { ...good.rest.reply!, status: 201 };
    const wrong = { ...good, soap, rest: { ...good.rest, reply } };
    const [outcome] = runCases(await loadMapping(dir), [wrong]);
    expect(outcome.problems.map((p) => p.split(':')[0])).toEqual([
      'REST request → SOAP request',
      'SOAP reply → REST reply',
      'SOAP request → REST request',
      'REST reply → SOAP reply',
    ]);
    expect(outcome.problems[0]).toContain('accountId>7<');
    expect(outcome.problems[1]).toContain('the status is 200, expected 201');
    expect(outcome.problems[2]).toContain('has {id} = 8, expected 7');
  });
});
