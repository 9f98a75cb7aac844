import { openSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { selectRules } from '../../../src/mcp/select-rules.ts';
import { Toolbox } from '../../../src/mcp/toolbox.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { gathered } from '../../../src/server/routing/document-content.ts';
import { documents } from '../../../src/server/routing/openapi-endpoint.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { lint } from '../../openapi/export/lint.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';

const UPSTREAM = 'http://127.0.0.1:9';

async function open(flags: Readonly<Record<string, string>>, file = '') {
  const settings = await loadSettings({
    flags: { host: '127.0.0.1', adminPort: 'off', port: '0', overloadDelay: '0', ...flags },
    environment: {},
    cwd: temp({ 'soapstone.yaml': file }),
  });
  const log = openLog({ ...settings, logFormat: 'off' }, openSync(join(temp(), 'access.log'), 'a'));
  const server = await startServer(settings, log);
  onTestFinished(async () => {
    await server.drain(0);
  });
  return server.port;
}

const bridges = (...all: Readonly<Record<string, string>>[]) =>
  `bridges:\n${all.map((one) => `  - ${JSON.stringify({ upstream: UPSTREAM, ...one })}\n`).join('')}`;
const moved = (base: string) => bankMapping(TABLE.replace('/v1', base));
const statuses = async (port: number, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await call(port, path)).status));

/** The body as it is on the wire. */
async function raw(port: number, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) =>
      buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject),
    ).on('error', reject);
  });
}

describe('the description of a REST bridge', () => {
  test('is at its base path and at the root, with an entity tag', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    const first = await call(port, '/openapi.json', { headers: { 'x-request-id': 'mine' } });
    expect([first.status, first.headers['content-type'], first.headers['x-request-id']]).toEqual([
      200,
      'application/json',
      'mine',
    ]);
    const document = JSON.parse(first.text);
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(Object.keys(document.paths)).toContain('/v1/accounts/{id}');
    expect(await lint(document)).toEqual([]);
    expect((await call(port, '/v1/openapi.json')).text).toBe(first.text);
    const again = { headers: { 'if-none-match': first.headers.etag as string } };
    expect(await call(port, '/openapi.json', again)).toMatchObject({ status: 304, text: '' });
    expect(await call(port, '/openapi.json', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect((await call(port, '/openapi.json', { method: 'POST' })).status).toBe(404);
  });

  test.each(['/docs', '/v1/docs'])('has a page, to which %s with a slash at the end leads', async (path) => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    for (const [query, method] of [
      ['', 'GET'],
      ['?tag=accounts', 'HEAD'],
    ]) {
      const { status, headers } = await call(port, `${path}/${query}`, { method });
      const target = new URL(headers.location as string, `http://h${path}/`);
      expect([status, target.pathname + target.search]).toEqual([302, `${path}${query}`]);
    }
    expect(await statuses(port, path, `${path}//`, `${path}/x`)).toEqual([200, 400, 404]);
    expect((await call(port, `${path}/`, { method: 'POST' })).status).toBe(404);
  });

  test('is the same as the command writes, compact, and made once for all its paths', async () => {
    const dir = bankMapping();
    const flags = { mapping: dir, upstream: UPSTREAM };
    const [settings] = (await loadSettings({ flags, environment: {}, cwd: temp() })).bridges;
    const mapping = await loadMapping(dir);
    const find = documents([{ settings, mapping }]);
    const [first, second, other] = await Promise.all([
      find('/openapi.json'),
      find('/v1/openapi.json'),
      find('/openapi.json', { accept: 'application/swagger+json' }),
    ]);
    expect(Buffer.from(first!.bytes).toString()).toBe(JSON.stringify(describeRest([mapping])));
    expect(second?.bytes).toBe(first?.bytes);
    expect(other?.bytes).toBe(first?.bytes);
    const plain = documents([{ settings: { ...settings, docs: 'plain' }, mapping }]);
    expect((await plain('/docs'))?.bytes).toBe((await plain('/v1/docs'))?.bytes);
  });

  test('is made once for its path and the docs page, and so is the page', async () => {
    const settings = { name: 'bank', docs: '/docs', openapi: '/openapi.json' };
    const bridge = { settings, mapping: await loadMapping(bankMapping()), endpoint: undefined };
    const find = documents([bridge] as unknown as Parameters<typeof documents>[0]);
    const description = await find('/openapi.json');
    expect(description?.bytes.length).toBeGreaterThan(100);
    expect((await find('/docs', { file: 'openapi.json' }))?.forms).toBe(description?.forms);
    const page = await find('/docs');
    expect(Buffer.from(page?.bytes ?? []).toString()).toContain('<html');
    expect((await find('/docs'))?.forms).toBe(page?.forms);
  });

  test('is there in parts, one for each name that paths begin with', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    const { items } = JSON.parse((await call(port, '/v1/metadata-catalog')).text);
    const href = '/v1/metadata-catalog/accounts';
    expect(items).toContainEqual({
      name: 'accounts',
      links: [
        { rel: 'canonical', href, mediaType: 'application/json' },
        { rel: 'alternate', href, mediaType: 'application/swagger+json' },
        { rel: 'alternate', href, mediaType: 'application/schema+json' },
      ],
    });
    const part = await call(port, href);
    expect([part.status, part.headers['content-type'], part.headers.vary]).toEqual([
      200,
      'application/json',
      'accept, accept-encoding',
    ]);
    const older = await call(port, href, { headers: { accept: 'application/swagger+json' } });
    expect([older.headers['content-type'], older.text]).toEqual(['application/swagger+json', part.text]);
    const document = JSON.parse(part.text);
    expect(await lint(document)).toEqual([]);
    expect(Object.keys(document.paths).every((path) => path.startsWith('/v1/accounts'))).toBe(true);
    const { text, headers } = await call(port, href, { headers: { accept: 'application/schema+json' } });
    expect(headers['content-type']).toBe('application/schema+json');
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(text));
    const account = { id: 7, owner: 'Ada', balance: 1.5, currency: 'EUR', opened: '2019-03-01', frozen: false };
    expect([validate(account), validate({ ...account, owner: 7 })]).toEqual([true, false]);
    expect(await statuses(port, '/v1/metadata-catalog/none', `${href}/x`)).toEqual([404, 404]);
    expect(await statuses(await open({ mapping: bankMapping(), upstream: UPSTREAM, catalog: 'off' }), href)).toEqual([
      404,
    ]);
  });

  test('lists the parts that are asked for', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    const names = async (query: string) =>
      JSON.parse((await call(port, `/v1/metadata-catalog${query}`)).text).items.map(
        (one: { name: string }) => one.name,
      );
    expect(await names('')).toEqual(['accounts']);
    expect(await names('?select=accounts,none')).toEqual(['accounts']);
    expect(await names('?select=none&select=accounts')).toEqual(['accounts']);
    expect(await names('?select=none')).toEqual([]);
    expect(await names('?select=')).toEqual([]);
    expect(await names('')).toEqual(['accounts']);
  });

  test('is not told in another media type than the problems of its table', async () => {
    const mapping = bankMapping(
      TABLE.replace(
        '/v1 }',
        '/v1, errors: [ { media: application/vnd.bank+json, body: { why: "{title}", n: "{status}" } } ] }',
      ),
    );
    const port = await open({ mapping, upstream: UPSTREAM });
    const media = async (path: string) => (await call(port, path)).headers['content-type'];
    expect(await media('/v1/none')).toBe('application/vnd.bank+json');
    expect(JSON.parse((await call(port, '/v1/none')).text)).toEqual({ why: 'Not found', n: 404 });
    expect(await media('/v1/none?x=1')).toBe('application/vnd.bank+json');
    expect(await media('/v10/none')).toBe('application/problem+json');
    expect(await statuses(port, '/v1/none', '/v10/none')).toEqual([404, 404]);
  });

  test('has a docs page that loads nothing but files of its own path', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    const { status, headers, text } = await call(port, '/docs');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    const files = [...text.matchAll(/(?:src|href)="(\?file=[^"]*)"/g)].map(([, url]) => url.replaceAll('&amp;', '&'));
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { status, headers } = await call(port, `/docs${file}`);
      expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'nosniff',
      ]);
      expect(headers['content-type']).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    }
    expect((await call(port, '/docs?file=docs.css&v=other')).headers['cache-control']).toBe('no-cache');
    expect(await statuses(port, '/docs?file=index.html', '/docs?file=__proto__')).toEqual([404, 404]);
    expect((await call(port, '/docs?file=openapi.json')).text).toBe((await call(port, '/openapi.json')).text);
    expect(text).toContain('href="v1/openapi.json"');
    expect((await call(port, '/v1/docs')).text).toContain('href="openapi.json"');
    for (const other of ['/openapi.json', '/v1/accounts/7', '/none'])
      expect((await call(port, other)).headers['content-security-policy'], other).toBeUndefined();
  });

  test('is tried out at the public address, which the policy of the page allows', async () => {
    const flags = { mapping: bankMapping(), upstream: UPSTREAM, publicUrl: 'https://api.example.com/bank/' };
    const { headers } = await call(await open(flags), '/docs');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example.com;");
  });

  test('is sent compressed to clients that accept that, each form with a tag of its own', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    const plain = await call(port, '/openapi.json');
    const tags = new Set([plain.headers.etag]);
    for (const [coding, expand] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await raw(port, '/openapi.json', { 'accept-encoding': coding });
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'accept-encoding']);
      expect(expand(bytes).toString()).toBe(plain.text);
      tags.add(headers.etag);
      const again = { headers: { 'if-none-match': headers.etag as string, 'accept-encoding': coding } };
      expect((await call(port, '/openapi.json', again)).status).toBe(304);
      const other = { headers: { 'if-none-match': plain.headers.etag as string, 'accept-encoding': coding } };
      expect((await call(port, '/openapi.json', other)).headers.etag).toBe(plain.headers.etag);
    }
    expect(tags.size).toBe(3);
    for (const path of ['/docs?file=docs.js', '/docs?file=openapi.json', '/openapi.json?tag=accounts'])
      expect((await raw(port, path, { 'accept-encoding': 'br' })).headers['content-encoding'], path).toBe('br');
  });

  test('is there for one tag', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM });
    const { status, text } = await call(port, '/openapi.json?tag=accounts');
    const document = JSON.parse(text);
    expect([status, Object.keys(document.paths), document.tags]).toEqual([
      200,
      ['/v1/accounts/{id}'],
      [{ name: 'accounts', description: '`Account` of `https://example.com/bank`. Below `/v1/accounts`.' }],
    ]);
    expect(await lint(document)).toEqual([]);
    expect(await statuses(port, '/openapi.json?tag=none')).toEqual([404]);
  });

  test('has a page without scripts, if the settings say so', async () => {
    const port = await open({ mapping: bankMapping(), upstream: UPSTREAM, docs: 'plain' });
    const { status, headers, text } = await call(port, '/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain('/v1/accounts/{id}');
    expect(text).toContain('href="/v1/openapi.json"');
    expect(text).not.toMatch(/<(?:script|link|img|iframe)|\ssrc=|href="(?![#/])/);
  });

  test('is one for each base path', async () => {
    const port = await open({}, bridges({ mapping: moved('/a'), name: 'a' }, { mapping: moved('/b'), name: 'b' }));
    expect(await statuses(port, '/a/openapi.json', '/b/openapi.json', '/openapi.json', '/docs')).toEqual([
      200, 200, 404, 404,
    ]);
    const document = JSON.parse((await call(port, '/b/openapi.json')).text);
    expect(Object.keys(document.paths)).toEqual(['/b/accounts/{id}']);
  });

  test('is one for bridges that share a base path', async () => {
    const other = bankMapping(TABLE.replace('/accounts/{id}', '/others/{id}'));
    const port = await open({}, bridges({ mapping: bankMapping(), name: 'a' }, { mapping: other, name: 'b' }));
    const document = JSON.parse((await call(port, '/openapi.json')).text);
    expect(Object.keys(document.paths)).toEqual(['/v1/accounts/{id}', '/v1/others/{id}']);
    expect(await lint(document)).toEqual([]);
  });

  test('moves, has the public address, and can be switched off', async () => {
    const flags = { mapping: bankMapping(), upstream: UPSTREAM, openapi: '/api/description', docs: 'off' };
    const port = await open({ ...flags, publicUrl: 'https://api.example.com/bank/' });
    const { status, text } = await call(port, '/api/description');
    expect([status, JSON.parse(text).servers]).toEqual([200, [{ url: 'https://api.example.com/bank' }]]);
    expect(await statuses(port, '/openapi.json', '/v1/openapi.json', '/docs', '/v1/docs')).toEqual([
      404, 404, 404, 404,
    ]);
  });

  test('gives way to rules, unless a setting names the path', async () => {
    const table = TABLE.replace('/v1', '/').replace('/accounts/{id}', '/{id}');
    const mapping = bankMapping(table);
    expect((await call(await open({ mapping, upstream: UPSTREAM }), '/openapi.json')).status).not.toBe(200);
    await expect(open({ mapping, upstream: UPSTREAM, openapi: '/here' })).rejects.toThrow(
      /openapi of bridge ".*" cannot be served at \/here/,
    );
    const same = { mapping: bankMapping(), upstream: UPSTREAM, openapi: '/x', docs: '/x' };
    await expect(open(same)).rejects.toThrow(/that is the path of a docs page/);
  });

  test('is not there with SOAP in front', async () => {
    const flags = { mapping: bankMapping(), upstream: UPSTREAM, present: 'soap', path: '/soap' };
    expect(await statuses(await open(flags), '/openapi.json', '/v1/openapi.json', '/docs')).toEqual([404, 404, 404]);
  });
});

/** A piece of work of a millisecond. */
function* work(pieces: number): Generator<string> {
  for (let i = 0; i < pieces; i++) {
    for (const end = performance.now() + 1; performance.now() < end; );
    yield i % 2 === 0 ? `${i} ` : '';
  }
}

/** Turns of the event loop that something else gets while the work is done. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ readonly turns: number; readonly result: T }> {
  let turns = 0;
  let done = false;
  const count = () => {
    turns++;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  done = true;
  return { turns, result };
}

test('a long text is made in turns: others are served meanwhile', async () => {
  const { turns, result } = await turnsDuring(() => gathered(work(60)));
  expect(Buffer.from(result).toString().split(' ').length).toBe(31);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('the first page, description and tools of a large table are made in turns, rules included, and the description has 2 MB at most', {
  timeout: 180_000,
}, async () => {
  const dir = join(import.meta.dirname, '../../../mappings/business-records');
  process.env['RECORDS_KEY'] = 'a-key-of-the-tests';
  // With a gate of several ways, which each operation needs.
  const auth = JSON.stringify({
    front: [{ apiKey: { header: 'X-Api-Key' } }, 'basic'],
    callers: [{ key: { env: 'RECORDS_KEY' }, name: 'ada' }],
  });
  const cors = JSON.stringify({ origins: ['https://app.example.com'] });
  const [port, other] = await Promise.all([open({ mapping: dir, upstream: UPSTREAM, auth, cors }), loadMapping(dir)]);
  const page = await turnsDuring(() => call(port, '/docs'));
  const description = await turnsDuring(() => call(port, '/openapi.json'));
  const box = await turnsDuring(() => Toolbox.of(other, selectRules(other.rules, [], false)));
  // A clock that goes on with each look at it: what a turn takes is then no matter of the machine.
  let ms = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms++);
  const tools = await turnsDuring(() => box.result.list(undefined));
  clock.mockRestore();
  expect(tools.turns).toBeGreaterThanOrEqual(2);
  // The rules alone take more than half a second; a turn takes 8 ms.
  for (const { turns } of [page, description, box]) expect(turns).toBeGreaterThanOrEqual(20);
  expect(tools.result.tools.length).toBeGreaterThan(10);
  expect([description.result.status, page.result.status]).toEqual([200, 200]);
  expect(JSON.parse(description.result.text).security).toEqual([{ apiKey: [] }, { basic: [] }]);
  expect(Buffer.byteLength(description.result.text)).toBeLessThanOrEqual(2_000_000);
});
