// Prefixes in text (decision 0108): zeep sends and reads a filter whose topic is a name of the message, and REST has its namespace.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callWithZeep } from '../peers/callers.ts';
import { testMapping } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

let face: SoapFace;

beforeAll(async () => {
  face = await startSoapFace(testMapping('prefixed-text'));
});

afterAll(async () => {
  await face.stop();
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
