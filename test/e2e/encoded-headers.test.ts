// Header parts in literal use beside a Body with SOAP encoding: they have the rules of literal content (decision 0166).
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { callRest } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const use = '<soap:body use="encoded" namespace="urn:enc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
const header = (part: string) => `<soap:header message="tns:Headers" part="${part}" use="literal"/>`;
const wsdl = `<definitions targetNamespace="urn:enc" xmlns:tns="urn:enc" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:enc" elementFormDefault="qualified">
  <complexType name="Caller"><sequence><element name="name" type="xsd:string"/><element name="note" type="xsd:string" nillable="true"/></sequence></complexType>
  <element name="caller" type="tns:Caller"/><element name="tenant" type="xsd:string" nillable="true"/>
</schema></types>
<message name="Headers"><part name="caller" element="tns:caller"/><part name="tenant" element="tns:tenant"/></message>
<message name="In"><part name="s" type="xsd:string"/></message>
<portType name="Enc"><operation name="say"><input message="tns:In"/><output message="tns:In"/></operation></portType>
<binding name="Enc" type="tns:Enc"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="say"><soap:operation soapAction="urn:enc#say"/><input>${use}${header('caller')}${header('tenant')}</input><output>${use}</output></operation></binding>
<service name="Enc"><port name="Enc" binding="tns:Enc"><soap:address location="http://127.0.0.1/echo"/></port></service>
</definitions>`;
const table = `soapstone: 2
contract: echo.wsdl
namespaces: { e: "urn:enc" }
rules:
  - id: say
    rest: { request: { line: POST /say, body: { s: "{s}", caller: "{caller}", tenant: "{tenant}" } }, response: { body: { s: "{t}" } } }
    soap: { headers: { e:caller: "{caller}", e:tenant: "{tenant}" }, request: { say: { s: "{s}" } }, response: { sayResponse: { s: "{t}" } } }
`;

let folder: string;
let face: SoapFace;
let origin: string;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  writeFileSync(join(folder, 'mapping.yaml'), table);
  writeFileSync(join(folder, 'echo.wsdl'), wsdl);
  face = await startSoapFace(folder);
  face.rest.answer = () => ({ body: '{"s":"x"}' });
  // A gateway of the same table behind REST: both ends read and write the same messages.
  const gateway = await soapstone({ mapping: folder, present: 'rest', upstream: face.url });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(() => server.close(), gateway.close, face.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
});

const NIL = 'xsi:nil="true"';
const CALLER = '<h:caller><h:name>Ann</h:name><h:note>n</h:note></h:caller>';

/** What the REST service is sent, or what the client hears. */
async function sentFor(headers: string, content = '<s>x</s>'): Promise<unknown> {
  const before = face.rest.asked.length;
  const response = await fetch(face.url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', soapaction: '"urn:enc#say"' },
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Header xmlns:h="urn:enc">${headers}</e:Header><e:Body><m:say xmlns:m="urn:enc">${content}</m:say></e:Body></e:Envelope>`,
  });
  const reason = /<faultstring[^>]*>([^<]*)/.exec(await response.text())?.[1];
  const [sent] = face.rest.asked.slice(before);
  return sent === undefined ? reason : JSON.parse(sent.body);
}

describe('a header part in literal use', () => {
  const caller = { name: 'Ann', note: 'n' };

  it('may be nil where the contract lets it be, and so may its members', async () => {
    const nil = `<h:caller><h:name>Ann</h:name><h:note ${NIL}/></h:caller><h:tenant ${NIL}/>`;
    expect(await sentFor(nil)).toEqual({ s: 'x', caller: { name: 'Ann', note: null }, tenant: null });
  });

  it.each([
    ['itself', `<h:caller ${NIL}/>`, 'element "caller" is not nillable (at Envelope/Header/caller)'],
    [
      'a member',
      `<h:caller><h:name ${NIL}/><h:note>n</h:note></h:caller>`,
      'element "name" is not nillable (at Envelope/Header/caller/name)',
    ],
  ])('is refused where the contract lets %s not be nil', async (_, part, reason) => {
    expect(await sentFor(`${part}<h:tenant>t</h:tenant>`)).toEqual(expect.stringContaining(reason));
  });

  it('leaves the encoded Body its nulls', async () => {
    expect(await sentFor(`${CALLER}<h:tenant>t</h:tenant>`, `<s ${NIL}/>`)).toEqual({ s: null, caller, tenant: 't' });
  });
});

describe('a REST client', () => {
  const caller = { name: 'Ann', note: 'n' };
  const say = (body: object) => callRest(origin, 'POST /say', body, {}, 'follow');

  it('may say null for what may be nil, in encoded and in literal content', async () => {
    const body = { s: null, caller: { ...caller, note: null }, tenant: null };
    expect(await say(body)).toMatchObject({ status: 200, json: { s: 'x' } });
    expect(JSON.parse(face.rest.asked.at(-1)!.body)).toEqual(body);
  });

  it.each([
    ['a literal part', null, '$.caller'],
    ['a member of one', { name: null, note: 'n' }, '$.caller.name'],
  ])('is refused with null for %s that may not be nil', async (_, changed, path) => {
    const { status, json } = await say({ s: null, caller: changed, tenant: 't' });
    expect([status, json.code, json.errors[0].path]).toEqual([422, 'CODEC_NIL', path]);
  });
});
