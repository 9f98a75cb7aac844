// No check of the probe holds by itself: in place of the gateway stands one that says yes to everything, or no, or nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer as RestAnswer } from '../e2e/scene.ts';
import type { Answer } from '../examples/records/scene.ts';
import { restChecks } from './rest-checks.ts';
import { BASE, media, RestScene } from './rest-scene.ts';
import { soapChecks } from './soap-checks.ts';
import { SoapScene } from './soap-scene.ts';
import { type Checks, entries, nameOf, verdictsOf, type Way } from './statements.ts';

/** What the gateway publishes is read by itself: its WSDL. */
const PUBLISHED = ['areas', 'fault-set'];

async function holding(way: Way, checks: Checks): Promise<string[]> {
  const verdicts = await verdictsOf(way, checks);
  return verdicts.filter(({ kind, statement }) => kind === 'works' && !PUBLISHED.includes(statement.id)).map(nameOf);
}

const rest = new RestScene();
const soap = new SoapScene();
beforeAll(async () => {
  await rest.start();
  await soap.start();
}, 300_000);
afterAll(async () => {
  await soap.stop();
  await rest.stop();
});

const saying = (status: number, type: string, json?: object): RestAnswer => ({
  status,
  headers: new Headers({ 'content-type': media(type), location: `${BASE}/none/1` }),
  text: json === undefined ? '' : JSON.stringify(json),
  json,
});

describe('REST → SOAP', () => {
  it.each([
    ['done, without a word', saying(204, 'singular')],
    ['a record', saying(200, 'singular', { id: '1', links: [] })],
    ['an empty collection', saying(200, 'collection', { items: [], count: 0, offset: 0, totalResults: 0 })],
    ['later', saying(202, 'singular', {})],
    ['a failure', saying(400, 'error', { detail: 'Not so today.', status: 400 })],
    ['what is not there', saying(404, 'error', { detail: 'Not here today.', status: 404 })],
  ])('%s is no answer to any statement', async (_, answer) => {
    const real = rest.ask;
    rest.ask = async () => answer;
    const held = await holding('REST → SOAP', restChecks(rest));
    rest.ask = real;
    expect(held).toEqual([]);
  });
});

const envelope = (body: string) => `<e:Envelope xmlns:e="e"><e:Body>${body}</e:Body></e:Envelope>`;
const reading = (status: number, xml: string): Answer => ({
  status,
  xml,
  cookies: ['JSESSIONID=x'],
  text: (local) => new RegExp(`<(?:\\w+:)?${local}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1],
  attributes: () => [],
});
const fault = (name: string) =>
  envelope(
    `<e:Fault><faultcode>e:Server</faultcode><faultstring>Not so today.</faultstring><detail><${name}><code>USER_ERROR</code><message>Not so today.</message></${name}></detail></e:Fault>`,
  );

describe('SOAP → REST', () => {
  it.each([
    [
      'success',
      (name: string) => reading(200, envelope(`<m:${name}Response><status isSuccess="true"/></m:${name}Response>`)),
    ],
    ['a fault', () => reading(500, fault('unexpectedErrorFault'))],
    ['nothing', () => reading(200, envelope(''))],
  ])(
    '%s is no answer to any statement',
    async (_, answer) => {
      const [ask, send] = [soap.ask, soap.scene.send];
      soap.ask = async (operation) => ({ ...answer(operation), asked: [] });
      soap.scene.send = async () => answer('get');
      const held = await holding('SOAP → REST', soapChecks(soap));
      [soap.ask, soap.scene.send] = [ask, send];
      expect(held).toEqual([]);
    },
    300_000,
  );
});

it('tries every statement', () => expect(entries.length).toBeGreaterThan(30));
