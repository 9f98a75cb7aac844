// Request bodies that are forms: carried when they are flat, otherwise the operation is left out by name.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { convert } from '../../../src/openapi/import/convert.ts';
import { run } from '../../cli/spawn-cli.ts';
import { startSoapFace } from '../../e2e/soap-face.ts';
import { openPhp, openZeep } from '../../peers/callers.ts';
import { temp } from '../../server/temp.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
const FORM = 'application/x-www-form-urlencoded';
const text = { type: 'string' };

function api(content: object) {
  const responses = { 204: { description: '' } };
  const paths = {
    '/f': { post: { operationId: 'send', requestBody: { required: true, content }, responses }, get: { responses } },
  };
  const description = { openapi: '3.0.3', info: { title: 'Forms', version: '1' }, paths };
  return convert(join(temp({ 'api.json': JSON.stringify(description) }), 'api.json'));
}

const form = (properties: object, more: object = {}) => ({
  [FORM]: { schema: { type: 'object', properties }, ...more },
});

it.each([
  ['texts', form({ a: text, b: { type: 'integer' } })],
  ['a list of texts', form({ a: { type: 'array', items: text } })],
  ['a usual encoding', form({ a: text }, { encoding: { a: { style: 'form', explode: true } } })],
  ['a form beside multipart', { ...form({ a: text }), 'multipart/form-data': {} }],
])('%s: the rule sends a form', (_, content) => {
  const { files, operations } = api(content);
  expect(operations).toBe(2);
  expect(files.get('mapping.yaml')).toContain(`media: ${FORM}`);
});

it.each([
  ['an object in it', form({ a: { type: 'object', properties: { b: text } } })],
  ['a list of lists', form({ a: { type: 'array', items: { type: 'array', items: text } } })],
  ['a file', form({ a: { type: 'string', format: 'binary' } })],
  ['anything', form({ a: {} })],
  ['a list with commas', form({ a: { type: 'array', items: text } }, { encoding: { a: { explode: false } } })],
  ['JSON in a field', form({ a: text }, { encoding: { a: { contentType: 'application/json' } } })],
  ['other members', { [FORM]: { schema: { type: 'object', additionalProperties: { type: 'object' } } } }],
  ['no object', { [FORM]: { schema: text } }],
])('%s: the operation is left out, by name', (_, content) => {
  const { operations, notes } = api(content);
  expect(operations).toBe(1);
  expect(notes).toContainEqual(
    expect.objectContaining({
      kind: 'operations',
      pointer: '/paths/~1f/post',
      message: `the operation is left out: its request body is ${FORM}, not JSON, one file, a flat form or a simple multipart form`,
    }),
  );
});

it('is JSON where the service takes both', () => {
  const { files } = api({
    ...form({ a: text }),
    'application/json': { schema: { type: 'object', properties: { a: text } } },
  });
  expect(files.get('mapping.yaml')).not.toContain(FORM);
});

it.each([
  ['PHP', openPhp('1.1')],
  ['zeep', openZeep('1.2')],
] as const)('%s sends the form of a public API', async (_, open) => {
  const dir = temp();
  const file = join(examples, '2.0', 'json', 'petstore.json');
  expect(await run(['wsdl', '--openapi', file, '-o', dir])).toMatchObject({ code: 0 });
  const face = await startSoapFace(dir);
  try {
    face.rest.answer = () => ({ status: 204 });
    const client = await open(`${face.url}?wsdl`);
    await client.call('updatePetWithForm', { petId: 7, body: { name: 'Zoë & Söhne', status: 'a=b+c' } });
    const [{ method, target, headers, body }] = face.rest.asked;
    expect([method, target, headers['content-type']]).toEqual(['POST', '/v2/pet/7', FORM]);
    expect([...new URLSearchParams(body)]).toEqual([
      ['name', 'Zoë & Söhne'],
      ['status', 'a=b+c'],
    ]);
    client.close();
  } finally {
    await face.stop();
  }
});
