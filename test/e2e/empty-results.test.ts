// A result that the contract lets be absent: 204 in REST, in both directions, and `null` stays nil.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { describeRest } from '../../src/openapi/export/document.ts';
import { envelope } from '../binding/soap/front/front-scene.ts';
import { type RestPeer, startRestPeer } from './rest-peer.ts';

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:lost" targetNamespace="urn:lost">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:lost" elementFormDefault="qualified">
<xs:element name="Find"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="FindResponse"><xs:complexType><xs:sequence><xs:element name="FindResult" minOccurs="0" nillable="true" type="t:Item"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="All"><xs:complexType/></xs:element>
<xs:element name="AllResponse"><xs:complexType><xs:sequence><xs:element name="item" minOccurs="0" maxOccurs="unbounded" type="t:Item"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Shelf"><xs:complexType/></xs:element>
<xs:element name="ShelfResponse"><xs:complexType><xs:sequence><xs:element name="ShelfResult" minOccurs="0" type="t:ArrayOfItem"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="ArrayOfItem"><xs:sequence><xs:element name="Item" minOccurs="0" maxOccurs="unbounded" nillable="true" type="t:Item"/></xs:sequence></xs:complexType>
<xs:complexType name="Item"><xs:sequence><xs:element name="colour" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
</xs:schema></types>
<message name="FindIn"><part name="p" element="t:Find"/></message><message name="FindOut"><part name="p" element="t:FindResponse"/></message>
<message name="AllIn"><part name="p" element="t:All"/></message><message name="AllOut"><part name="p" element="t:AllResponse"/></message>
<message name="ShelfIn"><part name="p" element="t:Shelf"/></message><message name="ShelfOut"><part name="p" element="t:ShelfResponse"/></message>
<portType name="T"><operation name="Shelf"><input message="t:ShelfIn"/><output message="t:ShelfOut"/></operation><operation name="Find"><input message="t:FindIn"/><output message="t:FindOut"/></operation><operation name="All"><input message="t:AllIn"/><output message="t:AllOut"/></operation></portType>
<binding name="B" type="t:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Find"><s:operation soapAction="find"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
<operation name="Shelf"><s:operation soapAction="shelf"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
<operation name="All"><s:operation soapAction="all"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://127.0.0.1/"/></port></service>
</definitions>`;

const MAPPING = `soapstone: 2
namespaces: { t: "urn:lost" }
contract: lost.wsdl
rules:
  - id: find
    rest: { request: "GET /items/{id}", response: { body: "{item}" } }
    soap: { request: { Find: { id: "{id}" } }, response: { FindResponse: { FindResult: "{item}" } } }
  - id: shelf
    rest: { request: "GET /shelf", response: { body: "{items}" } }
    soap: { request: { Shelf: {} }, response: { ShelfResponse: { ShelfResult: { Item: "{items}" } } } }
  - id: all
    rest: { request: "GET /items", response: { body: "{items}" } }
    soap: { request: { All: {} }, response: { AllResponse: { item: "{items}" } } }
`;

const NIL = '<FindResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>';
const results = [
  { id: 1, xml: '<FindResult><colour>red</colour></FindResult>', status: 200, json: '{"colour":"red"}' },
  { id: 2, xml: '', status: 204, json: '' },
  { id: 3, xml: NIL, status: 200, json: 'null' },
  { id: 4, xml: '<FindResult/>', status: 200, json: '{}' },
];

const folder = mkdtempSync(join(tmpdir(), 'empty-results-'));
let service: RestPeer;
let api: RestPeer;
const gateways: { close(): Promise<void> }[] = [];
const servers: Server[] = [];
const origins: string[] = [];

async function serve(present: 'rest' | 'soap', upstream: string): Promise<void> {
  const gateway = await soapstone({ mapping: folder, present, upstream });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  gateways.push(gateway);
  servers.push(server);
  origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  writeFileSync(join(folder, 'mapping.yaml'), MAPPING);
  writeFileSync(join(folder, 'lost.wsdl'), WSDL);
  service = await startRestPeer(({ body }) => {
    const id = Number(/<(?:\w+:)?id>(\d)/.exec(body)?.[1]);
    const content = results.find((result) => result.id === id)?.xml;
    const name = /<(?:\w+:)?(All|Shelf|Find)\b/.exec(body)![1];
    const response = `<${name}Response xmlns="urn:lost">${content ?? ''}</${name}Response>`;
    return { headers: { 'content-type': 'text/xml' }, body: envelope('1.1', response) };
  });
  api = await startRestPeer(({ target }) => {
    const { status, json } = results.find(({ id }) => target === `/items/${id}`) ?? { status: 200, json: '[]' };
    return { status, ...(json !== '' && { body: json }) };
  });
  await serve('rest', service.origin);
  await serve('soap', api.origin);
});

afterAll(async () => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  for (const gateway of gateways) await gateway.close();
  for (const peer of [service, api]) await peer.stop();
  rmSync(folder, { recursive: true });
});

it.each(results)('a REST client gets $status with "$json"', async ({ id, status, json }) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(`${origins[0]}/items/${id}`, { method });
    expect([response.status, await response.text()]).toEqual([status, method === 'GET' ? json : '']);
    expect(response.headers.get('content-type')).toBe(json === '' ? null : 'application/json');
  }
});

it.each(['/items', '/shelf'])('%s without items is an empty list', async (path) => {
  const response = await fetch(origins[0] + path);
  expect([response.status, await response.text()]).toEqual([200, '[]']);
});

it.each(results)('a SOAP client gets the same of "$json"', async ({ id, xml }) => {
  const body = envelope('1.1', `<Find xmlns="urn:lost"><id>${id}</id></Find>`);
  const headers = { 'content-type': 'text/xml', soapaction: 'find' };
  const response = await fetch(origins[1], { method: 'POST', headers, body });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text.includes('FindResult')).toBe(xml !== '');
  expect(text.includes('nil="true"')).toBe(xml === NIL);
  expect(text.includes('red')).toBe(xml.includes('red'));
});

it('the description has both responses, and one for a list', async () => {
  const { paths } = describeRest([await loadMapping(folder)]);
  const statuses = (path: string) => Object.keys(paths[path].get!.responses).filter((status) => status < '300');
  expect(statuses('/items/{id}')).toEqual(['200', '204']);
  for (const path of ['/items', '/shelf']) expect(statuses(path)).toEqual(['200']);
});
