// Null in values with SOAP encoding, in all directions and as the OpenAPI document says it: PHP writes xsi:nil for every null (decision 0166).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { describeRest } from '../../src/openapi/export/document.ts';
import { validateExchange } from '../oracle/openapi.ts';
import { type Arguments, callWithPhp } from '../peers/callers.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpEncoded } from '../peers/php.ts';
import { callRest, testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const folder = testMapping('encoded');
const stops: (() => unknown)[] = [];
let document: object;
let service: Peer;
let origin: string;
let face: SoapFace;

beforeAll(async () => {
  document = describeRest([await loadMapping(folder)]);
  service = await startPhpEncoded();
  const gateway = await soapstone({ mapping: folder, present: 'rest', upstream: service.origin });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  face = await startSoapFace(folder);
  // What it got is what it has.
  face.rest.answer = ({ body }) => ({ body: JSON.stringify(JSON.parse(body).p) });
  stops.push(face.stop, () => server.close(), gateway.close, service.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

/** What is not as the document says. */
const problems = (target: string, body: unknown, response?: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const reply = response === undefined ? undefined : { status: 200, headers, body: response };
  return validateExchange(document, { method: 'POST', target, headers, body }, reply);
};

describe('in front of PHP SoapServer', () => {
  it.each([
    ['members', { p: { name: null, age: null, boss: null, country: null, tags: null } }, { name: null, boss: null }],
    ['a member of a member', { p: { name: 'A', boss: { name: null } } }, { name: 'A', boss: { name: null } }],
    ['a member of a derived type', { p: { $type: 'types:Employee', name: null, salary: null } }, { name: null }],
  ])('null for %s goes there and back', async (_, request, expected) => {
    const { status, json } = await callRest(origin, 'POST /echoPerson', request, {}, 'follow');
    expect(status).toBe(200);
    expect(json).toMatchObject(expected);
    expect(problems('/echoPerson', request, json)).toEqual([]);
  });

  it('null for parameters goes there', async () => {
    const request = { i: null, s: null };
    const { status, json } = await callRest(origin, 'POST /echoInt', request, {}, 'follow');
    expect([status, json]).toEqual([200, { return: null, s: null }]);
    expect(problems('/echoInt', request, json)).toEqual([]);
  });

  it.each([
    ['a member', { p: { age: 4 } }, '$.p'],
    ['a parameter', {}, '$'],
  ])('%s that is absent is refused, as the document has it', async (_, request, path) => {
    const { status, json } = await callRest(origin, 'POST /echoPerson', request, {}, 'follow');
    expect([status, json.code, json.errors[0].path]).toEqual([422, 'CODEC_MISSING', path]);
    expect(problems('/echoPerson', request)).not.toEqual([]);
  });

  it('null for the message itself is refused, as the document has it', async () => {
    const { status, json } = await callRest(origin, 'POST /echoPerson', null, {}, 'follow');
    expect([status, json.code]).toEqual([422, 'CODEC_NIL']);
    expect(problems('/echoPerson', null)).not.toEqual([]);
  });
});

it('PHP SoapClient hears null again from a service that sends what it got', async () => {
  const asked = face.rest.asked.length;
  const person = { name: null, age: 4 } as unknown as Arguments;
  const [said] = await callWithPhp('1.1')(`${face.url}?wsdl`, [['echoPerson', person]]);
  expect(said.reason).toBeUndefined();
  expect(said.result).toMatchObject({ name: null, age: 4 });
  const { p } = JSON.parse(face.rest.asked[asked].body);
  expect(p).toMatchObject({ name: null, age: 4 });
  expect(problems('/echoPerson', { p }, p)).toEqual([]);
});
