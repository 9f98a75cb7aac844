// Imports that cannot be read, where nothing refers to what they should bring.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';

const fixture = join(import.meta.dirname, '..', 'fixtures', 'contracts', 'mixed', 'service.wsdl');
const text = readFileSync(fixture, 'utf8');

it('an import that cannot be read and that nothing needs is a note', () => {
  const wsdl = text.replace('<types>', '<import namespace="urn:gone" location="gone.wsdl"/><types>');
  const contract = loadContractFrom(new Map([['a.wsdl', Buffer.from(wsdl)]]), 'a.wsdl');
  expect(contract.unneeded?.map(({ code, place }) => [code, place?.line])).toEqual([['CONTRACT_READ', 7]]);
});
