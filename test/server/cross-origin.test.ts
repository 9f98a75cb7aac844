// CORS: what pages of other origins may ask, and what they may read of the responses.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { Problems } from '../../src/errors/errors.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { type RunningServer, startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { bankMapping, contract, TABLE } from './bank-mapping.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

const APP = 'https://app.example.com';
const PARTNER = 'https://shop.partner.example:8443';
const CHANGE = `${TABLE}  - id: change-account
    only: rest-to-soap
    rest:
      request: "PUT /accounts/{id}/currency/{ccy}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}", currency: "{ccy}" } }
      response: { GetAccountResponse: { account: "{account}" } }
  - id: public-account
    only: rest-to-soap
    rest:
      request: "GET /public/{id}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: "{account}" } }
`;

const FILE = (upstream: string) => `
host: 127.0.0.1
port: 0
adminPort: off
overloadDelay: 0
logFormat: off
bridges:
  - name: open
    mapping: .
    upstream: ${upstream}
    auth: { front: [{ basic: {} }], callers: [{ user: ada, password: { env: CORS_PASSWORD } }] }
    rateLimit: 1000/h
    cors:
      origins: [${APP}, "https://*.partner.example:8443"]
      credentials: true
      exposeHeaders: X-Total-Count
      maxAge: 1h
      rules:
        - { rule: GET /v1/public/*, origins: "*", credentials: false, methods: GET, headers: [X-Tenant] }
        - { rule: change-*, origins: [] }
`;

let server: RunningServer;
let bank: Awaited<ReturnType<typeof startBank>>;

beforeAll(async () => {
  process.env['CORS_PASSWORD'] = 'secret';
  bank = await startBank(0);
  const cwd = mkdtempSync(join(tmpdir(), 'cross-origin-'));
  const files = { 'soapstone.yaml': FILE(bank.url), 'mapping.yaml': CHANGE, 'accounts.wsdl': contract };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  server = await startServer(await loadSettings({ flags: {}, environment: process.env, cwd }), silent);
  rmSync(cwd, { recursive: true });
});
afterAll(() => Promise.all([server.drain(0), bank.close()]));

function preflight(path: string, method: string, origin: string, headers?: string) {
  const asked: Record<string, string> = headers === undefined ? {} : { 'access-control-request-headers': headers };
  return call(server.port, path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, ...asked },
  });
}

function corsOf(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-control|^vary$/.test(name)));
}

const SHARED = {
  'access-control-allow-origin': APP,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers':
    'ETag, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, X-Total-Count',
  vary: 'Origin',
};
const auth = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };

describe('a preflight', () => {
  test('has its response without a credential, with the methods of the path and the fields that the page asks for', async () => {
    const { status, headers, text } = await preflight('/v1/accounts/7', 'GET', APP, 'authorization,x-tenant');
    expect([status, text]).toEqual([204, '']);
    expect(corsOf(headers)).toEqual({
      ...SHARED,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'authorization, x-tenant',
      'access-control-max-age': '3600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
  });

  test('of another origin allows nothing, nor one of a rule that is closed to pages', async () => {
    for (const response of [
      await preflight('/v1/accounts/7', 'GET', 'https://evil.example'),
      await preflight('/v1/accounts/7/currency/EUR', 'PUT', APP),
    ])
      expect([response.status, corsOf(response.headers)]).toEqual([204, { vary: 'Origin' }]);
  });

  test('allows the request where there is nothing, so that its 404 can be read', async () => {
    const { status, headers } = await preflight('/v1/nothing', 'DELETE', APP, 'authorization');
    expect([status, corsOf(headers)]).toEqual([
      204,
      {
        ...SHARED,
        'access-control-allow-methods': 'DELETE',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '3600',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      },
    ]);
    const other = await preflight('/v1/nothing', 'GET', 'https://evil.example');
    expect([other.status, corsOf(other.headers)]).toEqual([204, { vary: 'Origin' }]);
    expect((await call(server.port, '/v1/nothing', { method: 'OPTIONS', headers: { origin: APP } })).status).toBe(404);
  });

  test('does not send back what is no list of names', async () => {
    const { headers } = await preflight('/v1/accounts/7', 'GET', APP, 'a, b;c');
    expect(headers['access-control-allow-headers']).toBeUndefined();
  });

  test('follows the policy of its rule', async () => {
    const { headers } = await preflight('/v1/public/7', 'GET', 'https://evil.example', 'x-other');
    expect(corsOf(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'X-Tenant',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('a response', () => {
  test.each([
    ['a success', '/v1/accounts/7', auth, 200],
    ['a fault of the service', '/v1/accounts/99', auth, 422],
    ['no credential', '/v1/accounts/7', {}, 401],
    ['a value that is refused', '/v1/accounts/seven', auth, 400],
    ['no path', '/v1/nothing', {}, 404],
    ['a path that is not canonical', '/v1/accounts/%2e%2e/x', {}, 400],
  ])('is readable for an allowed origin: %s', async (_name, path, credential, status) => {
    const response = await call(server.port, path, { headers: { origin: APP, ...credential } });
    expect(response.status).toBe(status);
    expect(corsOf(response.headers)).toEqual(status === 200 ? { ...SHARED, vary: 'Origin, authorization' } : SHARED);
  });

  test.each(['/v1/openapi.json', '/openapi.json', '/docs', '/docs?file=openapi.json', '/v1/metadata-catalog'])(
    'is readable for an allowed origin: %s',
    async (path) => {
      const from = async (origin: string) => {
        const { status, headers } = await call(server.port, path, { headers: { origin } });
        return [status, headers['access-control-allow-origin'], String(headers.vary).includes('Origin')];
      };
      expect([await from(APP), await from('https://evil.example')]).toEqual([
        [200, APP, true],
        [200, undefined, true],
      ]);
      const asked = await preflight(path, 'GET', APP, 'x-tenant');
      expect([asked.status, asked.headers['access-control-allow-headers']]).toEqual([204, 'x-tenant']);
    },
  );

  test('allows origins by pattern, exactly as browsers write them', async () => {
    const allowed = async (origin: string) =>
      (await call(server.port, '/v1/accounts/7', { headers: { origin } })).headers['access-control-allow-origin'];
    expect(await allowed(PARTNER)).toBe(PARTNER);
    expect(await allowed('https://a.b.partner.example:8443')).toBe('https://a.b.partner.example:8443');
    for (const other of [
      'https://partner.example:8443',
      'https://shop.partner.example',
      'http://shop.partner.example:8443',
      'https://evil.example/.partner.example:8443',
      'https://evilpartner.example:8443',
      `${APP}.evil.example`,
      `${APP}:444`,
      'null',
    ])
      expect(await allowed(other)).toBeUndefined();
  });

  test('to a client without an origin says that it varies; OPTIONS still says what the path has', async () => {
    expect(corsOf((await call(server.port, '/v1/accounts/7', { headers: auth })).headers)).toEqual({
      vary: 'Origin, authorization',
    });
    const { status, headers } = await call(server.port, '/v1/accounts/7', {
      method: 'OPTIONS',
      headers: { origin: APP },
    });
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(corsOf(headers)).toEqual(SHARED);
  });
});

describe('faces with one path', () => {
  test.each([
    ['soap', '/accounts', 'GET, HEAD, POST', 405],
    ['mcp', '/mcp', 'DELETE, GET, POST', 400],
  ])('%s', async (present, path, methods, status) => {
    const flags = { host: '127.0.0.1', port: '0', adminPort: 'off', overloadDelay: '0', cors: APP, present };
    const settings = await loadSettings({
      flags: { ...flags, mapping: bankMapping(), upstream: 'http://127.0.0.1:9' },
      environment: {},
      cwd: temp(),
    });
    const face = await startServer(settings, silent);
    try {
      const send = (method: string, headers: Readonly<Record<string, string>>) =>
        call(face.port, path, { method, headers: { origin: APP, ...headers } });
      const asked = await send('OPTIONS', { 'access-control-request-method': 'POST' });
      expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, methods]);
      const response = await send(present === 'soap' ? 'DELETE' : 'POST', {});
      expect([response.status, response.headers['access-control-allow-origin']]).toEqual([status, APP]);
      if (present === 'soap')
        for (const [query, found] of [
          ['wsdl', 200],
          ['xsd=9', 404],
        ] as const) {
          const described = await call(face.port, `${path}?${query}`, { headers: { origin: APP } });
          expect([described.status, described.headers['access-control-allow-origin']]).toEqual([found, APP]);
        }
    } finally {
      await face.drain(0);
    }
  });
});

describe('settings', () => {
  async function problemsOf(cors: string): Promise<string[]> {
    const cwd = temp({ 'soapstone.yaml': `mapping: ${bankMapping()}\nupstream: http://127.0.0.1:9\ncors: ${cors}\n` });
    return loadSettings({ flags: {}, environment: {}, cwd }).then(
      () => [],
      (error: unknown) => {
        if (error instanceof Problems)
          return error.problems.map(({ message, suggestion }) => `${message} | ${suggestion}`);
        throw error;
      },
    );
  }

  test.each([
    ['"*"', []],
    ['off', []],
    ['[https://a.example, "capacitor://localhost"]', []],
    ['{ origins: "*", credentials: true }', [expect.stringContaining('origins: "*" is refused')]],
    [
      '{ origins: https://a.example, credentials: true, rules: [{ rule: "*", origins: "*" }] }',
      [expect.stringContaining('origins: "*" is refused')],
    ],
    ['https://a.example/', [expect.stringContaining('is not an origin | https://a.example')]],
    ['https://A.example:443/x', [expect.stringContaining('is not an origin | https://a.example')]],
    ['"null"', [expect.stringContaining('sandboxed')]],
    ['"https://*.com"', [expect.stringContaining('top-level domain')]],
    ['{ origin: "*" }', [expect.stringContaining('did you mean "origins"')]],
    ['{ origins: "*", rules: [{ origins: [] }] }', [expect.stringContaining('needs rule')]],
    ['{ origins: "*", maxAge: soon }', [expect.stringContaining('maxAge')]],
    ['{ origins: "*", methods: [get] }', [expect.stringContaining('"get"')]],
    ['{ origins: "*", methods: [FETCH] }', [expect.stringContaining('"FETCH" is not a method | GET, HEAD')]],
    [
      '"https://*.*.example"',
      ['cors "https://*.*.example" is not an origin | https://app.example.com, https://*.example.com or *'],
    ],
    ['{ origins: "*", rules: [{ rule: a, rul: b }] }', [expect.stringMatching(/unknown key "rul".*\| known are/)]],
  ])('%s', async (cors, problems) => {
    expect(await problemsOf(cors)).toEqual(problems);
  });

  test('the example of the reference is read', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference/cors.md'), 'utf8');
    const [, file] = /```yaml\n([\s\S]*?)```/.exec(page) as RegExpExecArray;
    const { bridges } = await loadSettings({ flags: {}, environment: {}, cwd: temp({ 'soapstone.yaml': file }) });
    expect(bridges[0].cors?.rules.map(({ rule, origins }) => [...rule, origins])).toEqual([
      ['GET /v1/public/*', ['*']],
      ['delete-*', []],
    ]);
  });

  test('a pattern that fits no rule is refused when the bridge opens', async () => {
    const cors = '{ origins: "*", rules: [{ rule: get-acount }] }';
    const flags = { mapping: bankMapping(), upstream: 'http://127.0.0.1:9', port: '0', adminPort: 'off', cors };
    const settings = await loadSettings({ flags, environment: {}, cwd: temp() });
    await expect(startServer(settings, silent)).rejects.toThrow(/fits no rule/);
  });

  test('of several bridges it names the one that is wrong', async () => {
    const bridge = (name: string, pattern: string) =>
      `  - { name: ${name}, mapping: ${bankMapping()}, upstream: "http://127.0.0.1:9", cors: { origins: "*", rules: [{ rule: "${pattern}" }] } }\n`;
    const file = `port: 0\nadminPort: off\nbridges:\n${bridge('first', '*')}${bridge('second', 'get-acount')}`;
    const settings = await loadSettings({ flags: {}, environment: {}, cwd: temp({ 'soapstone.yaml': file }) });
    await expect(startServer(settings, silent)).rejects.toThrow(
      /^soapstone\.yaml:5:\d+ SETTINGS: bridge "second": cors: "get-acount" fits no rule \(did you mean/,
    );
  });
});
