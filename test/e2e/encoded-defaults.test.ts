// Rules that do not name a member with a default: messages with SOAP encoding may be without it, and what a message says is not lost (decision 0162).
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { echoWsdl } from '../codec/soap-encoding/encoded.ts';
import { type Arguments, callWithPhp } from '../peers/callers.ts';
import { startPhpEncoded } from '../peers/php.ts';
import { callRest } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const table = `soapstone: 2
contract: echo.wsdl
rules:
  - id: person
    rest: { request: { line: POST /person, body: { name: "{name}" } }, response: { body: { name: "{echoed}" } } }
    soap: { request: { echoPerson: { p: { name: "{name}" } } }, response: { echoPersonResponse: { return: { name: "{echoed}", $rest: none } } } }
  - id: people
    rest: { request: { line: POST /people, body: { people: { $each: { name: "{a.name}" } } } }, response: { body: { names: "{b}" } } }
    soap: { request: { echoPeople: { a: { $each: { name: "{a.name}" } } } }, response: { echoPeopleResponse: { return: "{b}" } } }
  - id: number
    only: soap-to-rest
    rest: { request: "GET /number/{i}", response: { body: { i: "{j}", s: "{s}" } } }
    soap: { request: { echoInt: { i: "{i}" } }, response: { echoIntResponse: { return: "{j}", s: "{s}" } } }
`;

let folder: string;
let face: SoapFace;
let origin: string;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  writeFileSync(join(folder, 'mapping.yaml'), table);
  copyFileSync(echoWsdl, join(folder, 'echo.wsdl'));
  face = await startSoapFace(folder);
  face.rest.answer = ({ body, target }) => {
    if (target.startsWith('/number')) return { body: '{"i":1,"s":"one"}' };
    const { name, people } = JSON.parse(body);
    return { body: JSON.stringify(people ? { names: people } : { name }) };
  };
  const service = await startPhpEncoded();
  const gateway = await soapstone({ mapping: folder, present: 'rest', upstream: service.origin });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(face.stop, () => server.close(), gateway.close, service.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the REST service is sent, or what the client hears. */
async function sentFor(call: () => Promise<string | undefined>): Promise<unknown> {
  const before = face.rest.asked.length;
  const reason = await call();
  const sent = face.rest.asked.slice(before);
  return sent.length > 0 ? JSON.parse(sent[0].body) : reason;
}

const sentByPhp = (operation: string, argument: unknown) =>
  sentFor(async () => (await callWithPhp('1.1')(`${face.url}?wsdl`, [[operation, argument as Arguments]]))[0].reason);

const sentAs = (operation: string, content: string) =>
  sentFor(async () => {
    const response = await fetch(face.url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml', soapaction: `"urn:enc#${operation}"` },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Body><m:${operation} xmlns:m="urn:enc">${content}</m:${operation}></e:Body></e:Envelope>`,
    });
    return /<faultstring[^>]*>([^<]*)/.exec(await response.text())?.[1];
  });

const refused = (path: string) =>
  expect.stringContaining(`element "country" has no place in the rule (at Envelope/Body/${path}/country)`);

describe('in front of a REST service, PHP SoapClient', () => {
  it('may leave out a member that the rule does not name', async () => {
    expect(await sentByPhp('echoPerson', { name: 'Ann' })).toEqual({ name: 'Ann' });
    const names = [{ name: 'Ann' }, { name: 'Bob' }];
    expect(await sentByPhp('echoPeople', names)).toEqual({ people: names });
  });

  it.each(['NZ', 'DE'])('hears that its value %s has no place', async (country) => {
    expect(await sentByPhp('echoPerson', { name: 'Ann', country })).toEqual(refused('echoPerson/p'));
  });
});

describe('an item of a list', () => {
  const people = (...items: string[]) =>
    sentAs('echoPeople', `<a>${items.map((item) => `<i>${item}</i>`).join('')}</a>`);
  const without = '<name>Ann</name>';

  it.each([
    ['the default', '<country>NZ</country>'],
    ['an empty element', '<country/>'],
    ['a shared value', '<country href="#c"/>', '<x id="c">NZ</x>'],
  ])('that says %s is refused beside items that say nothing', async (_, country, shared = '') => {
    const items = `<a><i>${without}</i><i>${without}${country}</i><i>${without}</i></a>${shared}`;
    expect(await sentAs('echoPeople', items)).toEqual(refused('echoPeople/a/item'));
  });

  it('that says nothing is taken', async () => {
    expect(await people(without, without, without)).toEqual({ people: new Array(3).fill({ name: 'Ann' }) });
  });

  it('that says nil is taken, as every nil', async () => {
    expect(await people(`${without}<country xsi:nil="true"/>`)).toEqual({ people: [{ name: 'Ann' }] });
  });
});

it('members in values that are named as a whole have their defaults', async () => {
  const { status, json } = await callRest(origin, 'POST /people', { people: [{ name: 'Ann' }] }, {}, 'follow');
  expect([status, json.names[0]]).toEqual([200, { name: 'Ann', country: 'NZ' }]);
});

it('a response of PHP SoapServer may leave out a member that $rest: none has no place for', async () => {
  const { status, json } = await callRest(origin, 'POST /person', { name: 'Ann' }, {}, 'follow');
  expect([status, json]).toEqual([200, { name: 'Ann' }]);
});

it('a rule may be without a parameter, which may be absent, and is refused by name where it is there', async () => {
  const [said] = await callWithPhp('1.1')(`${face.url}?wsdl`, [['echoInt', 7 as unknown as Arguments]]);
  expect(said.result).toMatchObject({ return: 1, s: 'one' });
  expect(await sentAs('echoInt', '<i>7</i><s>x</s>')).toContain('element "s" has no place in the rule');
});
