// Declared faults with SOAP encoding whose binding has a namespace: their details, also by reference, as PHP and Axis write them.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { type RestPeer, startRestPeer } from './rest-peer.ts';
import { callRest } from './scene.ts';

const SOAP_NS = 'http://schemas.xmlsoap.org/soap/envelope/';
const soapFault =
  '<soap:fault name="NotFound" use="encoded" namespace="urn:enc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
const wsdl = readFileSync(new URL('../fixtures/soap-encoding/echo.wsdl', import.meta.url), 'utf8')
  .replace(
    '<message name="Nothing"/>',
    '<message name="Nothing"/><message name="NotFound"><part name="notFound" type="t:Person"/></message>',
  )
  .replace(
    '<output message="tns:PersonOut"/>',
    '<output message="tns:PersonOut"/><fault name="NotFound" message="tns:NotFound"/>',
  )
  .replace('</output></operation>', `</output><fault name="NotFound">${soapFault}</fault></operation>`);
const stops: (() => unknown)[] = [];
let service: RestPeer;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  const table =
    'soapstone: 2\ncontract: echo.wsdl\nrest: { unwrap: [ return ] }\nrules:\n  - POST /person: echoPerson\n';
  writeFileSync(join(folder, 'mapping.yaml'), table);
  writeFileSync(join(folder, 'echo.wsdl'), wsdl);
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  service = await startRestPeer();
  const gateway = await soapstone({ mapping: folder, present: 'rest', upstream: service.origin });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(() => server.close(), gateway.close, service.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

async function answerTo(fault: string) {
  service.answer = () => ({ status: 500, headers: { 'content-type': 'text/xml' }, body: fault });
  const { status, json } = await callRest(origin, 'POST /person', { p: { name: 'Ann' } }, {}, 'follow');
  return { status, code: json.code, data: json.data };
}

const ann = { status: 422, code: 'NOT_FOUND', data: { name: 'Ann', country: 'NZ' } };
const scope = 'xmlns:m="urn:enc" xmlns:t="urn:enc:types" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const faultWith = (detail: string, beside = '') =>
  `<s:Envelope xmlns:s="${SOAP_NS}" ${scope}><s:Body><s:Fault><faultcode>s:Server.userException</faultcode><faultstring>x</faultstring><detail>${detail}</detail></s:Fault>${beside}</s:Body></s:Envelope>`;

it('PHP SoapServer names them in the namespace', async () => {
  const script = `$s = new SoapServer($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
    function echoPerson($p) { throw new SoapFault('Server', 'no', null, (object) ['name' => 'Ann', 'country' => 'NZ'], 'NotFound'); }
    $s->addFunction('echoPerson');
    $s->handle('<s:Envelope xmlns:s="${SOAP_NS}"><s:Body><m:echoPerson xmlns:m="urn:enc"><p><name>x</name></p></m:echoPerson></s:Body></s:Envelope>');`;
  const { stdout } = await promisify(execFile)('php', ['-r', script, join(folder, 'echo.wsdl')]);
  expect(stdout).toMatch(/<\w+:notFound /);
  expect(await answerTo(stdout)).toEqual(ann);
});

it.each([
  [
    'by reference, as Axis writes it',
    '<m:notFound href="#a"/><x:host xmlns:x="urn:x">h</x:host>',
    '<multiRef id="a" xsi:type="t:Person"><name>Ann</name></multiRef>',
  ],
  ['with a reference inside', '<m:notFound><name href="#a"/></m:notFound>', '<multiRef id="a">Ann</multiRef>'],
  ['without the namespace', '<notFound><name>Ann</name></notFound>', ''],
])('a detail %s', async (_, detail, beside) => {
  expect(await answerTo(faultWith(detail, beside))).toEqual(ann);
});
