// Attachments that SOAP encoding refers to by `href` (SOAP with Attachments §3), in both directions: a client and a service in Python.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startPeer } from '../peers/peer.ts';
import { temp } from '../server/temp.ts';
import { startGateway } from './gateway.ts';
import { callRest } from './scene.ts';
import { startSoapFace } from './soap-face.ts';

const PYTHON = '/usr/bin/python3';
const script = join(import.meta.dirname, '../peers/scans/scans.py');
const use =
  '<soap:body use="encoded" namespace="urn:scans" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
const part = (name: string, type = 'base64Binary') => `<part name="${name}" type="xsd:${type}"/>`;
const wsdl = `<definitions targetNamespace="urn:scans" xmlns:tns="urn:scans" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<message name="In">${part('title', 'string')}${part('scan')}${part('copy')}</message><message name="Out">${part('first')}${part('second')}</message>
<portType name="Scans"><operation name="addScan"><input message="tns:In"/><output message="tns:Out"/></operation></portType>
<binding name="Scans" type="tns:Scans"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="addScan"><soap:operation soapAction=""/><input>${use}</input><output>${use}</output></operation></binding>
<service name="Scans"><port name="Scans" binding="tns:Scans"><soap:address location="http://127.0.0.1/scans"/></port></service>
</definitions>`;
const table = 'soapstone: 2\ncontract: scans.wsdl\nrules:\n  - POST /scans: addScan\n';
const folder = () => temp({ 'mapping.yaml': table, 'scans.wsdl': wsdl });
const base64 = (octets: string) => Buffer.from(octets, 'latin1').toString('base64');

it('a client sends one, referred to twice and through another reference', async () => {
  const face = await startSoapFace(folder());
  onTestFinished(() => face.stop());
  face.rest.answer = () => ({ body: `{"first":"${base64('one')}","second":"${base64('two')}"}` });
  const octets = '%PDF\r\n--\0\xff';
  const file = join(temp(), 'scan');
  writeFileSync(file, octets, 'latin1');
  const send = async (title: string, cid: string) =>
    (await promisify(execFile)(PYTHON, [script, face.url, file, title, cid])).stdout;
  expect(await send('Röntgen', 'scan@peer')).toMatch(/first[^>]*>b25l<.*second[^>]*>dHdv</);
  expect(face.rest.asked.map(({ body }) => JSON.parse(body))).toEqual([
    { title: 'Röntgen', scan: base64(octets), copy: base64(octets) },
  ]);
  const refused = await send('Röntgen', 'other@peer');
  expect(refused).toContain('the reference "cid:scan@peer" names no attachment');
  expect(refused).toContain('Envelope/Body/addScan/scan');
  expect(face.rest.asked).toHaveLength(1);
});

it('a service responds with one', async () => {
  const service = await startPeer({ program: PYTHON, args: [script] });
  onTestFinished(() => service.stop());
  const gateway = await startGateway(folder(), service.origin);
  onTestFinished(async () => void (await gateway.stop()));
  const body = { title: 'a', scan: base64('x'), copy: base64('y') };
  const { status, json } = await callRest(gateway.origin, 'POST /scans', body, {}, 'follow');
  const scan = base64('%PDF\r\n\0\xff');
  expect([status, json]).toEqual([200, { first: scan, second: scan }]);
});
