// What holds for every first table: `check` takes it, and so does `soapstone test` its stub cases.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { missingFrom } from '../../src/init/missing.ts';
import { stubCase } from '../../src/init/stub-cases.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { sampleRequest } from '../../src/samples/sample-exchange.ts';

const root = join(import.meta.dirname, '../..');
const below = (folder: string, inner: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [`${folder}/${name}`, join(root, folder, name, inner)] as const);
const contracts = [
  ...below('test/fixtures/contracts', 'service.wsdl'),
  ...below('test/init/contracts', ''),
  ...below('mappings', 'contract').filter(([name]) => name !== 'mappings/schema'),
];

describe.each(contracts)('%s', (_name, location) => {
  test.each([
    ['as it is', {}],
    ['in camelCase', { camelCase: true }],
    ['with one rule for all', { all: true }],
  ])('a first table %s', async (_form, options) => {
    const contract = await loadContract(location);
    const { text, mapping, choices } = await firstTable(contract, { contract: 'service.wsdl', ...options });
    const checked = compileMapping(text, 'mapping.yaml', contract);
    expect(checked.rules.map(({ id }) => id)).toEqual(mapping.rules.map(({ id }) => id));
    expect(checked.undecided).toEqual([]);
    expect(missingFrom(mapping, choices).map(({ route }) => route)).toEqual(
      choices.filter(({ route }) => route === undefined).map(() => undefined),
    );
    for (const rule of mapping.rules) {
      const stub = stubCase(mapping, rule);
      if (stub === undefined) continue;
      const [outcome] = runCases(checked, parseCases(stub, 'case'));
      expect(outcome.problems).toEqual([]);
      expect(sampleRequest(mapping, rule)?.target).toMatch(/^\//);
    }
  });
});

test('most rules have a stub case', async () => {
  let [rules, stubs] = [0, 0];
  for (const [, location] of contracts) {
    const { mapping } = await firstTable(await loadContract(location), { contract: 'service.wsdl' });
    rules += mapping.rules.length;
    stubs += mapping.rules.filter((rule) => stubCase(mapping, rule) !== undefined).length;
  }
  expect(stubs / rules).toBeGreaterThan(0.9);
});

test('a header part that is a version is a setting, a fixed value a constant, anything else an HTTP header', async () => {
  const contract = await loadContract(join(root, 'test/init/contracts/headers/accounts.wsdl'));
  const { text, mapping } = await firstTable(contract, { contract: 'accounts.wsdl' });
  expect(text).toContain('requestVersion: [ "v2", "v1" ]');
  expect(text).toContain('RequestVersion: { "@Version": "{$settings.requestVersion}" }');
  expect(text).toContain('Edition: { "@code": "E7" }');
  expect(text).toContain('X-Session-Id: "{sessionId?}"');
  const [outcome] = runCases(mapping, parseCases(stubCase(mapping, mapping.rules[0]) ?? '[]', 'case'));
  expect(outcome.problems).toEqual([]);
});
