import { expect, test } from 'vitest';
import type { Dialect } from '../../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { dialectOf } from '../../../src/mapping/checker/contract-lookup/namespaces.ts';
import { Report } from '../../../src/mapping/syntax/report.ts';
import { readTable } from '../../../src/mapping/syntax/table.ts';
import { parseYaml } from '../../../src/mapping/syntax/yaml.ts';
import { XML_NS, XSD_NS } from '../../../src/xml/reader/names.ts';

const contract = loadContractFrom(
  new Map([
    [
      'a.xsd',
      Buffer.from(`<xs:schema xmlns:xs="${XSD_NS}" targetNamespace="urn:t"><xs:element name="e"/></xs:schema>`),
    ],
  ]),
);

function dialectFor(namespaces: string): { dialect: Dialect; problems: readonly string[] } {
  const report = new Report();
  const table = readTable(parseYaml(`soapstone: 2\nnamespaces: ${namespaces}\nrules: []\n`, 'mapping.yaml'), report);
  const dialect = dialectOf(table, contract, report);
  return { dialect, problems: report.problems.map((p) => p.code) };
}

test.each([
  ['xs', '{ t: "urn:t" }'],
  ['xsd', `{ t: "urn:t", xsd: "${XSD_NS}" }`],
  ['xs', `{ xs: "${XSD_NS}" }`],
])('the built-in types have the prefix %s in a table with the namespaces %s', (prefix, namespaces) => {
  const { dialect, problems } = dialectFor(namespaces);
  expect(problems).toEqual([]);
  expect(dialect.nameOf({ ns: XSD_NS, local: 'int' })).toBe(`${prefix}:int`);
  expect(dialect.parseName(`${prefix}:int`)).toEqual({ ns: XSD_NS, local: 'int' });
  expect(dialect.parseName('xs:int')).toEqual({ ns: XSD_NS, local: 'int' });
  expect(dialect.nameOf({ ns: XML_NS, local: 'lang' })).toBe('xml:lang');
});

test('a table may give xs another meaning', () => {
  const { dialect } = dialectFor('{ xs: "urn:t" }');
  expect(dialect.parseName('xs:e')).toEqual({ ns: 'urn:t', local: 'e' });
  expect(dialect.nameOf({ ns: XSD_NS, local: 'int' })).toBe(`{${XSD_NS}}int`);
});
