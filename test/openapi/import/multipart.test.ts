// Multipart request bodies: SOAP clients send texts, objects and files; a REST service with a parser of its own says what it got.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartBody } from '../../../src/binding/rest/back/multipart-body.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { run } from '../../cli/spawn-cli.ts';
import { type SoapFace, startSoapFace } from '../../e2e/soap-face.ts';
import { openNodeSoap, openPhp, openZeep } from '../../peers/callers.ts';
import type { Peer } from '../../peers/peer.ts';
import { startUploads } from '../../peers/uploads.ts';
import { temp } from '../../server/temp.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
const MULTIPART = 'multipart/form-data';
const text = { type: 'string' };
const file = { type: 'string', format: 'binary' };
const object = { type: 'object', properties: { a: text } };

function api(schema: object, more: object = {}, version = '3.0.3') {
  const responses = { 204: { description: '' } };
  const requestBody = { required: true, content: { [MULTIPART]: { schema, ...more } } };
  const paths = { '/f': { post: { operationId: 'send', requestBody, responses }, get: { responses } } };
  const description = { openapi: version, info: { title: 'Forms', version: '1' }, paths };
  return convert(join(temp({ 'api.json': JSON.stringify(description) }), 'api.json'));
}

const form = (properties: object) => ({ type: 'object', properties });

it.each([
  ['texts and a file', form({ a: text, f: file }), {}],
  ['a list of files', form({ f: { type: 'array', items: file } }), {}],
  ['an object, which is JSON', form({ a: object }), { encoding: { a: { contentType: 'application/json' } } }],
  ['a file of a media type', form({ f: file }), { encoding: { f: { contentType: 'image/png, image/jpeg' } } }],
  ['a list of objects', form({ a: { type: 'array', items: object } }), {}],
])('%s: the rule sends a multipart form', (_, schema, more) => {
  const { files, operations } = api(schema, more);
  expect(operations).toBe(2);
  expect(files.get('mapping.yaml')).toContain(`media: ${MULTIPART}`);
});

it.each([
  ['a list of lists', form({ a: { type: 'array', items: { type: 'array', items: text } } }), {}],
  ['headers of a part', form({ a: text }), { encoding: { a: { headers: { 'X-Part': { schema: text } } } } }],
  ['a text of another media type', form({ a: text }), { encoding: { a: { contentType: 'text/csv' } } }],
  ['a list in one part', form({ a: { type: 'array', items: text } }), { encoding: { a: { explode: false } } }],
  ['a style of members', form({ a: object }), { encoding: { a: { style: 'deepObject' } } }],
  ['no object', text, {}],
])('%s: the operation is left out, by name', (_, schema, more) => {
  const { operations, notes } = api(schema, more);
  expect(operations).toBe(1);
  const message = `the operation is left out: its request body is ${MULTIPART}, not JSON, one file, a flat form or a simple multipart form`;
  expect(notes).toContainEqual(expect.objectContaining({ kind: 'operations', pointer: '/paths/~1f/post', message }));
});

it('OpenAPI 3.1: a media type without an encoding is a file, base64 is a text', () => {
  const schema = form({ f: { contentMediaType: 'image/png' }, t: { ...text, contentEncoding: 'base64' } });
  const xsd = api(schema, {}, '3.1.0').files.get('contract/Forms.xsd');
  expect(xsd).toContain('<xs:element name="f" type="t:File"');
  expect(xsd).toContain('<xs:element name="t" type="xs:base64Binary"');
});

// Bytes that are no text, line ends, and what looks like a boundary.
const content = Buffer.from([0, 255, 13, 10, 45, 45, 102, 111, 114, 109, 45, 13, 10, 128]).toString('base64');

const described = form({
  title: text,
  count: { type: 'integer' },
  tags: { type: 'array', items: text },
  owner: object,
  photo: file,
  pages: { type: 'array', items: file },
});
const response = { type: 'object', properties: { code: { type: 'integer' }, type: text, message: text } };
const albums = {
  openapi: '3.0.3',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums/{id}': {
      post: {
        operationId: 'addAlbum',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: { required: true, content: { [MULTIPART]: { schema: described } } },
        responses: { 200: { description: '', content: { 'application/json': { schema: response } } } },
      },
    },
  },
};

describe.each([
  ['PHP', openPhp('1.1')],
  ['zeep', openZeep('1.2')],
  ['node-soap', openNodeSoap],
] as const)('%s, in front of a service in Python', (_, open) => {
  let service: Peer;
  const faces: SoapFace[] = [];
  const face = async (dir: string) => faces[faces.push(await startSoapFace(dir, service.origin)) - 1];
  beforeAll(async () => {
    service = await startUploads();
  });
  afterAll(async () => {
    for (const one of faces) await one.stop();
    await service.stop();
  });

  it('sends texts, lists, an object and files with their names', async () => {
    const dir = temp({ 'api.json': JSON.stringify(albums) });
    for (const [name, written] of convert(join(dir, 'api.json')).files) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), written);
    }
    const client = await open(`${(await face(dir)).url}?wsdl`);
    const photo = { '@fileName': 'été "1".png', '@contentType': 'image/png', $value: { $bytes: content } };
    const pages = { item: [{ $value: { $bytes: 'YQ==' } }, { '@fileName': 'b.txt', $value: { $bytes: '' } }] };
    const body = { title: 'Zoë & "Söhne"\n', count: 7, tags: { item: ['a', 'b'] }, owner: { a: 'x' }, photo, pages };
    const { result, reason, broken } = await client.call('addAlbum', { id: 5, body });
    expect([reason, broken]).toEqual([undefined, undefined]);
    const octets = 'application/octet-stream';
    expect(JSON.parse((result.result ?? result).message)).toEqual({
      path: '/albums/5',
      fields: { title: ['Zoë & "Söhne"\n'], count: ['7'], tags: ['a', 'b'], owner: ['{"a":"x"}'] },
      files: [
        { name: 'photo', fileName: 'été %221%22.png', contentType: 'image/png', content },
        { name: 'pages', fileName: 'pages', contentType: octets, content: 'YQ==' },
        { name: 'pages', fileName: 'b.txt', contentType: octets, content: '' },
      ],
    });
    client.close();
  });

  it('sends the upload of a public API', async () => {
    const dir = temp();
    const description = join(examples, '3.0', 'json', 'petstore.json');
    expect(await run(['wsdl', '--openapi', description, '-o', dir])).toMatchObject({ code: 0 });
    const client = await open(`${(await face(dir)).url}?wsdl`);
    const body = { additionalMetadata: 'front', file: { '@fileName': 'rex.jpg', $value: { $bytes: content } } };
    const { result, reason, broken } = await client.call('uploadFile', { petId: 7, body });
    expect([reason, broken]).toEqual([undefined, undefined]);
    expect(JSON.parse((result.result ?? result).message)).toMatchObject({
      path: '/v2/pet/7/uploadImage',
      fields: { additionalMetadata: ['front'] },
      files: [{ name: 'file', fileName: 'rex.jpg', content }],
    });
    client.close();
  });
});

it.each([
  ['[]', 'the body is no object'],
  ['{"a":[["x"]]}', 'the member "a" is a list in a list'],
  ['{"a":{"$value":"é"}}', 'the file "a" is not base64'],
  ['{"a":{"$value":"A"}}', 'the file "a" is not base64'],
  ['{"a":{"$value":"QQ=A"}}', 'the file "a" is not base64'],
  ['{"a":{"$value":null}}', 'the file "a" is not base64'],
  ['{"a":{"$value":1234}}', 'the file "a" is not base64'],
  ['{"a":{"$value":{"b":1}}}', 'the file "a" is not base64'],
  ['{"a":{"$value":"","@contentType":"a/b\\r\\nX: y"}}', 'the contentType of the file "a" is no media type'],
])('refuses %s', (body, message) => {
  expect(() => multipartBody(Buffer.from(body))).toThrow(
    expect.objectContaining({ code: 'BAD_BODY', message: expect.stringContaining(message) }),
  );
});

it('names cannot end their line', async () => {
  const { media, bytes } = multipartBody(
    Buffer.from('{"a\\"\\r\\nX: y":"1","f":{"$value":"YQ==","@fileName":"b\\"\\r\\nX: y"},"none":null}'),
  );
  const read = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': media } }).formData();
  expect([...read.keys()]).toEqual(['a"\r\nX: y', 'f']);
  expect((read.get('f') as File).name).toBe('b"\r\nX: y');
});
