// Requests with SOAP encoding that lack what the contract requires: PHP and zeep hear which member it is (decision 0163).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arguments, callWithPhp, callWithZeep } from '../peers/callers.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const NAME = '<element name="name" type="xsd:string"/>';
const TITLE = '<element name="title" type="xsd:string" nillable="true"/>';
const use = '<soap:body use="encoded" namespace="urn:enc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
const operation = (name: string) => `<operation name="${name}"><soap:operation soapAction="urn:enc#${name}"/>
  <input>${use}</input><output>${use}</output></operation>`;
/** Without arrays: for their attribute zeep would fetch a schema. */
const wsdl = `<definitions targetNamespace="urn:enc" xmlns:tns="urn:enc" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:enc"><complexType name="Person"><sequence>
  ${TITLE}${NAME}<element name="age" type="xsd:int" minOccurs="0"/><element name="boss" type="tns:Person" minOccurs="0"/>
</sequence></complexType></schema></types>
<message name="Person"><part name="p" type="tns:Person"/></message>
<message name="Two"><part name="i" type="xsd:int"/><part name="s" type="xsd:string"/></message>
<portType name="Enc">
  <operation name="echoPerson"><input message="tns:Person"/><output message="tns:Person"/></operation>
  <operation name="echoTwo"><input message="tns:Two"/><output message="tns:Person"/></operation>
  <operation name="echoInts"><input message="tns:Two"/><output message="tns:Person"/></operation>
</portType>
<binding name="Enc" type="tns:Enc"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
${operation('echoPerson')}${operation('echoTwo')}${operation('echoInts')}</binding>
<service name="Enc"><port name="Enc" binding="tns:Enc"><soap:address location="http://127.0.0.1/echo"/></port></service>
</definitions>`;
const table = `soapstone: 2
contract: echo.wsdl
rules:
  - POST /<operation>: "*"
  - id: two
    soap: { request: { echoInts: { i: "{i}", s: "{s}" } }, response: { echoIntsResponse: { p: { title: "{t}", name: "{n}" } } } }
    calls:
      - rest: { request: "GET /one/{i}", response: { body: { n: "{n}" } } }
      - rest: { request: "GET /two/{s}", response: { body: { t: "{t}" } } }
`;
let folder: string;
let face: SoapFace;
/** The contract as an older client has it, without what is required now. */
let older: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  writeFileSync(join(folder, 'mapping.yaml'), table);
  writeFileSync(join(folder, 'echo.wsdl'), wsdl);
  face = await startSoapFace(folder);
  face.rest.answer = () => ({ body: '{"p":{"title":"Dr","name":"Ann"}}' });
  const served = await (await fetch(`${face.url}?wsdl`)).text();
  older = join(folder, 'older.wsdl');
  writeFileSync(older, served.replace(`${TITLE}${NAME}`, NAME.replace('/>', ' minOccurs="0"/>')));
});

afterAll(async () => {
  await face?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the REST service is sent, or what the client hears. `argumentsOf`: PHP takes parts by their order. */
async function sentBy(
  call: typeof callWithPhp,
  argumentsOf: (p: Arguments) => Arguments,
  contract: string,
  p: Arguments,
): Promise<unknown> {
  const asked = face.rest.asked.length;
  const [said] = await call('1.1')(contract, [['echoPerson', argumentsOf(p)]]);
  const sent = face.rest.asked.slice(asked).map(({ body }) => JSON.parse(body));
  return sent.length > 0 ? sent[0].p : said.reason;
}

describe.each([
  ['zeep', callWithZeep, (p: Arguments) => ({ p })],
  ['PHP', callWithPhp, (p: Arguments) => p],
])('%s', (_, call, argumentsOf) => {
  it('hears the name of a member that is missing, and the service hears nothing', async () => {
    expect(await sentBy(call, argumentsOf, older, { age: 4 })).toContain(
      'element "name" is missing (at Envelope/Body/echoPerson/p)',
    );
    expect(await sentBy(call, argumentsOf, older, { name: 'Ann', boss: { age: 5 } })).toContain(
      'element "name" is missing (at Envelope/Body/echoPerson/p/boss)',
    );
  });

  it('may leave out what may be nil, or say that it is', async () => {
    const ann = { title: null, name: 'Ann' };
    expect(await sentBy(call, argumentsOf, older, { name: 'Ann' })).toEqual(ann);
    expect(await sentBy(call, argumentsOf, `${face.url}?wsdl`, { title: null, name: 'Ann' })).toEqual(ann);
  });

  it('may say that a member is nil which may not be', async () => {
    const nobody = { title: null, name: null };
    expect(await sentBy(call, argumentsOf, `${face.url}?wsdl`, nobody)).toEqual(nobody);
  });
});

it('PHP says nil for nulls and for parameters that it is not given, and throws where a member is unset', async () => {
  const asked = face.rest.asked.length;
  const first = (value: unknown) => value as Arguments;
  const said = await callWithPhp('1.1')(`${face.url}?wsdl`, [
    ['echoTwo', first(5)],
    ['echoPerson', first({ name: null })],
    ['echoPerson', first({ title: 'Dr' })],
  ]);
  expect(face.rest.asked.slice(asked).map(({ body }) => JSON.parse(body))).toEqual([
    { i: 5, s: null },
    { p: { title: null, name: null } },
  ]);
  expect(said[2].reason).toMatch(/object has no 'name' property/);
});

it('node-soap leaves out what is unset, and hears its name', async () => {
  const asked = face.rest.asked.length;
  const client = await createClientAsync(`${face.url}?wsdl`);
  await expect(client.echoPersonAsync({ p: { age: 4 } })).rejects.toThrow('element "name" is missing');
  expect(face.rest.asked.length).toBe(asked);
});

it('a rule with several calls names the parameter that is absent, and its place', async () => {
  const ask = async (content: string) => {
    const response = await fetch(face.url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml', soapaction: '"urn:enc#echoInts"' },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><m:echoInts xmlns:m="urn:enc">${content}</m:echoInts></e:Body></e:Envelope>`,
    });
    return /<faultstring[^>]*>([^<]*)/.exec(await response.text())?.[1];
  };
  face.rest.answer = () => ({ body: '{"n":"Ann","t":"Dr"}' });
  expect(await ask('<i>1</i><s>a</s>')).toBeUndefined();
  expect(await ask('<s>a</s>')).toBe('element "i" is missing (at Envelope/Body/echoInts)');
  expect(await ask('<i>1</i>')).toBe('element "s" is missing (at Envelope/Body/echoInts)');
});
