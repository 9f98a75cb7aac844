// A default at a place that the contract requires is written like any other value: without it the message would not be valid.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadContract, loadContractFrom } from '../../src/contract/load.ts';
import { fromJs, textOf } from '../../src/json/value.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { SoapMessages } from '../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { wsdlOf } from '../codec/presented.ts';
import { ask, mappingOf, payments, problemsOf } from './tables.ts';

const table = (rest: string, soap: string, state = '{state}') => `
rules:
  - id: refund
    rest: { request: { line: "POST /refunds/{id}", body: { amount: "${rest}" } }, response: { body: { state: "{state=OK}" } } }
    soap: { request: { Refund: { paymentId: "{id}", amount: "${soap}" } }, response: { RefundResponse: { status: { code: "${state}" } } } }
`;

/** Both directions: a case runs in both. */
function problems(text: string, amount: string, written: string): readonly string[] {
  const exchange = `
rest: { request: { line: POST /refunds/7, body: {${amount}} }, response: { status: 200, body: {} } }
soap:
  request: <Refund xmlns="https://example.com/payments"><paymentId>7</paymentId><amount>${written}</amount></Refund>
  response: <RefundResponse xmlns="https://example.com/payments"><status><code>OK</code></status></RefundResponse>
`;
  return runCases(mappingOf(payments, text), parseCases(exchange, 'cases.yaml'))[0].problems;
}

it.each(['', ' amount: 5 '])('the default of both sides, with %j in the body', (amount) => {
  expect(problems(table('{amount=5}', '{amount=5}', '{state=OK}'), amount, '5')).toEqual([]);
});

it('a value that is not the default', () => {
  expect(problems(table('{amount=5}', '{amount=5}', '{state=OK}'), ' amount: 6 ', '6')).toEqual([]);
});

it('the default of the SOAP side alone, for requests of REST clients', () => {
  const { rules } = mappingOf(payments, table('{amount?}', '{amount=5}'));
  const bindings = new Array(rules[0].variables.length);
  bindings[rules[0].variables.indexOf('id')] = fromJs(7);
  expect(rules[0].request.soap.fill(bindings).map((slot) => slot && textOf(slot))).toEqual(['7', '5']);
});

it('is no mistake for check', () => {
  expect(problemsOf(payments, table('{amount?}', '{amount=5}'))).toEqual([]);
});

describe('the code of each item, where the contract requires one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'required-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const source = join(import.meta.dirname, '../../mappings/50-calls/contract/people.wsdl');
  const optional = 'name="code" type="xsd:string" minOccurs="0"';
  const wsdl = readFileSync(source, 'utf8');
  const file = join(folder, 'people.wsdl');
  writeFileSync(file, wsdl.replace(optional, optional.replace(' minOccurs="0"', '')));
  const people = await loadContract(file);
  const rules = (code: string) => `
rules:
  - id: people
    soap:
      request: { GetPeople: { personId: "{ids}" } }
      response: { GetPeopleResponse: { entry: { $each: { ok: "{results.ok}", code: "${code}" } } } }
    calls: [ { each: id in ids, rest: { request: "DELETE /person/{id}", response: { status: 204 } } } ]
`;

  it('is refused without a value for successes, with the spelling that works', () => {
    expect(wsdl).toContain(optional);
    expect(() => mappingOf(people, rules('{results.code}'))).toThrow(
      /:8:84 \[people\] MAPPING_MISSING: an item that succeeded has no {results.code}.*"{results.code:OK}"/,
    );
  });

  it.each(['{results.code=OK}', '{results.code:OK}'])('is right with %s', (code) => {
    const mapping = mappingOf(people, rules(code));
    const [rule] = mapping.rules;
    const bindings = new Array(rule.variables.length);
    bindings[rule.variables.indexOf('results')] = fromJs([{ ok: true }, { ok: false, code: 'GONE' }]);
    const [body] = new SoapMessages(mapping).encode(rule.response.soap, bindings).body;
    expect(Buffer.from(body).toString()).toMatch(/:code>OK<.*:code>GONE</);
  });

  it('needs nothing where the contract lets it be absent', async () => {
    expect(problemsOf(await loadContract(source), rules('{results.code}'))).toEqual([]);
  });
});

describe('a header part whose required member has a default', () => {
  const context = `<xs:element name="Context"><xs:complexType><xs:sequence><xs:element name="channel" type="xs:string"/>
    <xs:element name="agent" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
  const put = `<xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;
  const wsdl = wsdlOf(context + put)
    .replace('<portType', '<message name="h"><part name="ctx" element="t:Context"/></message><portType')
    .replace('<soap:body use="literal"/></input>', '<soap:header message="t:h" part="ctx" use="literal"/>$&');
  const contract = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdl)]]));
  const text = `soapstone: 2
rules:
  - id: r
    rest: { request: { line: "PUT /x/{id}", headers: { X-Channel: "{channel=WEB}", X-Agent: "{agent?}" } }, response: { status: 204 } }
    soap: { headers: { ctx: { channel: "{channel=WEB}", agent: "{agent?}" } }, request: { Put: { id: "{id}" } } }
`;

  it.each([
    [{}, '<channel>WEB'],
    [{ 'x-channel': 'WEB' }, '<channel>WEB'],
    [{ 'x-channel': 'WEB', 'x-agent': 'a1' }, '<channel>WEB<agent>a1'],
    [{ 'x-channel': 'APP' }, '<channel>APP'],
  ])('goes out for %j', (headers, expected) => {
    const mapping = compileMapping(text, 'mapping.yaml', contract);
    const { rule, bindings } = ask(mapping, 'PUT /x/7', { headers })!;
    const [header] = new SoapMessages(mapping).encodeRequest(rule, bindings).headers;
    expect(
      Buffer.from(header)
        .toString()
        .replaceAll(/<\/[^>]*>|<\w+:Context[^>]*>|\w+:(?=\w+>)/g, ''),
    ).toBe(expected);
  });
});
