// Header parts in first tables: carried in HTTP headers, or left out by name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { temp } from '../server/temp.ts';

const accounts = join(import.meta.dirname, 'contracts/headers/accounts.wsdl');

/** The same with one more header part of requests. */
async function withPart(content: string) {
  const element = `<xsd:element name="Extra">${content}</xsd:element>`;
  const text = readFileSync(accounts, 'utf8')
    .replace('<xsd:element name="Call">', (call) => element + call)
    .replace(
      '<message name="Call">',
      (call) => `<message name="Extra"><part name="Extra" element="bank:Extra"/></message>${call}`,
    )
    .replace(
      '<input><soap:body use="literal"/>',
      (input) => `${input}<soap:header message="bank:Extra" part="Extra" use="literal"/>`,
    );
  return firstTable(await loadContract(join(temp({ 'a.wsdl': text }), 'a.wsdl')), { contract: 'a.wsdl' });
}

const sequence = (content: string) => `<xsd:complexType><xsd:sequence>${content}</xsd:sequence></xsd:complexType>`;
const holding = (name: string, content: string, range = '') =>
  `<xsd:element name="${name}" ${range}>${content}</xsd:element>`;
const value = (name: string, range = '') => `<xsd:element name="${name}" type="xsd:string" ${range}/>`;
const MANY = 'maxOccurs="unbounded"';
const OPTIONAL = 'minOccurs="0"';

test('values inside of objects, lists of values and texts are HTTP headers', async () => {
  const culture =
    '<xsd:complexType><xsd:simpleContent><xsd:extension base="xsd:language"/></xsd:simpleContent></xsd:complexType>';
  const { text, mapping, leftOut } = await withPart(
    sequence(
      holding('Caller', sequence(value('Sid') + value('Mail', OPTIONAL))) +
        holding('Roles', sequence(value('Role', MANY)), OPTIONAL) +
        holding('Culture', culture, OPTIONAL),
    ),
  );
  expect(text).toContain(
    'Extra: { "Caller": { "Sid": "{extraCallerSid?}", "Mail": "{extraCallerMail?}" }, "Roles": "{extraRoles?}", "Culture": { "$value": "{extraCulture?}" } }',
  );
  expect(text).toContain('X-Extra-Roles: "{extraRoles?|csv}"');
  expect(leftOut).toEqual([]);
  const xml = [
    '<Edition xmlns="https://example.com/bank" code="E7"/>',
    '<RequestVersion xmlns="https://example.com/bank" Version="v2"/>',
    '<Extra xmlns="https://example.com/bank"><Caller><Sid>7</Sid></Caller><Roles><Role>a</Role><Role>b</Role></Roles></Extra>',
  ].map((text) => `        ${/\w+/.exec(text)![0]}: '${text}'\n`);
  const stub = stubCase(mapping, mapping.rules[0])!;
  const sent = stub
    .replace(/request: (".*")/, 'request: { line: $1, headers: { X-Extra-Caller-Sid: "7", X-Extra-Roles: "a,b" } }')
    .replace(/( {4}request:\n {6}headers:\n)(?: {8}.*\n)*/, (_, head: string) => head + xml.join(''));
  expect(sent).not.toBe(stub);
  expect(runCases(mapping, parseCases(sent, 'case')).flatMap(({ problems }) => problems)).toEqual([]);
});

test('what no HTTP header holds is left out by name, with the rest of the part where that may be absent', async () => {
  const items = (range: string) => holding('Item', sequence(value('Key')), `${MANY} ${range}`);
  const optional = await withPart(sequence(value('Id') + items(OPTIONAL)));
  expect(optional.text).toContain('Extra: { "Id": "{extraId?}" }');
  expect(optional.leftOut).toEqual(['Extra.Item: a list of objects']);
  expect(optional.text).toContain('#   Extra.Item: a list of objects');
  const required = await withPart(sequence(value('Id') + items('')));
  expect(required.text).not.toContain(' Extra:');
  expect(required.leftOut).toEqual(['Extra.Item: a list of objects']);
});
