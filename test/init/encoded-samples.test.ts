// Samples of operations with SOAP encoding pass as cases of their own table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { causesOf, stubOf } from '../../src/init/table/stub-cases.ts';

test('each operation has a stub case, also with a part of any type', async () => {
  const wsdl = readFileSync(join(import.meta.dirname, '../fixtures/soap-encoding/echo.wsdl'));
  const contract = loadContractFrom(new Map([['echo.wsdl', wsdl]]));
  const { mapping } = await firstTable(contract, { contract: 'echo.wsdl' });
  const stubs = mapping.rules.map((rule) => ({ rule, stub: stubOf(mapping, rule) }));
  expect(stubs.map(({ rule }) => rule.id)).toContain('echoOne');
  expect([...causesOf(stubs)]).toEqual([]);
});
