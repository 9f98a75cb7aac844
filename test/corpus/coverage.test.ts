// The run over public contracts fails on a refusal that an independent reader does not share, until somebody has looked at it.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { temp } from '../server/temp.ts';
import { Coverage } from './coverage.ts';

/** zeep does not look at facets. */
const WSDL = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<w:types><xs:schema targetNamespace="urn:t"><xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="n">
  <xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive/></xs:restriction></xs:simpleType>
</xs:element></xs:sequence></xs:complexType></xs:element></xs:schema></w:types>
<w:message name="In"><w:part name="body" element="t:ask"/></w:message>
<w:portType name="T"><w:operation name="Ask"><w:input message="t:In"/></w:operation></w:portType>
<w:binding name="B" type="t:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <w:operation name="Ask"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input></w:operation></w:binding>
<w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://h/"/></w:port></w:service>
</w:definitions>`;

async function refusedBy(reviewed: ReadonlyMap<string, string>): Promise<Coverage> {
  const file = join(temp({ 'a.wsdl': WSDL }), 'a.wsdl');
  const coverage = new Coverage(reviewed);
  const error = await loadContract(file).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await coverage.refused('public/a.wsdl', file, error);
  return coverage;
}

test('what zeep reads and nobody has reviewed is named', async () => {
  const { unreviewed } = await refusedBy(new Map());
  expect(unreviewed).toEqual([expect.stringMatching(/^public\/a\.wsdl: .*minInclusive.*; zeep reads 1 operations$/)]);
});

test('what is reviewed is listed with its reason, and fails no run', async () => {
  const coverage = await refusedBy(new Map([['public/a.wsdl', 'the value is required']]));
  expect(coverage.unreviewed).toEqual([]);
  expect(coverage.lines().join('\n')).toContain('zeep reads 1 operations (the value is required)');
});
