// A simple type whose facets make no sense takes away the operations that need it, and nothing else.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadUsableContract } from '../../src/codec/load-contract.ts';
import { loadMapping } from '../../src/mapping/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'unusable-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

const named = (facets: string) =>
  `<xs:simpleType name="Odd"><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType>`;
const pattern = (value: string) => `<xs:pattern value="${value}"/>`;

/** With the operation Good, and Bad, whose element has `type`. */
function contract(name: string, types: string, type: string): string {
  const operation = (local: string, content: string) => `<operation name="${local}">${content}</operation>`;
  const both = (content: (local: string) => string) =>
    operation('Good', content('Good')) + operation('Bad', content('Bad'));
  const file = join(folder, `${name}.wsdl`);
  writeFileSync(
    file,
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<xs:element name="good" type="xs:string"/>
${types}
<xs:element name="bad" ${type}
</xs:schema></types>
<message name="GoodIn"><part name="body" element="t:good"/></message><message name="BadIn"><part name="body" element="t:bad"/></message>
<portType name="T">${both((local) => `<input message="t:${local}In"/>`)}</portType>
<binding name="B" type="t:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${both(() => '<input><s:body use="literal"/></input>')}</binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://127.0.0.1/"/></port></service>
</definitions>`,
  );
  return file;
}

async function outcome(file: string) {
  const { operations, broken = [], unneeded = [] } = await loadUsableContract(file);
  return {
    operations: operations.map(({ name }) => name),
    broken: broken.map(({ operation, problems }) => [
      operation,
      ...problems.map(({ place, message }) => `${place?.line}: ${message}`),
    ]),
    unneeded: unneeded.map(({ place, suggestion }) => [place?.line, suggestion]),
  };
}

describe('a pattern that cannot be used', () => {
  it.each(['(?i)ab', 'a+?b', '(?:ab)+', 'a{,3}', '(a?b{1000}){1000}'])('%s', async (value) => {
    const file = contract('needed', named(pattern(value)), 'type="t:Odd"/>');
    const { operations, broken } = await outcome(file);
    expect(operations).toEqual(['Good']);
    expect(broken).toEqual([
      ['Bad', expect.stringContaining(`4: Odd (xs:string): the pattern "${value}" cannot be used`)],
    ]);
  });

  it('in a type of a member, a base or a union', async () => {
    const derived = `<xs:simpleType name="Derived"><xs:restriction base="t:Odd"/></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:int t:Derived"/></xs:simpleType>`;
    const type =
      '><xs:complexType><xs:sequence><xs:element name="a" type="t:Either"/></xs:sequence></xs:complexType></xs:element>';
    const { operations, broken } = await outcome(contract('derived', named(pattern('(')) + derived, type));
    expect(operations).toEqual(['Good']);
    expect(broken).toEqual([['Bad', expect.stringMatching(/^4: Odd /)]]);
  });

  it('in a type without a name', async () => {
    const type = `><xs:simpleType><xs:restriction base="xs:string">${pattern('a**')}</xs:restriction></xs:simpleType></xs:element>`;
    const { operations, broken } = await outcome(contract('anonymous', '', type));
    expect({ operations, lost: broken.map(([operation]) => operation) }).toEqual({
      operations: ['Good'],
      lost: ['Bad'],
    });
  });

  it('that nothing refers to is a note, which says what to mend', async () => {
    const found = await outcome(contract('unneeded', named(pattern('(?i)x')), 'type="xs:string"/>'));
    expect(found).toEqual({
      operations: ['Good', 'Bad'],
      broken: [],
      unneeded: [[4, expect.stringContaining('mend the pattern')]],
    });
  });

  it('leaves a table of the other operations as it is', async () => {
    contract('table', named(pattern('(?i)x')), 'type="t:Odd"/>');
    writeFileSync(join(folder, 'mapping.yaml'), 'soapstone: 2\ncontract: table.wsdl\nrules:\n  - POST /good: Good\n');
    const { rules } = await loadMapping(folder);
    expect(rules).toHaveLength(1);
  });
});

it.each([
  ['a bound that is no number', '<xs:maxInclusive value="many"/>'],
  ['a value of an enumeration', '<xs:enumeration value="many"/>'],
])('%s takes away the same', async (_, facet) => {
  const types = named(facet).replace('xs:string', 'xs:int');
  const { operations, broken } = await outcome(contract('facet', types, 'type="t:Odd"/>'));
  expect({ operations, lost: broken.map(([operation]) => operation) }).toEqual({ operations: ['Good'], lost: ['Bad'] });
});

it('a long text that a legal pattern allows is carried', async () => {
  const found = await outcome(contract('long', named(pattern('.{0,100000}')), 'type="t:Odd"/>'));
  expect(found).toEqual({ operations: ['Good', 'Bad'], broken: [], unneeded: [] });
});
