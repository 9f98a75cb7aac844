// Redocly's recommended rules, on the documents of the shipped tables.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { firstTable } from '../../../src/init/first-table.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { run } from '../../cli/spawn-cli.ts';
import { smallWsdl } from '../../init/small-contract.ts';
import { sample } from '../../sample-size.ts';
import { lintRecommended } from './lint.ts';

const mappings = join(import.meta.dirname, '../../../mappings');
const tables = readdirSync(mappings, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'schema')
  .map(({ name }) => name)
  // The large one takes a minute on a busy machine.
  .filter((name) => sample(name !== 'business-records', true));

test.each(tables)('%s', { timeout: 120_000 }, async (name) => {
  const { code, out } = await run(['openapi', join(mappings, name)]);
  expect(code).toBe(0);
  // Two paths of the vendor's API have an external id in one segment and an id in another.
  const justified = name === 'business-records' ? 'no-ambiguous-paths' : undefined;
  expect(await lintRecommended(out, justified)).toEqual([]);
});

test('a first table with choices that may be absent', async () => {
  const wsdl = smallWsdl({
    operations: ['getItem(itemId: string) -> item: Item'],
    types: { Item: 'name: string, kinds: string, more: string' },
  });
  const element = (name: string) => `<xs:element name="${name}" type="xs:string"/>`;
  const choice = (...particles: string[]) => `<xs:choice minOccurs="0">${particles.join('')}</xs:choice>`;
  const pair = `<xs:sequence>${element('from')}${element('to')}</xs:sequence>`;
  const text = wsdl
    .replace(element('kinds'), choice(element('message'), element('task'), element('note')))
    .replace(element('more'), choice(pair, element('at')));
  const contract = loadContractFrom(new Map([['small.wsdl', Buffer.from(text)]]), 'small.wsdl');
  const { mapping } = await firstTable(contract, { contract: 'small.wsdl' });
  const document = JSON.stringify(describeRest([mapping], {}));
  expect(document).toContain('"task"');
  // Only its author knows the license of an API.
  expect(await lintRecommended(document, 'info-license')).toEqual([]);
});
