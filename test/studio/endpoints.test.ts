// What the workbench refuses: other hosts, other sites, everybody without the token, names that lead out of the folder, bodies without end.
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/spawn-cli.ts';
import { temp } from '../server/temp.ts';
import { type StartedStudio, startStudio, tutorials } from './start-studio.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** By node:http: fetch does not let anybody choose Host and Origin. */
function ask(
  origin: string,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = init;
  return new Promise((resolve, reject) => {
    const req = request(`${origin}${path}`, { method, headers }, (res) => {
      let text = '';
      res.on('data', (piece) => (text += piece));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text, headers: res.headers }));
    });
    req.on('error', reject);
    req.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function post(
  studio: StartedStudio,
  path: string,
  body: unknown,
  headers: Record<string, string> = withToken(studio),
): Promise<Answer> {
  return ask(studio.origin, path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  });
}

const withToken = ({ token }: StartedStudio) => ({ 'x-studio-token': token });

const exchange = {
  name: 'x',
  request: { side: 'rest', text: 'GET /v1/payments/1' },
  response: {
    side: 'soap',
    text: '<GetPaymentResponse xmlns="https://example.com/payments"><payment><paymentId>1</paymentId></payment></GetPaymentResponse>',
  },
};

async function studio(): Promise<StartedStudio> {
  return startStudio(join(tutorials, '70-faults'));
}

describe('who may ask', () => {
  test('a host name that an attacker registered is refused, addresses and names of this machine are not', async () => {
    const started = await studio();
    const port = new URL(started.origin).port;
    expect((await ask(started.origin, '/api/state', { headers: { host: 'evil.example.com' } })).status).toBe(421);
    expect((await ask(started.origin, '/', { headers: { host: `evil.example.com:${port}` } })).status).toBe(421);
    expect((await ask(started.origin, '/api/state', { headers: { host: `localhost:${port}` } })).status).toBe(403);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
      expect((await ask(started.origin, '/api/state', { headers: { host, ...withToken(started) } })).status).toBe(200);
  });

  test('requests of other sites are refused, even to read', async () => {
    const started = await studio();
    for (const headers of [
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ])
      expect(
        (
          await ask(started.origin, '/api/state', {
            headers: { ...headers, ...withToken(started) } as unknown as Record<string, string>,
          })
        ).text,
      ).toContain('requests of other sites');
    expect(
      (await ask(started.origin, '/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }))
        .status,
    ).toBe(200);
    expect(
      (await ask(started.origin, '/api/state', { headers: { origin: started.origin, ...withToken(started) } })).status,
    ).toBe(200);
  });

  test('nothing is written or sent without the token, or with another one', async () => {
    const started = await studio();
    const before = readdirSync(join(started.folder, 'cases'));
    for (const headers of [{}, { 'x-studio-token': 'other' }, { 'x-studio-token': '' }]) {
      expect(
        (await post(started, '/api/cases', { ...exchange, file: 'a.yaml' }, headers as Record<string, string>)).status,
      ).toBe(403);
      expect(
        (await post(started, '/api/send', { text: 'GET /v1/payments/1' }, headers as Record<string, string>)).status,
      ).toBe(403);
    }
    expect(readdirSync(join(started.folder, 'cases'))).toEqual(before);
    expect(JSON.parse((await ask(started.origin, '/api/state', { headers: withToken(started) })).text).writable).toBe(
      true,
    );
  });

  test.each(['state', 'operations', 'cases', 'exchanges', 'events'])(
    '%s is not read without the token',
    async (name) => {
      const started = await studio();
      for (const headers of [{}, { 'x-studio-token': 'other' }] as Record<string, string>[]) {
        const { status, text } = await ask(started.origin, `/api/${name}`, { headers });
        expect(status).toBe(403);
        expect(JSON.parse(text)).toEqual({ code: 'token', error: expect.stringContaining('open the address') });
      }
    },
  );

  test.each(['translate', 'cases/run'])('%s takes the token too', async (name) => {
    const started = await studio();
    expect((await post(started, `/api/${name}`, {}, {})).status).toBe(403);
  });

  test('user, password and query of the service are not shown', async () => {
    const start = (upstream: string) => startStudio(join(tutorials, '70-faults'), ['--upstream', upstream]);
    const started = await start('http://127.0.0.1:1/pay?code=s3cr3t');
    const headers = withToken(started);
    const sent = await post(started, '/api/send', { text: 'GET /v1/payments/1' });
    const exchanges = await ask(started.origin, '/api/exchanges', { headers });
    expect(exchanges.text).toContain('http://127.0.0.1:1/pay');
    const other = await start('http://me:s3cr3t@127.0.0.1:1/pay');
    const states = await Promise.all(
      [started, other].map((one) => ask(one.origin, '/api/state', { headers: withToken(one) })),
    );
    for (const { text } of states) expect(JSON.parse(text).upstream).toBe('http://127.0.0.1:1/pay');
    for (const { text } of [sent, exchanges, ...states]) expect(text).not.toContain('s3cr3t');
  });

  test('what is sent without a credential says so; with --auth it has one', async () => {
    const args = ['--upstream', 'http://127.0.0.1:1/notes'];
    const without = await startStudio(join(tutorials, '90-credentials'), args);
    const text = 'POST /v1/notes\ncontent-type: application/json\n\n{"text":"milk"}';
    const note = async (one: StartedStudio) => JSON.parse((await post(one, '/api/send', { text })).text).note;
    expect(await note(without)).toMatch(/^note: table has no credential for the service .*--auth FILE/);
    const auth = join(temp({ 'auth.yaml': 'back: { fields: { email: ada, account: "7" } }' }), 'auth.yaml');
    expect(await note(await startStudio(join(tutorials, '90-credentials'), [...args, '--auth', auth]))).toBeUndefined();
  });

  test('the page forbids everything that is not its own, and nothing holds the token', async () => {
    const started = await studio();
    const page = await ask(started.origin, '/');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    for (const path of ['/', '/studio.js', '/api/state', '/api/cases'])
      expect((await ask(started.origin, path)).text).not.toContain(started.token);
  });
});

describe('names of files', () => {
  test.each([
    '../x.yaml',
    '..%2fx.yaml',
    '/etc/x.yaml',
    'a/b.yaml',
    'a\\b.yaml',
    '.hidden.yaml',
    'x.yaml\u0000.txt',
    'x.sh',
    'mapping.yaml/',
    '',
    `${'a'.repeat(200)}.yaml`,
  ])('%j is refused', async (file) => {
    const started = await studio();
    const answer = await post(started, '/api/cases', { ...exchange, file }, withToken(started));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('is not a file name');
    expect(existsSync(join(started.folder, 'x.yaml'))).toBe(false);
  });

  test('a name without an ending is a YAML file', async () => {
    const started = await studio();
    const example = await post(started, '/api/translate', { rule: 'GetPayment' });
    const { request, response, source } = JSON.parse(example.text);
    const { text } = await post(started, '/api/cases', {
      file: 'mine',
      name: 'x',
      request: { side: source.request, text: request[source.request].text },
      response: { side: source.response, text: response[source.response].text },
    });
    expect(JSON.parse(text).file).toMatch(/mine\.yaml$/);
  });

  test('a link or folder in the place of the file is not written through', async () => {
    const started = await studio();
    const outside = join(temp(), 'outside.yaml');
    symlinkSync(outside, join(started.folder, 'cases', 'link.yaml'));
    mkdirSync(join(started.folder, 'cases', 'folder.yaml'));
    for (const file of ['link.yaml', 'folder.yaml']) {
      const answer = await post(started, '/api/cases', { ...exchange, file, append: true }, withToken(started));
      expect(answer.text).toContain('is not a plain file');
    }
    expect(existsSync(outside)).toBe(false);
  });

  test.each(['/../package.json', '/studio/../../x', '/%2e%2e/x', '/index.html/..', '/api/../state', '/studio.js.map'])(
    '%s is no file',
    async (path) => {
      const started = await studio();
      // As it stands: URL would make it tidy.
      const { hostname, port } = new URL(started.origin);
      const status = await new Promise((resolve, reject) => {
        request({ hostname, port, path }, (res) => {
          res.resume();
          resolve(res.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect(status).toBe(404);
    },
  );
});

describe('bodies', () => {
  test('a huge one is refused before it is read', async () => {
    const started = await studio();
    const answer = await post(started, '/api/translate', {
      request: { side: 'rest', text: 'x'.repeat(5 * 1024 * 1024) },
    }).catch((error: Error) => error);
    // The connection may end before all of it is written.
    if (!(answer instanceof Error)) expect(answer.status).toBe(413);
    expect((await ask(started.origin, '/api/state', { headers: withToken(started) })).status).toBe(200);
  });

  test.each([
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    ['{"request":5}', 400],
    ['{"request":{"side":"both","text":""}}', 400],
    ['{"request":{"side":"rest","text":7}}', 400],
    ['{"rule":"nobody"}', 404],
    ['{}', 404],
  ])('%s is refused with %d', async (body, status) => {
    const started = await studio();
    const answer = await ask(started.origin, '/api/translate', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...withToken(started) },
      body,
    });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).not.toContain('internal');
  });

  test('a form of another site has another content type', async () => {
    const started = await studio();
    const headers = { 'content-type': 'text/plain', ...withToken(started) };
    expect((await ask(started.origin, '/api/translate', { method: 'POST', headers, body: '{}' })).status).toBe(415);
  });

  test.each([
    '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
    `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">${'<a>'.repeat(20_000)}`,
    '\u0000',
    '<Envelope/>',
  ])('a hostile envelope is a problem in words', async (text) => {
    const started = await studio();
    const answer = await post(started, '/api/translate', { request: { side: 'soap', text } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).request.rest.problem).toMatch(/XML_/);
  });
});

describe('the command', () => {
  test('a folder that is not there ends it', async () => {
    const { code, err } = await run(['studio', join(temp(), 'nope')]);
    expect([code, err]).toEqual([1, expect.stringContaining('there is no folder')]);
  });

  test('it listens on this machine alone', async () => {
    const started = await studio();
    expect(new URL(started.origin).hostname).toBe('127.0.0.1');
  });
});
