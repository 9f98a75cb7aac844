// SOAP encoding in front of PHP's SoapServer, and behind PHP's SoapClient and node-soap (decision 0096).
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { openGsoap } from '../peers/gsoap.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpEncoded } from '../peers/php.ts';
import { callRest, testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const mapping = testMapping('encoded');
const stops: (() => unknown)[] = [];
let service: Peer;
let origin: string;
let face: SoapFace;

beforeAll(async () => {
  service = await startPhpEncoded();
  const gateway = await soapstone({ mapping, present: 'rest', upstream: service.origin });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  face = await startSoapFace(mapping);
  face.rest.answer = ({ body }) => {
    const { i, s, p, a, x } = JSON.parse(body);
    return { status: 200, body: JSON.stringify(s === undefined ? (p ?? a ?? x) : { return: i, s }) };
  };
  stops.push(face.stop, () => server.close(), gateway.close, service.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

const ann = { name: 'Ann', age: 4, boss: { name: 'Bo', boss: null }, tags: ['a', 'b'] };

describe('PHP SoapServer', () => {
  it.each([
    ['echoInt', { i: 5, s: 'a<b' }, { return: 5, s: 'a<b' }],
    ['echoStrings', { a: ['x', null, ''] }, ['x', null, '']],
    ['echoStrings', { a: [] }, []],
    ['echoJagged', { a: [['x', 'y'], ['z'], []] }, [['x', 'y'], ['z'], []]],
    [
      'echoMatrix',
      {
        a: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      },
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    ['echoPerson', { p: ann }, { ...ann, country: 'NZ', boss: { ...ann.boss, country: 'NZ' } }],
    [
      'echoPeople',
      { a: [{ name: 'Ann' }] },
      [
        { name: 'Ann', country: 'NZ' },
        { name: 'Ann', country: 'NZ' },
      ],
    ],
    [
      'echoAny',
      { a: ['s', { $type: 'xs:int', $value: 5 }, null] },
      [{ $type: 'xs:string', $value: 's' }, { $type: 'xs:int', $value: 5 }, null],
    ],
  ])('%s %j', async (operation, request, expected) => {
    expect(await callRest(origin, `POST /${operation}`, request, {}, 'follow')).toMatchObject({
      status: 200,
      json: expected,
    });
  });
});

it('PHP SoapServer has the maps that it writes', async () => {
  const item = (key: string, value: number) => ({
    $name: 'item',
    $mixed: [
      { $name: 'key', $value: key },
      {
        $name: 'value',
        '@{http://www.w3.org/2001/XMLSchema-instance}type': 'xsd:int',
        $xmlns: { xsd: 'http://www.w3.org/2001/XMLSchema' },
        $value: `${value}`,
      },
    ],
  });
  const x = { $type: '{http://xml.apache.org/xml-soap}Map', $mixed: [item('a', 1), item('b', 2)] };
  const first = await callRest(origin, 'POST /echoOne', { x }, {}, 'follow');
  const second = await callRest(origin, 'POST /echoOne', { x: first.json }, {}, 'follow');
  expect([first.json, second.json]).toMatchObject([{ $type: x.$type }, { $type: x.$type }]);
  expect(first.json.$mixed).toHaveLength(3);
  expect(second.json).toEqual({ ...first.json, $mixed: [expect.anything(), ...first.json.$mixed.slice(1)] });
});

it('PHP SoapClient, by the contract that is served', async () => {
  const script = join(import.meta.dirname, '../peers/clients/call_encoded.php');
  const { stdout } = await promisify(execFile)('php', [script, `${face.url}?wsdl`]);
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const boss = { name: 'Bo', country: 'NZ' };
  const people = [
    { name: 'Ann', age: 4, boss, country: 'NZ', tags: ['a', 'b'] },
    { name: 'Cy', boss, country: 'NZ' },
  ];
  expect(said.slice(0, -1).map(({ result }) => result)).toEqual([
    { return: 5, s: 'a<b' },
    ['x', 'y'],
    [],
    [['x'], ['y', 'z']],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [...people, people[0]],
    ['s', 5, true, null],
    { a: 1, b: { c: true } },
  ]);
  const reason =
    'the reference "#ref1" leads to a value that holds it: JSON has no cycles (at Envelope/Body/echoPerson/p/boss)';
  expect(said.at(-1)).toMatchObject({ code: expect.stringMatching(/Client$/), reason });
});

it('gSOAP, by the contract that is served', async () => {
  const client = await openGsoap('call-encoded.c', face.url, '1.1');
  stops.push(client.close);
  const boss = { name: 'Bo' };
  const { result } = await client.call('People');
  expect(result).toEqual([
    { name: 'Ann', age: 4, tags: 2, last: 'b', boss },
    { name: 'Cy', boss },
  ]);
  const { a } = JSON.parse(face.rest.asked.at(-1)!.body);
  expect(a.map((person: { boss: unknown }) => person.boss)).toEqual([
    { ...boss, country: 'NZ' },
    { ...boss, country: 'NZ' },
  ]);
  expect((await client.call('Strings x <y>')).result).toEqual({ size: 2, last: '<y>' });
  expect((await client.call('Int 5 a&b')).result).toEqual({ return: 5, s: 'a&b' });
});

it('node-soap', async () => {
  const client = await createClientAsync(`${face.url}?wsdl`);
  const [result] = await client.echoPersonAsync({ p: { name: 'Ann', age: 4 } });
  expect(result.return).toMatchObject({ name: { $value: 'Ann' }, age: { $value: 4 }, country: { $value: 'NZ' } });
});

it('an envelope in the default namespace', async () => {
  const body = `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><m:echoInt xmlns:m="urn:enc"><i xmlns="">5</i><s xmlns="">a</s></m:echoInt></Body></Envelope>`;
  const headers = { 'content-type': 'text/xml', soapaction: '"urn:enc#echoInt"' };
  const response = await fetch(face.url, { method: 'POST', headers, body });
  expect(await response.text()).toMatch(/<return[^>]*>5<[/]return>/);
});
