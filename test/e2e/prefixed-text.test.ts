// Prefixes in text (decision 0108): zeep sends and reads a filter whose topic is a name of the message, and REST has its namespace. A service on libxml2
// resolves the names and the XPath that REST sends, and answers with prefixes of its own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callWithZeep } from '../peers/callers.ts';
import type { Peer } from '../peers/peer.ts';
import { startTopics } from '../peers/topics.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { callRest, testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

let face: SoapFace;
let service: Peer;
let gateway: RunningGateway;

beforeAll(async () => {
  face = await startSoapFace(testMapping('prefixed-text'));
  service = await startTopics();
  gateway = await startGateway(testMapping('prefixed-text'), service.origin);
});

afterAll(async () => {
  await face?.stop();
  await gateway?.stop();
  await service?.stop();
});

it('zeep sends topics and filters, and reads them', async () => {
  const topics = { d: 'urn:example:devices', xsi: 'urn:example:not-instances' };
  // zeep shows no text of mixed content.
  const topicRead = { $name: '{urn:example:topics}topic', '@at': 'd:Door', $value: 'xsi:Open', $xmlns: topics };
  let request: unknown;
  face.rest.answer = ({ body }) => {
    request = JSON.parse(body);
    return { body: JSON.stringify({ filter: { $any: [topicRead] } }) };
  };
  const topic =
    '<e:Topic xmlns:e="urn:example:prefixed-text" xmlns:d="urn:example:devices" Dialect="urn:x">d:Door</e:Topic>';
  const path = '<path xmlns:d="urn:example:devices" select="//d:a">http://d.example</path>';
  const [{ result }] = await callWithZeep('1.1')(`${face.url}?wsdl`, [
    ['Subscribe', { filter: { $any: topic + path } }],
  ]);
  const declared = { d: 'urn:example:devices' };
  expect(request).toMatchObject({
    filter: {
      $any: [
        { $value: { '@Dialect': 'urn:x', $mixed: ['d:Door'], $xmlns: declared } },
        { $name: 'path', '@select': '//d:a', $value: 'http://d.example', $xmlns: declared },
      ],
    },
  });
  const [read] = result.filter._value_1 as string[];
  expect(read).toMatch(/ at="d:Door"/);
  expect(read).toMatch(/>xsi:Open</);
  expect(read).toMatch(/ xmlns:d="urn:example:devices"/);
  expect(read).toMatch(/ xmlns:xsi="urn:example:not-instances"/);
});

const DEVICES = 'urn:example:devices';
/** `at`: the text of the path. Prefixes that the gateway uses itself are among those that text may use. */
const filterWith = (topic: object, at: string) => ({
  filter: {
    $any: [
      { $name: '{urn:example:prefixed-text}Topic', $value: { $mixed: ['soap:Door'], $xmlns: topic } },
      { $name: 'path', '@select': '/n:devices/n:door', $value: at, $xmlns: { n: DEVICES, xsi: DEVICES } },
    ],
  },
});

it('a service resolves topics and filters, and its own come back with their namespaces', async () => {
  const request = filterWith({ soap: DEVICES }, 'xsi:Open');
  const { status, json } = await callRest(gateway.origin, 'POST /subscriptions', request, {}, 'follow');
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      filter: {
        $any: [
          {
            $name: '{urn:example:prefixed-text}Topic',
            $value: { '@Dialect': 'urn:x', $mixed: ['own:Door'], $xmlns: { own: DEVICES } },
          },
          {
            $name: 'path',
            '@select': "//own:door[@number='7']",
            '@at': 'soap:Open',
            $value: 'open',
            $xmlns: { own: DEVICES, soap: 'urn:example:not-soap' },
          },
        ],
      },
    },
  });
});

it.each([
  ['another namespace', filterWith({ soap: 'urn:example:others' }, 'xsi:Open')],
  ['no declaration', filterWith({ soap: DEVICES }, 'other:Open')],
])('the service refuses %s', async (_, request) => {
  const { json } = await callRest(gateway.origin, 'POST /subscriptions', request, {}, 'follow');
  expect(json).toMatchObject({ code: 'UPSTREAM_FAULT', detail: expect.stringContaining('KeyError') });
});
