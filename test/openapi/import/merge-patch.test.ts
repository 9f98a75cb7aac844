// A body that is a merge patch (RFC 7396) is sent and described with its own media type, and taken with it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRestBack } from '../../../src/binding/rest/back/back.ts';
import { fromJs } from '../../../src/json/value.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { temp } from '../../server/temp.ts';

const MEDIA = 'application/merge-patch+json';
const thing = { type: 'object', properties: { name: { type: 'string' }, note: { type: 'string', nullable: true } } };
const api = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/{id}': {
      patch: {
        operationId: 'patchThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { required: true, content: { [MEDIA]: { schema: thing } } },
        responses: { 204: { description: 'done' } },
      },
      put: {
        operationId: 'putThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: thing } } },
        responses: { 204: { description: 'done' } },
      },
    },
  },
};

it('from an OpenAPI description to what is sent, and back', async () => {
  const dir = temp({ 'api.json': JSON.stringify(api) });
  const { files, notes } = convert(join(dir, 'api.json'));
  mkdirSync(join(dir, 'contract'));
  for (const [name, text] of files) writeFileSync(join(dir, name), text);
  expect(JSON.stringify(notes)).toContain('only those that may be null can be removed');
  const mapping = await loadMapping(dir);
  const back = createRestBack({ media: mapping.media, transport: { send: () => expect.unreachable() } });
  const sent = (id: string) => {
    const rule = mapping.rules.find((one) => one.id === id)!;
    const values: Record<string, unknown> = { id: '7', body: { name: 'x', note: null } };
    const { method, path, headers, body } = back.request(
      rule,
      rule.variables.map((name) => fromJs(values[name])),
    );
    return [method, path, headers[headers.indexOf('content-type') + 1], Buffer.from(body!).toString()];
  };
  const text = '{"name":"x","note":null}';
  expect(sent('patchThing')).toEqual(['PATCH', '/things/7', MEDIA, text]);
  expect(sent('putThing')).toEqual(['PUT', '/things/7', 'application/json', text]);
  const described = JSON.parse(JSON.stringify(describeRest([mapping]))).paths['/things/{id}'];
  expect(Object.keys(described.patch.requestBody.content)).toEqual([MEDIA]);
  expect(Object.keys(described.put.requestBody.content)).toEqual(['application/json']);
});
