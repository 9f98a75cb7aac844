import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCarry } from '../../src/case-runner/case-runner.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { readCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { runFlowCases } from '../../src/mapping/cases/run-flow-cases.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { pickRule } from '../../src/mapping/runtime/rule-lookup.ts';
import { operations, restRecords } from './tables.ts';

const dir = join(import.meta.dirname, '../../mappings/business-records');
const mapping = await loadMapping(dir);
const cases = readCases(dir);
const second = await loadMapping(dir, { settings: new Map([['revision', '2']]) });
/** In front of a record API that has no path for operations. */
const bare = await loadMapping(dir, { settings: new Map([['operations', 'none']]) });
const forBare = cases.filter(({ settings }) => settings.get('operations') === 'none');
/** With a path for every operation. */
const open = await loadMapping(dir, { settings: new Map([['operations', 'path']]) });
const forOpen = cases.filter(({ settings }) => settings.get('operations') === 'path');
const outcomes = [
  ...runCases(bare, forBare),
  ...(await runFlowCases(bare, forBare, createCarry())),
  ...runCases(open, forOpen),
  ...(await runFlowCases(open, forOpen, createCarry())),
  ...runCases(mapping, cases),
  ...(await runFlowCases(mapping, cases, createCarry())),
  ...runCases(
    second,
    cases.filter(({ settings }) => settings.get('revision') === '2'),
  ),
];

/** The service document gives them no collection. */
const unlisted = ['allocationSchedule', 'bulkOwnershipTransfer', 'campaign'];

/** Record types that others lead to, those of other areas, short lists, and those of the account. */
const AREAS =
  'employee timeBill supportCase note file folder siteCategory customList manufacturingCostTemplate budget check invoice customerPayment interCompanyJournalEntry classification itemDemandPlan';
const SHORT_LISTS =
  'budgetCategory currency leadSource state taxAcct campaignAudience campaignCategory campaignChannel campaignFamily campaignOffer campaignSearchEngine campaignSubscription campaignVertical supportCaseIssue supportCaseOrigin supportCasePriority supportCaseStatus supportCaseType';
const ledTo = `customer salesOrder workOrder customRecord ${AREAS} ${SHORT_LISTS}`.split(' ').map((name) => ({ name }));

/** `account.list.next` → `list`: what a rule does, whatever the record; further pages are part of their list, and drafts are saved by one request. */
const kindOf = (id: string) => {
  const record = [...restRecords(), ...ledTo].find((r) => id.startsWith(`${r.name}.`));
  // The state and the result of a job are parts of it.
  if (record === undefined) return id.replace(/\.(status|result)$/, '');
  return id
    .slice(record.name.length + 1)
    .replace(/\.next(\.\d+)?$/, '')
    .replace(/\.external\.draft\.resumed$/, '.draft.resumed');
};

describe('the mapping of the business records', () => {
  it('passes its cases', () => {
    expect(outcomes.flatMap((o) => o.problems.map((p) => `${o.name}: ${p}`))).toEqual([]);
    expect(outcomes.length).toBe(cases.length);
  });

  it('has a case for every kind of record endpoint', () => {
    const tested = new Set(outcomes.map((o) => kindOf(o.rule ?? '')));
    const rules = [...mapping.rules, ...bare.rules.filter(({ id }) => !mapping.rules.some((rule) => rule.id === id))];
    // Sessions need callers: record-api.test.ts has them.
    const all = new Set(rules.filter(({ id }) => /^(?!auth\.).*\./.test(id)).map((r) => kindOf(r.id)));
    expect([...all].filter((kind) => !tested.has(kind))).toEqual([]);
  });

  it('has an idempotency key in the first revision only', () => {
    const headers = (of: typeof mapping) => of.rules.find(({ id }) => id === 'bin.add.async')?.idempotency?.header;
    expect([headers(mapping), headers(second)]).toEqual(['x-service-idempotency-key', undefined]);
    expect(second.rules.length).toBe(mapping.rules.length);
  });

  it.each(['abc', '2147483648', '1.5', '007'])('refuses %s as an internal id', (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const path = `/services/rest/record/v1/bin/${id}`;
      const found = mapping.lookup(method, path);
      const segments = path.slice(1).split('/');
      const asked = () =>
        found.kind === 'found' && pickRule(found.rules, { method, segments, query: '', headers: {}, body: undefined });
      expect(asked).toThrow(/must be a whole number from -2147483648 to 2147483647/);
    }
  });

  it.each([
    ['1', 'bin', undefined],
    ['1', 'bim', 'BAD_QUERY'],
    ['1', 'localizations', undefined],
    ['2', 'localizations', 'BAD_QUERY'],
    ['2', 'acctName', undefined],
  ])('revision %s, fields=%s: %s', (revision, field, code) => {
    const of = revision === '1' ? mapping : second;
    const record = field.startsWith('bi') ? 'bin' : 'account';
    const segments = ['services', 'rest', 'record', 'v1', record, '7'];
    const found = of.lookup('GET', `/${segments.join('/')}`);
    const query = `fields=${field === 'bin' ? 'binNumber' : field}`;
    const ask = () =>
      found.kind === 'found' && pickRule(found.rules, { method: 'GET', segments, query, headers: {}, body: undefined });
    if (code === undefined) expect(ask()).toBeTruthy();
    else expect(ask).toThrow(SoapstoneError);
  });

  it.each(operations())('reaches the operation $name', ({ name }) => {
    const found = open.lookup('POST', `/services/rest/record/v1/operations/${name}`);
    expect(found.kind === 'found' && found.rules.map((r) => r.operation.name)).toEqual([name]);
  });

  it('has a row for every fault', () => {
    const names = new Set(operations().flatMap((o) => o.faults));
    const tested = new Set(cases.map((c) => c.name));
    expect(names.size).toBe(12);
    expect([...names].filter((n) => !tested.has(`${n[0].toLowerCase()}${n.slice(1)}Fault`))).toEqual([]);
  });

  it.each(restRecords())('answers the record endpoints of $name', ({ name }) => {
    const base = '/services/rest/record/v1';
    const methods = (path: string) => {
      const found = mapping.lookup('TRACE', base + path);
      return found.kind === 'method' ? found.allow : [];
    };
    expect(methods(`/${name}`)).toContain('POST');
    expect(methods(`/${name}`).includes('GET')).toBe(!unlisted.includes(name));
    expect(methods(`/${name}/7`)).toEqual(expect.arrayContaining(['GET', 'PATCH', 'DELETE']));
    // accountingPeriod has no external id in the contract.
    if (name !== 'accountingPeriod') expect(methods(`/${name}/eid:x`)).toContain('PUT');
  });
});
