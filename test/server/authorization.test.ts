// What rules demand of callers: of tokens, and of clients in the settings. REST, SOAP and tools.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { formatError, type Problems } from '../../src/errors/errors.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { type RunningServer, startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { envelope, faultOf } from '../binding/soap/front/front-scene.ts';
import { httpClient, problemOf } from '../mcp/client.ts';
import { bankMapping, contract, TABLE } from './bank-mapping.ts';
import { call, type Sending } from './http-client.ts';
import { temp } from './temp.ts';

const MORE = `${TABLE.replace('status: 200, body', 'status: 200, etag: account, body')}    auth: { scope: accounts.read }
  - id: change-account
    only: rest-to-soap
    rest:
      request: "PUT /accounts/{id}/currency/{ccy}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}", currency: "{ccy}" } }
      response: { GetAccountResponse: { account: "{account}" } }
    auth: { scope: [ accounts.read, accounts.write ] }
  - id: replace-account
    only: rest-to-soap
    rest:
      request: "PUT /accounts/{id}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: "{account}" } }
    auth: { scope: accounts.write }
  - id: audit
    only: rest-to-soap
    rest:
      request: "GET /audit/{id}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: "{account}" } }
  - id: public-account
    only: rest-to-soap
    rest:
      request: "GET /public/{id}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: "{account}" } }
    auth: none
`;

const AUTH = `
front:
  - bearer: { jwks: { file: jwks.json }, issuer: https://id.example, audience: bank, rolesClaim: realm_access.roles }
  - apiKey: { header: X-Api-Key }
  - none
callers:
  - { key: { env: READER_KEY }, scope: accounts.read }
  - { key: { env: AUDITOR_KEY }, account: ACME, scope: [ accounts.read ], roles: [ staff, auditor ] }
rules:
  - { rule: GET /v1/audit/*, roles: { any: [ auditor, admin ] }, claims: { account: ACME } }
`;

const FILE = (upstream: string) => `
host: 127.0.0.1
port: 0
adminPort: off
overloadDelay: 0
logFormat: off
auth: auth.yaml
bridges:
  - { name: rest, mapping: ., upstream: "${upstream}" }
  - { name: soap, mapping: ., present: soap, path: /soap, upstream: "${upstream}" }
  - { name: mcp, mapping: ., present: mcp, path: /mcp, upstream: "${upstream}" }
`;

const READER = { 'x-api-key': 'reader-key-1' };
const AUDITOR = { 'x-api-key': 'auditor-key-1' };
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function bearer(claims: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const token = new SignJWT({ sub: 'u1', ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'k' });
  token.setIssuer('https://id.example').setAudience('bank').setExpirationTime('5m');
  return { authorization: `Bearer ${await token.sign(privateKey)}` };
}

let server: RunningServer;
let bank: Awaited<ReturnType<typeof startBank>>;
let counted: Server;
/** Requests that have reached the service. */
let calls = 0;
const cwd = mkdtempSync(join(tmpdir(), 'authorization-'));

beforeAll(async () => {
  process.env['READER_KEY'] = 'reader-key-1';
  process.env['AUDITOR_KEY'] = 'auditor-key-1';
  bank = await startBank(0);
  counted = createServer((req, res) => {
    calls++;
    const { method, headers, url } = req;
    req.pipe(
      request(new URL(url as string, bank.url), { method, headers }, (got) =>
        got.pipe(res.writeHead(got.statusCode as number, got.headers)),
      ),
    );
  });
  await new Promise<void>((resolve) => counted.listen(0, '127.0.0.1', resolve));
  const upstream = `http://127.0.0.1:${(counted.address() as AddressInfo).port}${new URL(bank.url).pathname}`;
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });
  const files = {
    'soapstone.yaml': FILE(upstream),
    'mapping.yaml': MORE,
    'accounts.wsdl': contract,
    'auth.yaml': AUTH,
    'jwks.json': jwks,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  server = await startServer(await loadSettings({ flags: {}, environment: process.env, cwd }), silent);
});
afterAll(async () => {
  await Promise.all([server.drain(0), bank.close()]);
  counted.close();
  rmSync(cwd, { recursive: true });
});

/** Response, and calls of the service that it has made. */
async function sent(path: string, headers: Sending['headers'], method = 'GET', body?: string) {
  const before = calls;
  const response = await call(server.port, path, { method, headers, body });
  return { ...response, calls: calls - before };
}

describe('REST', () => {
  test.each([
    ['a scope among several', '/v1/accounts/7', { scope: 'openid accounts.read' }, 200],
    ['scp as a list', '/v1/accounts/7', { scp: ['accounts.read'] }, 200],
    ['a scope that only begins like it', '/v1/accounts/7', { scope: 'accounts.reader' }, 403],
    ['no scope', '/v1/accounts/7', {}, 403],
    ['one role of two, and the claim', '/v1/audit/7', { realm_access: { roles: ['admin'] }, account: 'ACME' }, 200],
    ['a role without the claim', '/v1/audit/7', { realm_access: { roles: ['admin'] } }, 403],
    ['the claim of somebody else', '/v1/audit/7', { realm_access: { roles: ['admin'] }, account: 'EVIL' }, 403],
    ['a role at another place', '/v1/audit/7', { roles: ['admin'], account: 'ACME' }, 403],
  ])('%s', async (_name, path, claims, status) => {
    const response = await sent(path, await bearer(claims));
    expect([response.status, response.calls]).toEqual([status, status === 200 ? 1 : 0]);
  });

  test('the refusal says what is needed (RFC 6750)', async () => {
    const { headers, text } = await sent(
      '/v1/accounts/7/currency/EUR',
      await bearer({ scope: 'accounts.read' }),
      'PUT',
    );
    expect(headers['www-authenticate']).toBe(
      'Bearer realm="soapstone", error="insufficient_scope", scope="accounts.read accounts.write"',
    );
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      detail: 'the caller needs the scope accounts.read and accounts.write',
    });
  });

  test('where a role is lacking, no other scope is asked for; all that is lacking is named', async () => {
    const { status, headers, text } = await sent('/v1/audit/7', await bearer({ scope: 'accounts.read' }));
    expect([status, headers['www-authenticate']]).toEqual([403, undefined]);
    expect(JSON.parse(text).detail).toBe(
      'the caller needs the role auditor or admin, and a value of the claim account that is allowed',
    );
  });

  test('a caller without a token is not asked for another one', async () => {
    const { status, headers, text } = await sent('/v1/accounts/7', READER, 'PUT');
    expect([status, headers['www-authenticate']]).toEqual([403, undefined]);
    expect(JSON.parse(text).detail).toBe('the caller needs the scope accounts.write');
  });

  test('clients of the settings have scope and roles there; what is open stays open, without a credential it is 401', async () => {
    expect((await sent('/v1/accounts/7', READER)).status).toBe(200);
    expect((await sent('/v1/audit/7', READER)).status).toBe(403);
    expect((await sent('/v1/audit/7', AUDITOR)).status).toBe(200);
    expect((await sent('/v1/public/7', {})).status).toBe(200);
    const nobody = await sent('/v1/accounts/7', {});
    expect([nobody.status, nobody.calls]).toEqual([401, 0]);
    expect(nobody.headers['www-authenticate']).toBe(
      'Bearer realm="soapstone", ApiKey realm="soapstone", header="x-api-key"',
    );
  });

  test('a condition is judged by a read that the caller may make', async () => {
    const match = { 'if-match': '"x"' };
    const writer = { ...(await bearer({ scope: 'accounts.write' })), ...match };
    const refused = await sent('/v1/accounts/7', writer, 'PUT');
    expect([refused.status, refused.calls]).toEqual([403, 0]);
    expect(JSON.parse(refused.text).detail).toContain('accounts.read');
    const both = await bearer({ scope: 'accounts.read accounts.write' });
    expect(await sent('/v1/accounts/7', { ...both, ...match }, 'PUT')).toMatchObject({ status: 412, calls: 1 });
    expect(await sent('/v1/accounts/7', both, 'PUT')).toMatchObject({ status: 200, calls: 1 });
  });

  test('OpenAPI names what operations need, and their refusal', async () => {
    const { text } = await call(server.port, '/v1/openapi.json');
    const { paths, components } = JSON.parse(text);
    expect(paths['/v1/accounts/{id}'].get.security).toEqual([
      { bearer: ['accounts.read'] },
      { apiKey: ['accounts.read'] },
    ]);
    expect(paths['/v1/audit/{id}'].get.security).toEqual([
      { bearer: ['auditor'] },
      { bearer: ['admin'] },
      { apiKey: ['auditor'] },
      { apiKey: ['admin'] },
    ]);
    const { $ref } = paths['/v1/accounts/{id}/currency/{ccy}'].put.responses['403'];
    expect(components.responses[$ref.split('/').at(-1)].description).toContain(
      'The caller needs the scope accounts.read and accounts.write',
    );
    expect(paths['/v1/public/{id}'].get.security).toEqual([]);
    expect(paths['/v1/public/{id}'].get.responses).not.toHaveProperty('403');
  });
});

test('SOAP: a fault that says what is needed, before the service is called', async () => {
  const body = envelope('1.1', '<GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount>');
  const media = { 'content-type': 'text/xml', soapaction: '""' };
  const refused = await sent('/soap', { ...(await bearer({})), ...media }, 'POST', body);
  expect([refused.status, refused.calls]).toEqual([500, 0]);
  expect(faultOf(refused.text)).toMatchObject({
    code: expect.stringContaining('Client'),
    reason: 'the caller needs the scope accounts.read',
  });
  expect((await sent('/soap', { ...READER, ...media }, 'POST', body)).calls).toBe(1);
});

test('tools: those of other callers are not listed, and their calls are errors', async () => {
  const client = await httpClient(`http://127.0.0.1:${server.port}/mcp`, 'auto', READER);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['get-account', 'public-account']);
  const before = calls;
  const refused = await client.callTool({ name: 'audit', arguments: { id: 7 } });
  expect(problemOf(refused as never)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(calls).toBe(before);
});

describe('settings', () => {
  async function problem(auth: string, table = TABLE): Promise<string> {
    const flags = { mapping: bankMapping(table), upstream: 'http://127.0.0.1:9', port: '0', adminPort: 'off', auth };
    const start = async () => startServer(await loadSettings({ flags, environment: process.env, cwd: temp() }), silent);
    return start().then(
      (running) => running.drain(0).then(() => ''),
      (error: unknown) => (error as Problems).problems.map(formatError).join('; '),
    );
  }
  const key = 'front: [{ apiKey: { header: X-Api-Key } }], callers: [{ key: { env: READER_KEY } }]';

  test.each([
    ['nobody is authenticated', '{ front: [ none ] }', MORE, /the rule get-account demands/],
    ['the service judges', '{ front: [{ basic: { judge: back } }], scope: a }', TABLE, /nobody is authenticated/],
    ['a rule that is not there', `{ ${key}, rules: [{ rule: get-acount, scope: a }] }`, TABLE, /fits no rule/],
    ['an open rule', `{ ${key}, rules: [{ rule: public-account, scope: a }] }`, MORE, /only rules with auth: none/],
    ['no rule', `{ ${key}, rules: [{ scope: a }] }`, TABLE, /needs rule/],
    ['no text', `{ ${key}, scope: { all: [ a ] } }`, TABLE, /scope must be a text/],
    ['a slip', `{ ${key}, role: a }`, TABLE, /did you mean "roles/],
    ['a slip in the table', `{ ${key} }`, MORE.replace('auth: { scope:', 'auth: { scopes:'), /did you mean "scope/],
    ['nothing is wrong', `{ ${key}, scope: a, rules: [{ rule: get-account, scope: [] }] }`, TABLE, /^$/],
  ])('%s', async (_name, auth, table, expected) => {
    expect(await problem(auth, table)).toMatch(expected);
  });
});
