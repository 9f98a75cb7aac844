// Every way in which a record API of somebody else can tell a declared fault, to a client of Apache CXF: the exception that its operation declares, complete.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../peers/callers.ts';
import { noCxf, openCxf } from '../../peers/cxf.ts';
import { type ScriptedError, startRecordApi } from '../../peers/record-api.ts';
import { type Face, present } from './loop.ts';
import { ALONE, BODIES, CODED, REQUESTS } from './scripted-errors.ts';

const SOAP = '/services/BusinessRecordsPort_2019_1';
const WORDS = expect.stringMatching(/^\w[\w ']+$/);
const XML = { 'content-type': 'text/xml; charset=utf-8' };
const GET = REQUESTS['get'];

describe.skipIf(noCxf)(noCxf ? `CXF: not run, ${noCxf}` : 'CXF', () => {
  let api: Awaited<ReturnType<typeof startRecordApi>>;
  let face: Face;
  let client: Client;
  let proxy: Server;
  /** What the proxy says in the gateway's place; '': nothing. */
  let answer = '';

  beforeAll(async () => {
    api = await startRecordApi();
    face = await present('soap', api.origin, { set: ['operations=path'] });
    proxy = createServer(async (request, response) => {
      const body = request.method === 'POST' ? await text(request) : undefined;
      if (body !== undefined && answer !== '') return response.writeHead(500, XML).end(answer);
      const shown = await fetch(face.origin + request.url, { method: request.method, body, headers: body ? XML : {} });
      const here = (await shown.text()).replaceAll(face.origin, `http://${request.headers.host}`);
      response.writeHead(shown.status, XML).end(here);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    client = await openCxf(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}${SOAP}?wsdl`);
  }, 300_000);
  afterAll(async () => {
    client?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    await face?.stop();
    await api?.stop();
  });

  async function tells(name: string, error: ScriptedError, fault: string, content: object): Promise<void> {
    await api.script(error);
    const { operation, arguments_ } = REQUESTS[name];
    const type = fault[0].toUpperCase() + fault.slice(1);
    const said = await client.call(operation, arguments_);
    expect(said).toEqual({ type, reason: expect.stringMatching(/\S/), detail: { [fault]: content } });
  }

  it.each(CODED)('throws %s of %s by %i %s', async (fault, name, status, code, usual) => {
    for (const style of ['list', 'prefixed'] as const) {
      const detail = 'Söhne & <Co> "7".';
      await tells(name, { status, code, detail, style }, fault, { code: usual, message: detail });
      await tells(name, { status, code, style }, fault, { code: usual, message: WORDS });
      const path = 'item.items[0].item';
      await tells(name, { status, code, detail, path, style }, fault, { code: usual, message: detail });
    }
  });

  it.each(Object.entries(BODIES))('throws by the status, with %s as the body', async (_, body) => {
    for (const [name, status, fault, code] of ALONE)
      await tells(name, { status, ...body }, fault, { code, message: body.detail ?? WORDS });
  });

  it('takes nothing that the contract does not declare', async () => {
    const faults = 'urn:faults_2019_1.platform.webservices.example.com';
    const fault = (name: string, content: string) =>
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring><detail><f:${name} xmlns:f="${faults}">${content}</f:${name}></detail></s:Fault>`;
    const code = '<f:code>UNEXPECTED_ERROR</f:code>';
    const full = `${code}<f:message>x</f:message>`;
    const heard = async (content: string) => {
      answer = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
      const { type, broken } = await client.call(GET.operation, GET.arguments_);
      return broken ? 'broken' : type;
    };
    expect(await heard(fault('unexpectedErrorFault', full))).toBe('UnexpectedErrorFault');
    expect(await heard(fault('invalidAccountFault', full))).toBe('broken');
    expect(await heard(fault('unexpectedErrorFault', code))).toBe('broken');
    expect(await heard(fault('unexpectedErrorFault', full.replace('UNEXPECTED_ERROR', 'OF_ITS_OWN')))).toBe('broken');
  });
});
