// Which credentials each operation sends: by its `security`, or that of the document (OpenAPI 3.1 §4.8.30).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { soapstone } from '../../../src/index.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { startRestPeer } from '../../e2e/rest-peer.ts';
import { temp } from '../../server/temp.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } } };
const responses = { 200: { description: '', content: { 'application/json': { schema } } } };

const securitySchemes = {
  id: { type: 'apiKey', in: 'header', name: 'X-Id' },
  seat: { type: 'apiKey', in: 'query', name: 'seat' },
  place: { type: 'apiKey', in: 'cookie', name: 'PLACE' },
  login: { type: 'http', scheme: 'basic' },
  token: { type: 'http', scheme: 'bearer' },
  app: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a', scopes: {} } } },
  seal: { type: 'mutualTLS' },
};

/** Operation → its `security`, and what the service gets. */
const OPERATIONS: Readonly<Record<string, { security?: object[]; sent: Readonly<Record<string, string>> }>> = {
  silent: { sent: { 'x-id': 'v-id' } },
  open: { security: [], sent: {} },
  byToken: { security: [{ token: [] }], sent: { authorization: 'Bearer v-token' } },
  byApp: { security: [{ app: ['read'] }], sent: { authorization: 'Bearer v-app' } },
  byLogin: { security: [{ login: [] }], sent: { authorization: `Basic ${btoa('v-user:v-password')}` } },
  bySeat: { security: [{ seat: [] }], sent: { seat: 'v-seat' } },
  byPlace: { security: [{ place: [] }], sent: { cookie: 'PLACE=v-place' } },
  together: { security: [{ id: [], token: [] }], sent: { 'x-id': 'v-id', authorization: 'Bearer v-token' } },
  second: {
    security: [{ seal: [] }, { token: [], login: [] }, { login: [] }, { id: [] }],
    sent: { authorization: `Basic ${btoa('v-user:v-password')}` },
  },
  optional: { security: [{}, { id: [] }], sent: { 'x-id': 'v-id' } },
  impossible: { security: [{ seal: [] }], sent: {} },
};

function description(operations: typeof OPERATIONS = OPERATIONS) {
  const parameters = [{ name: 'x', in: 'query', schema: { type: 'string' } }];
  const paths = Object.entries(operations).map(([operationId, { security }]) => [
    `/${operationId}`,
    { get: { operationId, parameters, responses, ...(security && { security }) } },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Guarded', version: '1' },
    servers: [{ url: 'http://127.0.0.1/' }],
    security: [{ id: [] }],
    components: { securitySchemes },
    paths: Object.fromEntries(paths),
  };
}

function converted(api: object) {
  const { files, notes } = convert(join(temp({ 'api.json': JSON.stringify(api) }), 'api.json'));
  return { files, table: parse(files.get('mapping.yaml')!), notes: notes.map(({ message }) => message) };
}

it('each operation sends what it needs, and no more', async () => {
  const { files, table } = converted(description());
  const fields: readonly string[] = table.auth.credential;
  const secrets = Object.fromEntries(fields.map((name) => [name, `v-${name}`]));
  const folder = temp({ ...Object.fromEntries(files), ...secrets });
  const values = Object.fromEntries(fields.map((name) => [name, { file: join(folder, name) }]));
  const peer = await startRestPeer(() => ({ body: '{"a":"x"}' }));
  const gateway = await soapstone({
    mapping: folder,
    present: 'soap',
    path: '/soap',
    upstream: peer.origin,
    auth: { back: { fields: values, basic: { user: 'user', password: 'password' } } },
  });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`;
  for (const name of Object.keys(OPERATIONS)) {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${name} xmlns="urn:openapi:guarded:v1"><x>1</x></${name}></s:Body></s:Envelope>`;
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
    expect(await response.text()).toContain(`${name}Response`);
  }
  const credentialIn = ({ target, headers }: (typeof peer.asked)[number]) => {
    const query = new URL(target, peer.origin).searchParams.get('seat');
    const fields = ['x-id', 'authorization', 'cookie'].map((field) => [field, headers[field]]);
    return Object.fromEntries([...fields, ['seat', query ?? undefined]].filter(([, value]) => value !== undefined));
  };
  expect(peer.asked.map(credentialIn)).toEqual(Object.values(OPERATIONS).map(({ sent }) => sent));
  server.close();
  await gateway.close();
  await peer.stop();
});

it('says what no operation can send, and which of several alternatives is sent', () => {
  expect(converted(description()).notes).toEqual([
    'the credentials "seal" are left out: the type "mutualtls" is not supported',
    '"login" is sent, not "seal" or "token" with "login" or "id"',
    'GET /impossible is called without credentials: "seal" cannot be sent',
  ]);
});

it('rules say nothing where all operations need the same', () => {
  const { table, notes } = converted(description({ a: { sent: {} }, b: { sent: {} } }));
  expect([table.rules, notes]).toEqual([[{ 'GET /a?x': 'a' }, { 'GET /b?x': 'b' }], []]);
});

it('an API whose operations say nothing gets the first of its schemes, with a note', () => {
  const { security: _, ...api } = description({ a: { sent: {} } });
  const { table, notes } = converted({ ...api, components: { securitySchemes: { token: securitySchemes.token } } });
  expect(table.auth.credential).toEqual(['token']);
  expect(notes).toEqual(['no "security" says which credentials are needed: "token" is assumed for all']);
});
