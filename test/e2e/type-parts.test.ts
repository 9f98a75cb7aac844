// Parts with types in document style in front of PHP's SoapServer and behind PHP's SoapClient, parts with elements in rpc style behind zeep, and
// an operation without a port (decision 0097).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { callWithPhp, callWithZeep } from '../peers/callers.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpTypeParts } from '../peers/php.ts';
import { callRest, testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const mapping = testMapping('type-parts');
const stops: (() => unknown)[] = [];
let service: Peer;
let origin: string;
let face: SoapFace;

beforeAll(async () => {
  service = await startPhpTypeParts();
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

const call = (line: string, body: object, headers = {}) => callRest(origin, line, body, headers, 'follow');

it('PHP SoapServer takes and gives parts of types, one and several, in body, header and fault', async () => {
  const order = { article: 'tea', quantity: 3 };
  expect(await call('POST /orders', order, { 'x-token': 'secret' })).toMatchObject({
    status: 201,
    json: { number: '3/tea', signed: true },
  });
  expect((await call('POST /pieces/2', { whole: order })).json).toEqual({
    first: { article: 'tea', quantity: 1 },
    left: 2,
  });
  expect(await call('POST /orders', { article: 'tea', quantity: 10 })).toMatchObject({
    status: 409,
    json: { code: 'REFUSED', data: { article: 'tea' } },
  });
});

it('PHP SoapClient sends and reads them', async () => {
  face.rest.answer = ({ headers, body }) => {
    if (JSON.parse(body).quantity > 9) return { status: 409, body: '{"code":"REFUSED","data":{"article":"tea"}}' };
    return { status: 201, body: JSON.stringify({ number: body, signed: headers['x-token'] === 'secret' }) };
  };
  const place = (quantity: number) =>
    ['Place', { article: 'tea', quantity }, { '{urn:example:type-parts:token}token': 'secret' }] as const;
  const [placed, refused] = await callWithPhp('1.1')(`${face.url}?wsdl`, [place(3), place(10)]);
  expect(placed.result).toEqual({ number: '{"article":"tea","quantity":3}', signed: true });
  expect(refused.detail).toEqual({ refusal: { article: 'tea' } });
});

it('zeep sends and reads parts of elements in rpc style', async () => {
  face.rest.answer = ({ body }) => ({ body: `{"booked":{"number":${JSON.stringify(body)},"signed":false}}` });
  const order = { article: 'tea', quantity: 3 };
  const [booked] = await callWithZeep('1.1')(`${face.url}?wsdl`, [['Book', { entry: order, copies: 2 }]]);
  expect(booked.result).toEqual({ number: JSON.stringify({ entry: order, copies: 2 }), signed: false });
});
