// Where descriptions come from, which operations are chosen, and which credentials the table has.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { soapstone } from '../../../src/index.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { selector } from '../../../src/openapi/import/filter.ts';
import { run } from '../../cli/spawn-cli.ts';
import { startRestPeer } from '../../e2e/rest-peer.ts';
import { temp } from '../../server/temp.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: '', ...json({ type: 'object', properties: { a: { type: 'string' } } }) } };

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function description(schemaRef: string) {
  const responses = { 200: { description: '', ...json({ $ref: schemaRef }) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Remote', version: '1' },
    servers: [{ url: '/v3' }],
    paths: { '/things': { get: { operationId: 'getThing', responses } } },
  };
}

describe('a URL', () => {
  it('is fetched with the documents beside it; its server is relative to it', async () => {
    const asked: string[] = [];
    const origin = await served(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/api/openapi.json') response.end(JSON.stringify(description('./types.yaml#/Thing')));
      else response.end('Thing: { type: object, properties: { colour: { type: string } } }');
    });
    const dir = temp();
    const { code, out } = await run(['wsdl', '--openapi', `${origin}/api/openapi.json`, '-o', dir]);
    expect([code, out]).toEqual([0, expect.stringContaining(`${dir}: 1 operation, 1 type, 0 notes\n`)]);
    expect(asked).toEqual(['/api/openapi.json', '/api/types.yaml']);
    expect(readFileSync(join(dir, 'contract', 'Remote.xsd'), 'utf8')).toContain('name="colour"');
    expect(readFileSync(join(dir, 'contract', 'Remote.wsdl'), 'utf8')).toContain(`location="${origin}/v3"`);
  });

  it('leads to no file of this machine, and to no other host', async () => {
    const secret = join(
      temp({ 'secret.json': '{"T":{"type":"object","properties":{"hidden":{"type":"string"}}}}' }),
      'secret.json',
    );
    let asked = 0;
    const elsewhere = await served((_request, response) => response.end(String(++asked)));
    for (const ref of [`../../../../../../..${secret}#/T`, `file://${secret}#/T`, `${elsewhere}/x.json#/T`]) {
      const origin = await served((_request, response) => response.end(JSON.stringify(description(ref))));
      const dir = temp();
      const { code, err } = await run(['wsdl', '--openapi', `${origin}/a.json`, '-o', dir]);
      expect(code).toBe(1);
      if (!ref.startsWith('..')) expect(err).toContain(`the reference "${ref}" cannot be resolved`);
      expect(readdirSync(dir)).toEqual([]);
    }
    expect(asked).toBe(0);
  });

  it('that does not respond with a description is named', async () => {
    const origin = await served((_request, response) => response.writeHead(404).end());
    const { code, err } = await run(['wsdl', '--openapi', `${origin}/a.json`, '-o', temp()]);
    expect(code).toBe(1);
    expect(err).toContain(`OPENAPI_READ: cannot read ${origin}/a.json: the response was HTTP 404`);
  });
});

const shop = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': { get: { tags: ['orders'], responses: ok }, post: { tags: ['orders', 'write'], responses: ok } },
    '/orders/{id}/lines': { get: { tags: ['lines'], responses: ok } },
    '/users': { get: { tags: ['users'], responses: ok }, trace: { tags: ['users'], responses: ok } },
  },
};

describe('a choice of operations', () => {
  const file = () => join(temp({ 'api.json': JSON.stringify(shop) }), 'api.json');

  it.each([
    [['--tag', 'orders'], 2],
    [['--tag', 'write', '--tag', 'users'], 2],
    [['--path', '/orders/**'], 3],
    [['--path', '/orders/*'], 0],
    [['--path', '/*'], 3],
    [['--path', '/orders/**', '--tag', 'lines'], 1],
    [[], 4],
  ])('%s has %i', async (flags, operations) => {
    const ran = await run(['wsdl', '--openapi', file(), '-o', temp(), '--json', ...flags]);
    if (operations === 0) {
      expect(ran.err).toContain(
        'none of the 4 operations fits --tag and --path; tags are: orders, write, lines, users',
      );
      return;
    }
    expect(JSON.parse(ran.out)).toMatchObject({ operations, unselected: 4 - operations });
  });

  it('has no notes about what is not chosen, and says how many there are', async () => {
    const dir = temp();
    const { out } = await run(['wsdl', '--openapi', file(), '-o', dir, '--tag', 'orders']);
    expect(out).toContain(`${dir}: 2 operations, 2 types, 0 notes, 2 operations not selected\n`);
  });

  it('matches braces as they stand', () => {
    const selects = selector({ paths: ['/orders/{id}/**', '/a.b'] });
    expect(
      ['/orders/{id}/lines', '/orders/{id}', '/orders/7/x', '/a.b', '/aXb'].filter((path) => selects(path, [])),
    ).toEqual(['/orders/{id}/lines', '/orders/{id}', '/a.b']);
  });
});

function withSecurity(securitySchemes: object, security?: object[]) {
  const api = { ...shop, components: { securitySchemes }, ...(security && { security }) };
  const { files, notes } = convert(join(temp({ 'api.json': JSON.stringify(api) }), 'api.json'));
  const text = files.get('mapping.yaml')!;
  return { files, text, auth: parse(text).auth, notes: notes.filter(({ kind }) => kind !== 'operations') };
}

const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const bearer = { type: 'http', scheme: 'Bearer' };
const basic = { type: 'http', scheme: 'basic' };

describe('credentials', () => {
  it.each([
    ['a key', { key }, [{ key: [] }], { credential: ['key'], rest: { 'X-Key': '{$credential.key}' } }],
    [
      'a token',
      { b: bearer },
      [{ b: [] }],
      { credential: ['token'], rest: { Authorization: 'Bearer {$credential.token}' } },
    ],
    ['a key in queries', { it: { ...key, in: 'query' } }, [{ it: [] }], { credential: ['key'] }],
    [
      'two cookies',
      { a: { ...key, in: 'cookie', name: 'A' }, b: { ...key, in: 'cookie', name: 'B' } },
      [{ a: [], b: [] }],
      { credential: ['a', 'b'], rest: { Cookie: 'A={$credential.a}; B={$credential.b}' } },
    ],
    ['a password', { p: basic }, [{ p: [] }], { credential: ['user', 'password'] }],
    [
      'two keys together',
      { id: { ...key, name: 'X-Id' }, 'app-key': key },
      [{ id: [], 'app-key': [] }],
      { credential: ['id', 'app-key'], rest: { 'X-Id': '{$credential.id}', 'X-Key': '{$credential.app-key}' } },
    ],
    ['an optional key', { key }, [{}, { key: [] }], { credential: ['key'], rest: { 'X-Key': '{$credential.key}' } }],
  ])('%s', async (_, schemes, security, auth) => {
    const { files, auth: written, notes } = withSecurity(schemes, security);
    expect([written, notes]).toEqual([auth, []]);
    expect(await run(['check', temp(Object.fromEntries(files))])).toMatchObject({ code: 0 });
  });

  it.each([
    ['a certificate', { type: 'mutualTLS' }, 'the type "mutualtls" is not supported'],
    ['digest', { type: 'http', scheme: 'digest' }, 'the HTTP scheme "digest" is not supported'],
  ])('%s is left out, with a note', (_, scheme, reason) => {
    const { auth, notes } = withSecurity({ it: scheme }, [{ it: [] }]);
    expect(auth).toBeUndefined();
    expect(notes).toMatchObject([
      { kind: 'credentials', message: `the credentials "it" are left out: ${reason}` },
      {
        kind: 'credentials',
        message: 'GET /orders and 3 more operations are called without credentials: "it" cannot be sent',
      },
    ]);
  });

  it.each([
    ['a key', { it: key }, 'x-key', 'k'],
    ['a token', { it: bearer }, 'authorization', 'Bearer t'],
    ['a password', { it: basic }, 'authorization', `Basic ${Buffer.from('u:p').toString('base64')}`],
  ])('%s reaches the service with the settings that the table suggests', async (_, schemes, header, value) => {
    const { files, text } = withSecurity(schemes, [{ it: [] }]);
    const suggested = text.match(/^# (?!The API).*/gm)!.map((line) => line.slice(2));
    const values: Readonly<Record<string, string>> = { KEY: 'k', TOKEN: 't', USER: 'u', PASSWORD: 'p' };
    const folder = temp({ ...Object.fromEntries(files), ...Object.fromEntries(Object.entries(values)) });
    // Files in place of variables: the environment is that of all tests.
    const settings = suggested
      .join('\n')
      .replace(/\{ env: (\w+) \}/g, (_all, name) => `{ file: ${join(folder, name)} }`);
    const rest = await startRestPeer(() => ({ body: '{"a":"x"}' }));
    const gateway = await soapstone({
      mapping: folder,
      present: 'soap',
      path: '/soap',
      upstream: rest.origin,
      auth: parse(settings).auth,
    });
    const origin = await served(gateway);
    const envelope =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetUsers xmlns="urn:openapi:shop:v1"/></s:Body></s:Envelope>';
    const response = await fetch(`${origin}/soap`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: envelope,
    });
    expect(await response.text()).toContain('GetUsersResponse');
    expect(rest.asked.map(({ headers }) => headers[header])).toEqual([value]);
    await gateway.close();
    await rest.stop();
  });
});

describe('a relative token URL', () => {
  const withServer = (servers: object[]) => {
    const flows = { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } };
    const components = { schemas: { T: { type: 'object' } }, securitySchemes: { o: { type: 'oauth2', flows } } };
    const api = { ...description('#/components/schemas/T'), servers, components, security: [{ o: [] }] };
    return convert(join(temp({ 'api.json': JSON.stringify(api) }), 'api.json'));
  };

  it('is one of the server', () => {
    const { files, notes } = withServer([{ url: 'https://api.example/v1' }]);
    expect(files.get('mapping.yaml')).toContain('tokenUrl: "https://api.example/oauth/token"');
    expect(notes.map(({ message }) => message)).toContainEqual(expect.stringContaining('is assumed'));
  });

  it('is to be completed where the server is relative too', () => {
    const { files, notes } = withServer([{ url: '/v1' }]);
    expect(files.get('mapping.yaml')).toContain('tokenUrl: "https://HOST/oauth/token"');
    expect(notes.map(({ message }) => message)).toContainEqual(expect.stringContaining('put it into the settings'));
  });
});

it('notes of one message are one line', async () => {
  const responses = {
    200: { description: '', content: { 'application/json': { schema: { type: 'string' } }, 'text/csv': {} } },
  };
  const paths = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`/${name}`, { get: { responses } }]));
  const api = { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: 'http://127.0.0.1/' }], paths };
  const { out } = await run([
    'wsdl',
    '--openapi',
    join(temp({ 'api.json': JSON.stringify(api) }), 'api.json'),
    '-o',
    temp(),
  ]);
  expect(out.match(/text\/csv is not used: application\/json is/g)).toHaveLength(1);
  expect(out).toContain('(and at 4 more places)');
});

it.each([
  [
    ['wsdl', 'x.wsdl'],
    'x.wsdl is a contract already; this command writes one for a REST API (to look at it: soapstone operations x.wsdl; for a first table: soapstone init x.wsdl; to try it: soapstone serve --contract x.wsdl)',
  ],
  [
    ['wsdl', 'shop.yaml'],
    'the option --openapi is missing: file or URL of the OpenAPI document (soapstone wsdl --openapi shop.yaml)',
  ],
  [['wsdl', '--openapi', 'a.yaml', 'b.yaml'], '"b.yaml" is one argument too many'],
])('%j says what to type', async (args, problem) => {
  expect(await run(args)).toEqual({ code: 2, out: '', err: `SETTINGS: ${problem}\n` });
});
