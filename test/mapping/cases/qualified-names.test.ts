// Prefixes are the writer's: a case says what a qualified name means.
import { expect, it } from 'vitest';
import { stubOf } from '../../../src/init/table/stub-cases.ts';
import { parseCases } from '../../../src/mapping/cases/cases.ts';
import { runCases } from '../../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { loadWsdl, service } from '../../contract/inline-contracts.ts';

const content = `<x:complexType><x:sequence>
  <x:element name="topic" type="x:QName"/><x:element name="topics" type="t:List"/></x:sequence></x:complexType>`;
const contract = loadWsdl(
  service({
    types: `<x:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <x:simpleType name="List"><x:list itemType="x:QName"/></x:simpleType>
      <x:element name="Send">${content}</x:element><x:element name="Sent">${content}</x:element></x:schema>`,
    messages: `<w:message name="In"><w:part name="p" element="t:Send"/></w:message>
      <w:message name="Out"><w:part name="p" element="t:Sent"/></w:message>`,
    bound: '<s11:operation/><w:input><s11:body use="literal"/></w:input><w:output><s11:body use="literal"/></w:output>',
  }),
);
const mapping = compileMapping('soapstone: 2\nrules:\n  - POST /send: Op\n', 'mapping.yaml', contract);

const body = '{ topic: "{urn:t}red", topics: ["{urn:t}red", "{urn:u}blue"] }';
const problems = (declarations: string, topic: string) =>
  runCases(
    mapping,
    parseCases(
      `- rule: Op
  rest: { request: { line: POST /send, body: ${body} }, response: { status: 200, body: ${body} } }
  soap:
    request: <Send xmlns="urn:t" ${declarations}><topic>${topic}</topic><topics>z:red y:blue</topics></Send>
    response: <Sent xmlns="urn:t" ${declarations}><topic>${topic}</topic><topics>z:red y:blue</topics></Sent>
`,
      'cases.yaml',
    ),
  )[0].problems;

it.each(['z:red', 'red'])('of a case may have other prefixes than the written ones, as in %s', (topic) => {
  expect(problems('xmlns:z="urn:t" xmlns:y="urn:u"', topic)).toEqual([]);
});

it('of a case with another namespace differ', () => {
  expect(problems('xmlns:z="urn:v" xmlns:y="urn:u"', 'red').join('\n')).toContain('the written XML differs');
});

it('do not keep init from writing a stub case', () => {
  expect(stubOf(mapping, mapping.rules[0])).toEqual({ text: expect.stringContaining('{urn:t}') });
});
