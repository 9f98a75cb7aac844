// Lists in one parameter and bodies that are files, of a Swagger 2.0 description: what the REST service gets, and what PHP gets.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { openDescription } from '../../../src/openapi/import/open.ts';
import { startSoapFace } from '../../e2e/soap-face.ts';
import { callWithPhp } from '../../peers/callers.ts';
import { temp } from '../../server/temp.ts';

const list = (name: string, place: string, collectionFormat: string) => ({
  name,
  in: place,
  type: 'array',
  items: { type: 'string' },
  collectionFormat,
  ...(place === 'path' && { required: true }),
});
const png = { 200: { description: 'It', schema: { type: 'file' } } };
const library = {
  swagger: '2.0',
  info: { title: 'Library', version: '2' },
  host: 'library.example',
  paths: {
    '/books/{shelves}': {
      get: {
        operationId: 'listBooks',
        parameters: [
          list('shelves', 'path', 'csv'),
          ...['csv', 'ssv', 'tsv', 'pipes', 'multi'].map((format) => list(format, 'query', format)),
          list('X-Tags', 'header', 'csv'),
        ],
        responses: { 204: { description: 'None' } },
      },
    },
    '/cover': {
      get: { operationId: 'getCover', produces: ['image/png'], responses: png },
      put: {
        operationId: 'setCover',
        consumes: ['image/png'],
        parameters: [{ name: 'body', in: 'body', required: true, schema: { type: 'string', format: 'binary' } }],
        responses: { 204: { description: 'ok' } },
      },
    },
    '/mixed': { get: { operationId: 'getMixed', produces: ['multipart/mixed'], responses: png } },
  },
};

async function converted() {
  const dir = temp({ 'library.json': JSON.stringify(library) });
  const file = join(dir, 'library.json');
  const result = convert(file, {}, await openDescription(file, () => Promise.reject(new Error('offline'))));
  for (const [name, text] of result.files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return { dir, ...result };
}

it('writes the lists as the description says', async () => {
  const { dir, notes } = await converted();
  expect(notes.filter(({ severity }) => severity === 'left out').map(({ message }) => message)).toEqual([
    'the operation is left out: its response is multipart/mixed, which is neither JSON nor one file',
  ]);
  const face = await startSoapFace(dir);
  onTestFinished(() => face.stop());
  face.rest.answer = () => ({ status: 204 });
  const both = ['a\\b', 'c d'];
  const [listed, refused] = await callWithPhp('1.1')(`${face.url}?wsdl`, [
    [
      'listBooks',
      {
        shelves: ['1', 'a b'],
        csv: ['a,b', 'c d'],
        ssv: ['a,b', 'c'],
        tsv: both,
        pipes: both,
        multi: both,
        'X-Tags': ['a', 'b c'],
      },
    ],
    ['listBooks', { shelves: ['1'], pipes: ['a|b'] }],
  ]);
  expect([listed.reason, listed.broken]).toEqual([undefined, undefined]);
  expect(face.rest.asked.map(({ target }) => target)).toEqual([
    '/books/1,a%20b?csv=a%2Cb,c%20d&ssv=a%2Cb%20c&tsv=a%5Cb%09c%20d&pipes=a%5Cb%7Cc%20d&multi=a%5Cb&multi=c%20d',
  ]);
  expect(face.rest.asked[0].headers['x-tags']).toBe('a,b c');
  expect(refused.reason).toContain('no form');
});

it('describes the lists as they were', async () => {
  const { dir } = await converted();
  const { paths, components } = describeRest([await loadMapping(dir)]);
  const { get, parameters: ofPath = [] } = paths['/books/{shelves}'];
  const described = [...ofPath, ...(get?.parameters ?? [])].map((entry) =>
    '$ref' in entry ? components.parameters![entry.$ref.split('/').at(-1)!] : entry,
  );
  expect(described.map(({ name, style, explode }) => [name, style, explode])).toEqual([
    ['shelves', 'simple', false],
    ['csv', 'form', false],
    ['ssv', 'spaceDelimited', false],
    ['tsv', undefined, undefined],
    ['pipes', 'pipeDelimited', false],
    ['multi', 'form', true],
    ['X-Tags', 'simple', false],
  ]);
});

it('carries octets both ways', async () => {
  const { dir } = await converted();
  const face = await startSoapFace(dir);
  onTestFinished(() => face.stop());
  // PHP's program prints JSON, so that these are UTF-8.
  const octets = Buffer.from('\u0089PNG\r\n\0');
  face.rest.answer = ({ method }) =>
    method === 'GET' ? { body: octets, headers: { 'content-type': 'image/png' } } : { status: 204 };
  const [got, set] = await callWithPhp('1.1')(`${face.url}?wsdl`, [
    ['getCover', {}],
    ['setCover', { body: { $bytes: octets.toString('base64') } }],
  ]);
  expect([got.reason, set.reason]).toEqual([undefined, undefined]);
  expect(got.result.result ?? got.result).toBe(octets.toString());
  const { headers, body } = face.rest.asked[1];
  expect([headers['content-type'], body]).toEqual(['image/png', octets.toString()]);
});
