// T-SEC-22: no spelling of a path means one thing to a proxy in front and another one to us.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Caller, getRest, goodXml, openStage, request, type Stage, say, sayXml } from './stage.ts';
import { fieldOf, Line } from './wire.ts';

let rest: Stage;
let caller: Caller;

beforeAll(async () => {
  rest = await openStage('rest', { passThrough: '/files' });
  caller = new Caller(rest);
});

afterAll(async () => {
  caller.close();
  await rest.stop();
});

const SEPARATORS = [
  '/',
  '%2F',
  '%2f',
  '%5C',
  '%5c',
  '\\',
  '//',
  '/./',
  '/%2e/',
  '/;/',
  '/;x=1/',
  '%252F',
  '/%20/',
  '%00/',
  '\u00af',
  '%c0%af',
  '%ef%bc%8f',
];
const UPS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '..;',
  '..;a=b',
  '..%00',
  '%252e%252e',
  '..%c0%af',
  '\uff0e\uff0e',
  '%ef%bc%8e%ef%bc%8e',
  '...',
  '.',
  ';',
  '..%5c',
];
const SECRETS = [
  'secret',
  'secret/',
  'secret/.',
  'secret;',
  'secret;a=b',
  'secret%00',
  'secret%20',
  'secret.',
  'Secret',
  'secret%2f',
  'secret?',
  'secret#',
  'secre%74',
  '%73ecret',
  'secret%09',
  'secret%0a',
];

/** Ways to say `/v1/admin/secret` without saying it. */
const paths = [
  ...SEPARATORS.flatMap((a) => [
    `/v1${a}admin/secret`,
    `/v1/admin${a}secret`,
    `${a}v1/admin/secret`,
    `/v1/notes${a}admin`,
  ]),
  ...UPS.flatMap((up) => SEPARATORS.map((a) => `/v1/notes/${up}${a}admin/secret`)),
  ...UPS.flatMap((up) => [
    `/files/${up}/v1/admin/secret`,
    `/v1/${up}/v1/admin/secret`,
    `/v1/notes/7/${up}/${up}/admin/secret`,
  ]),
  ...SECRETS.map((secret) => `/v1/admin/${secret}`),
  ...['ADMIN', 'Admin', 'admin%20', 'admin;', 'admin;x', '%61dmin', 'adm%69n', '\u0430dmin', 'admin%00', 'admin.'].map(
    (admin) => `/v1/${admin}/secret`,
  ),
  ...[
    '/V1/admin/secret',
    '/v1/admin/secret/',
    '//v1/admin/secret',
    '/v1//admin/secret',
    '/v1/admin//secret',
    '/%76%31/admin/secret',
  ],
];

/** What RFC 3986 §6.2.2.2 calls the same: unreserved characters need no encoding. */
const normal = (path: string) =>
  path.split(/[?#]/, 1)[0].replace(/%([0-9a-f]{2})/gi, (all, hex) => {
    const c = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(c) ? c : all;
  });

/** How a careless server might read a path: decoded again and again, without parameters, dots resolved. */
function lenient(path: string): string {
  let text = path.split(/[?#]/, 1)[0];
  for (let i = 0; i < 3; i++)
    text = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const steps: string[] = [];
  for (const step of text.replaceAll('\xc0\xaf', '/').split(/[/\\]+/)) {
    const bare = step.replace(/[;\0].*$/, '').trim();
    if (bare === '..') steps.pop();
    else if (bare !== '.' && bare !== '') steps.push(bare);
  }
  return `/${steps.join('/')}`;
}

/** The template in the access log is what the router saw. */
const lastTemplate = () => JSON.parse(rest.log.at(-1)!).template as string | undefined;

describe('spellings of a guarded path', () => {
  it('there are enough of them', () => expect(paths.length).toBeGreaterThanOrEqual(300));

  it('reach the rule only where every reader sees the same path', async () => {
    let reached = 0;
    for (const path of paths) {
      rest.peer.script = sayXml(goodXml);
      const before = rest.peer.requests.length;
      // Bytes above 127 go out as they are.
      const heard = await caller.ask(Buffer.from(request(`GET ${path}`).toString('latin1'), 'latin1'));
      if (heard?.status === 200) {
        reached++;
        if (path.startsWith('/files')) {
          expect([path, lenient(path)]).toEqual([path, expect.stringMatching(/^\/files(\/|$)/)]);
          continue;
        }
        const expected = normal(path) === '/v1/admin/secret' ? '/v1/admin/secret' : '/v1/notes/{id}';
        expect([path, lastTemplate()]).toEqual([path, expected]);
        if (expected !== '/v1/admin/secret') expect(path).not.toMatch(/secret/);
      } else {
        expect([path, heard?.status]).toEqual([path, expect.toSatisfy((status) => status === 400 || status === 404)]);
        expect([path, rest.peer.requests.length]).toEqual([path, before]);
      }
    }
    expect(reached).toBeGreaterThan(0);
    await caller.good();
  });

  it.each(['%2F', '%5C', '%00', '..', '%2e%2e', '%2E%2e', ';x', '%c0%af', '%', '%zz', '%e9', '\u00e9'])(
    '%s in a path is refused',
    async (piece) => {
      const before = rest.peer.requests.length;
      for (const path of [`/v1/notes/${piece}`, `/v1/notes/a/${piece}/7`]) {
        const heard = await caller.ask(request(`GET ${path}`));
        expect([path, heard?.status]).toEqual([path, 400]);
      }
      expect(rest.peer.requests.length).toBe(before);
      await caller.good();
    },
  );
});

describe('request targets', () => {
  it('in absolute form are read like others, whatever host they name', async () => {
    for (const target of ['http://other.example/v1/notes/7', 'HTTP://gateway/v1/notes/7', 'http://b:80/v1/notes/7']) {
      rest.peer.script = sayXml(goodXml);
      expect((await caller.ask(request(`GET ${target}`)))?.status).toBe(200);
      expect(rest.peer.requests.at(-1)!.headers.get('host')).toBe(new URL(rest.peer.origin).host);
    }
    expect((await caller.ask(request('GET http://gateway/v1/notes/../admin/secret')))?.status).toBe(400);
    await caller.good();
  });

  it.each([
    'OPTIONS *',
    'GET *',
    'CONNECT 127.0.0.1:9',
    'GET gateway:80',
    'GET ?x',
    'GET http:',
    'GET //127.0.0.1:9/',
    'GET file:///etc/passwd',
    'GET http://',
    'GET http://a@b:80/v1/notes/7',
    'GET /\\127.0.0.1:9/',
  ])('%s reaches nothing', async (line) => {
    const before = rest.peer.connections;
    const heard = await caller.ask(request(line));
    expect(line.startsWith('CONNECT') ? [400, 501] : [400, 404, 405]).toContain(heard?.status);
    expect(rest.peer.connections).toBe(before);
    await caller.good();
  });

  it('of 8 kB are answered, and of more than the head may have refused', async () => {
    rest.peer.script = sayXml(goodXml);
    expect((await caller.ask(request(`GET /v1/notes/${'a'.repeat(8_000)}`)))?.status).toBe(200);
    expect((await caller.ask(request(`GET /v1/${'a/'.repeat(4_000)}`)))?.status).toBe(400);
    expect((await caller.ask(request(`GET /v1/notes/${'a'.repeat(17_000)}`)))?.status).toBe(431);
    expect((await caller.ask(request(`GET /v1/notes/7?${'lang=a&'.repeat(2_000)}`)))?.status).toBe(400);
    await caller.good();
  });
});

describe('the Host field', () => {
  it.each(['', 'a b', 'a/b', 'a@b', 'a\\b', '[::1', 'a:b', 'a?b', 'a#b', 'a:65536', 'a:-1', '\u00e9'])(
    '%j is refused',
    async (host) => {
      const bytes = Buffer.from(getRest.toString('latin1').replace('gateway', host), 'latin1');
      const heard = await caller.ask(bytes);
      expect(heard?.status).toBe(host === '' ? 200 : 400);
      await caller.good();
    },
  );

  it('must be there once', async () => {
    const without = getRest.toString('latin1').replace('Host: gateway\r\n', '');
    for (const fields of ['', 'Host: a\r\nHost: a\r\n', 'Host: a\r\nhOST: b\r\n']) {
      const line = await Line.open(rest.port);
      line.send(without.replace('\r\n', `\r\n${fields}`));
      expect((await line.hear())?.status).toBe(400);
      await line.closed();
    }
    await caller.good();
  });
});

describe('what passes through', () => {
  it.each(['/files/a#b', '/files#/../v1', '/files/a?b#c'])('has no fragment: %s is refused', async (path) => {
    const before = rest.peer.requests.length;
    expect((await caller.ask(request(`GET ${path}`)))?.status).toBe(400);
    expect(rest.peer.requests.length).toBe(before);
    await caller.good();
  });

  it('is what was asked for, byte by byte', async () => {
    rest.peer.script = say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Seen: 1\r\n\r\nok');
    for (const path of ['/files', '/files/a%20b', '/files/%c3%a9?x=/../y', '/files/a;b', '/files?a=//b']) {
      const heard = await caller.ask(request(`GET ${path}`));
      expect([heard?.status, fieldOf(heard!, 'x-seen')]).toEqual([200, '1']);
      expect(rest.peer.requests.at(-1)!.line).toBe(`GET ${path} HTTP/1.1`);
    }
    await caller.good();
  });
});
