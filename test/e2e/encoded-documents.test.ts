// SOAP encoding in document style: in front of PHP's SoapServer, and behind PHP's SoapClient (decision 0096).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callWithPhp } from '../peers/callers.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpPapers } from '../peers/php.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { callRest, testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const mapping = testMapping('papers');
const paper = { title: 'ö & <b>', pages: 3, author: { name: 'Ann' }, words: ['a', 'b'] };
let service: Peer;
let recorder: Recorder;
let gateway: RunningGateway;
let face: SoapFace;

beforeAll(async () => {
  service = await startPhpPapers();
  recorder = await startRecorder(service.origin);
  gateway = await startGateway(mapping, recorder.origin);
  face = await startSoapFace(mapping);
});

afterAll(async () => {
  await face?.stop();
  await gateway?.stop();
  await recorder?.stop();
  await service?.stop();
});

it('PHP SoapServer takes and gives encoded parts', async () => {
  const { status, json } = await callRest(gateway.origin, 'POST /File', paper, {}, 'follow');
  expect({ status, json }).toEqual({ status: 200, json: { ...paper, pages: 4 } });
  expect(recorder.calls.at(-1)!.request.toString()).toMatch(
    /<\w+:Body><paper \w+:encodingStyle="[^"]*" .*<title xsi:type="xsd:string">/,
  );
});

it('PHP SoapServer refers to a part of its response', async () => {
  const { json } = await callRest(gateway.origin, 'POST /Copy', paper, {}, 'follow');
  expect(json).toEqual([paper, paper]);
  expect(recorder.calls.at(-1)!.response.toString()).toMatch(/ href="#/);
});

it('PHP SoapClient sends and reads them', async () => {
  face.rest.answer = ({ target, body }) => {
    const sent = JSON.parse(body);
    return { body: JSON.stringify(target === '/Copy' ? [sent, { title: 'x' }] : { ...sent, pages: 9 }) };
  };
  const [filed, copied] = await callWithPhp('1.1')(`${face.url}?wsdl`, [
    ['File', paper],
    ['Copy', paper],
  ]);
  expect(filed.result).toEqual({ ...paper, pages: 9 });
  expect(copied.result).toEqual([paper, { title: 'x' }]);
});
