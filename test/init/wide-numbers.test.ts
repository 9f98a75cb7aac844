// Which contracts have numbers that a JavaScript client would round.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { wideNumbersOf } from '../../src/init/operations/wide-numbers.ts';
import { smallContract } from './small-contract.ts';

const fixture = join(import.meta.dirname, '..', 'fixtures', 'contracts', 'mixed', 'service.wsdl');
const text = readFileSync(fixture, 'utf8');

function contractWith(base: string, ...facets: readonly string[]) {
  const written = facets.map((facet) => `<xsd:${facet.replace('=', ' value="')}"/>`).join('');
  const type = `<xsd:simpleType name="Due"><xsd:restriction base="xsd:${base}">${written}</xsd:restriction></xsd:simpleType>`;
  const wsdl = text
    .replace('type="xsd:date"', 'type="t:Due"')
    .replace('<xsd:complexType name="Empty"/>', `<xsd:complexType name="Empty"/>${type}`);
  return loadContractFrom(new Map([['a.wsdl', Buffer.from(wsdl)]]), 'a.wsdl');
}

it.each<[boolean, string, ...string[]]>([
  [true, 'long'],
  [false, 'integer'],
  [true, 'decimal', 'totalDigits=18'],
  [true, 'unsignedLong', 'maxInclusive=9007199254740993'],
  [false, 'date'],
  [false, 'int'],
  [false, 'decimal'],
  [false, 'decimal', 'totalDigits=12'],
  [false, 'integer', 'totalDigits=9'],
  [false, 'long', 'minInclusive=0', 'maxExclusive=1000'],
])('%s: %s %s %s', (isWide, base, ...facets) => {
  expect(wideNumbersOf(contractWith(base, ...facets))).toEqual(isWide ? [{ name: 'due', builtin: base }] : []);
});

it('whole numbers without bounds count where they name something', () => {
  const members = 'accountNumber: integer, guests: positiveInteger, total: long';
  const contract = smallContract({ operations: [`getStay(id: string) -> ${members}`] });
  expect(wideNumbersOf(contract).map(({ name }) => name)).toEqual(['accountNumber', 'total']);
});
