// The page of the docs that names a case for each operation and each fault, in both directions: cases that have just passed.
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { createCarry } from '../../src/case-runner/case-runner.ts';
import { type Case, readCases } from '../../src/mapping/cases/cases.ts';
import { type CaseOutcome, runCases } from '../../src/mapping/cases/run-cases.ts';
import { runFlowCases } from '../../src/mapping/cases/run-flow-cases.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { expectPage, ObservationTable } from '../e2e/business-records/observation-table.ts';
import { infoset } from '../laws/infoset.ts';
import { contractFolder, operations } from './tables.ts';

const dir = join(contractFolder, '..');
const cases = readCases(dir);
const passed: CaseOutcome[] = [];
/** Cases without settings run under the first of these alone. */
for (const [operations, its] of [
  ['resources', cases],
  ['path', cases.filter(({ settings }) => settings.get('operations') === 'path')],
] as const) {
  const mapping = await loadMapping(dir, { settings: new Map([['operations', operations]]) });
  passed.push(...runCases(mapping, its), ...(await runFlowCases(mapping, its, createCarry())));
}

const [TO_SOAP, TO_REST] = ['REST → SOAP', 'SOAP → REST'];
const rootOf = (xml: string | undefined) => (xml === undefined ? [] : [infoset(xml).name.local]);

/** In which directions the steps of the case ran. */
function directions({ direction }: CaseOutcome): string[] {
  return direction === undefined ? [TO_SOAP, TO_REST] : [direction === 'rest-to-soap' ? TO_SOAP : TO_REST];
}

/** The requests and faults of a case, on its SOAP side. */
function messages(one: Case) {
  const calls = one.calls?.side === 'soap' ? one.calls.list.map(({ soap }) => soap) : [one.soap];
  return {
    requests: calls.flatMap(({ request }) => rootOf(request.body[0])),
    faults: calls.flatMap(({ fault }) => rootOf(fault?.detail)),
    fails: one.rest.response?.problem !== undefined || calls.some(({ fault }) => fault !== undefined),
  };
}

/** Row → direction → the first case; those that end well go before those that fail. */
function shown(rows: (one: Case) => readonly string[], well: boolean, into = new ObservationTable()): ObservationTable {
  for (const outcome of passed.filter(({ problems }) => problems.length === 0)) {
    const one = cases.find(({ name, place }) => name === outcome.name && place.line === outcome.place.line)!;
    if (well && messages(one).fails) continue;
    for (const row of rows(one))
      for (const way of directions(outcome))
        if (!into.has(row, way)) into.add(row, way, `${one.name} (\`${basename(one.place.file)}\`)`);
  }
  return into;
}

it('is the page of the docs', async () => {
  const names = operations().map(({ name }) => name);
  const requests = (one: Case) => messages(one).requests;
  const byOperation = shown(requests, false, shown(requests, true));
  const faults = [...new Set(operations().flatMap((one) => one.faults))].map(
    (name) => `${name[0].toLowerCase()}${name.slice(1)}Fault`,
  );
  const byFault = shown((one) => messages(one).faults, false);
  for (const way of [TO_SOAP, TO_REST]) {
    expect(names.filter((name) => !byOperation.has(name, way))).toEqual([]);
    expect(faults.filter((name) => !byFault.has(name, way))).toEqual([]);
  }
  expect([names.length, faults.length]).toEqual([46, 12]);
  await expectPage('business-records-cases.md', 'test/business-records/proofs.test.ts', [
    '# The 46 operations and 12 faults in both directions, each with the case that shows it',
    'Cases stand in `mappings/business-records/cases/`, and `soapstone test mappings/business-records` runs them. REST → SOAP: the request came by REST, and the operation was called. SOAP → REST: a SOAP caller asked for the operation, or heard the fault.',
    '## Operations',
    byOperation.table('operation', names, [TO_SOAP, TO_REST]),
    '## Faults',
    byFault.table('fault', faults, [TO_SOAP, TO_REST]),
  ]);
});
