// Responses with SOAP encoding that are not what the contract says. SOAP 1.1 §7.1 frees the names of an rpc response, not its content.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { type RestPeer, startRestPeer } from './rest-peer.ts';
import { callRest, testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const mapping = testMapping('encoded');
const SOAP_NS = 'http://schemas.xmlsoap.org/soap/envelope/';
const scope =
  'xmlns:m="urn:enc" xmlns:t="urn:enc:types" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const envelope = (body: string) => `<s:Envelope xmlns:s="${SOAP_NS}" ${scope}><s:Body>${body}</s:Body></s:Envelope>`;
const stops: (() => unknown)[] = [];
let service: RestPeer;
let origin: string;
let face: SoapFace;

beforeAll(async () => {
  service = await startRestPeer();
  const gateway = await soapstone({ mapping, present: 'rest', upstream: service.origin });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  face = await startSoapFace(mapping);
  stops.push(face.stop, () => server.close(), gateway.close, service.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

async function response(operation: string, body: string) {
  service.answer = () => ({ headers: { 'content-type': 'text/xml' }, body: envelope(body) });
  const { status, json } = await callRest(origin, `POST /${operation}`, REQUESTS[operation], {}, 'follow');
  return { status, json };
}

const REQUESTS: Readonly<Record<string, unknown>> = {
  echoPerson: { p: { name: 'Ann' } },
  echoStrings: { a: [] },
};

describe('the content of another message is 502', () => {
  it.each([
    ['echoPerson', '<loginRequired xmlns="urn:zz"><message>please log in</message></loginRequired>', 'loginRequired'],
    ['echoPerson', '<html/>', 'html'],
    ['echoStrings', '<m:resetResponse/>', 'resetResponse'],
    ['reset', '<error xmlns="urn:zz"><message>no</message></error>', 'error'],
    ['reset', '<html/>', 'html'],
  ])('%s: %s', async (operation, body, local) => {
    const { status, json } = await response(operation, body);
    expect({ status, detail: json.detail }).toEqual({
      status: 502,
      detail: expect.stringContaining(`Envelope/Body/${local}`),
    });
  });

  it.each([
    ['in place of a struct', 'echoPerson', '<message>please log in</message>'],
    ['in place of an array', 'echoStrings', '<return>please log in</return>'],
  ])('text %s', async (_, operation, content) => {
    const { status } = await response(operation, `<m:${operation}Response>${content}</m:${operation}Response>`);
    expect(status).toBe(502);
  });

  it('an empty Body', async () => {
    const { status, json } = await response('echoPerson', '');
    expect({ status, detail: json.detail }).toEqual({
      status: 502,
      detail: expect.stringContaining('echoPersonResponse'),
    });
  });

  it('a type that the contract lacks', async () => {
    const person = '<return xsi:type="t:Unknown"><name>Ann</name></return>';
    const { status, json } = await response('echoPerson', `<m:echoPersonResponse>${person}</m:echoPersonResponse>`);
    expect({ status, detail: json.detail }).toEqual({
      status: 502,
      detail: expect.stringMatching(
        /echoPersonResponse\/return: xsi:type names \{urn:enc:types\}Unknown, which is not a type of the contract/,
      ),
    });
  });
});

describe('SOAP 1.1 §7.1 frees the names', () => {
  const ann = { name: 'Ann', country: 'NZ' };

  it.each([
    ['of the response', '<x:anything xmlns:x="urn:x"><return><name>Ann</name></return></x:anything>'],
    ['of a return value with a type', '<anything><it xsi:type="t:Person"><name>Ann</name></it></anything>'],
    ['of a reference', '<anything><it href="#a"/></anything><m:multiRef id="a"><name>Ann</name></m:multiRef>'],
    ['as Axis has them', '<x:y xmlns:x="urn:x"><echoPersonReturn><name>Ann</name></echoPersonReturn></x:y>'],
    ['of the return value', '<m:echoPersonResponse><it><name>Ann</name></it></m:echoPersonResponse>'],
  ])('%s', async (_, body) => {
    expect(await response('echoPerson', body)).toEqual({ status: 200, json: ann });
  });

  it('of a response without values, in its namespace', async () => {
    expect((await response('reset', '<m:done/>')).status).toBeLessThan(300);
  });
});

it('a value may be an attachment (SOAP with Attachments)', async () => {
  const person = '<return><name href="cid:n@x"/></return>';
  const root = `--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${envelope(`<m:echoPersonResponse>${person}</m:echoPersonResponse>`)}`;
  const attachment = '--b\r\nContent-Type: text/plain\r\nContent-ID: <n@x>\r\n\r\nAnn';
  const headers = { 'content-type': 'multipart/related; type="text/xml"; boundary=b' };
  service.answer = () => ({ headers, body: `${root}\r\n${attachment}\r\n--b--\r\n` });
  const { status, json } = await callRest(origin, 'POST /echoPerson', REQUESTS.echoPerson, {}, 'follow');
  expect({ status, name: json.name }).toEqual({ status: 200, name: Buffer.from('Ann').toString('base64') });
});

it('unknown accessors are skipped', async () => {
  const content = '<extra>1</extra><return><name>Ann</name><more>2</more></return>';
  const { status, json } = await response('echoPerson', `<m:echoPersonResponse>${content}</m:echoPersonResponse>`);
  expect({ status, json }).toEqual({ status: 200, json: { name: 'Ann', country: 'NZ' } });
});

it('in requests the names bind', async () => {
  face.rest.answer = () => ({ body: '{"name":"Ann"}' });
  const asked = face.rest.asked.length;
  const headers = { 'content-type': 'text/xml', soapaction: '"urn:enc#echoPerson"' };
  const body = envelope('<m:echoPerson><wrong><name>Ann</name></wrong></m:echoPerson>');
  const answer = await fetch(face.url, { method: 'POST', headers, body });
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 500,
    text: expect.stringMatching(/Client<.*Envelope\/Body\/echoPerson\/wrong/s),
  });
  expect(face.rest.asked.length).toBe(asked);
});
