// No secret of the settings, and none that a caller shows, gets anywhere but to the service: and what one caller has left behind no other one gets.
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { run } from '../cli/spawn-cli.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import {
  type Answer,
  envelope,
  faultOf,
  type Heard,
  NOTES,
  soapAnswer,
  startGate,
  startPeer,
  textIn,
} from './notes.ts';

const CANARIES = [
  'password',
  'key',
  'consumer-secret',
  'token',
  'token-secret',
  'service',
  'client',
  'shown',
  'bearer',
] as const;
const canary = Object.fromEntries(CANARIES.map((name, i) => [name, `c4nary-${name}-${i}9`])) as Record<
  (typeof CANARIES)[number],
  string
>;

const found = (where: string): string[] =>
  Object.values(canary).filter((one) => {
    const bytes = Buffer.from(one);
    const forms = [one, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(one)];
    return forms.some((form) => where.includes(form));
  });

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A service that does not answer alike twice. */
function moody(heard: Heard, count: number): Answer {
  switch (count % 5) {
    case 0:
      return { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>no</h1>' };
    case 1:
      return soapAnswer(heard);
    case 2:
      return faultOf('InvalidCredentials');
    case 3:
      return { body: envelope('<GetNoteResponse><wrong/></GetNoteResponse>') };
    default:
      return { body: '<s:Envel' };
  }
}

describe('secrets', () => {
  test('are in no log, metric, problem, mapping or setting that is shown', async () => {
    const files = Object.fromEntries(CANARIES.map((name) => [name, `${canary[name]}\n`]));
    const peer = await startPeer(moody);
    const dir = temp({
      ...files,
      'soapstone.yaml': `mapping: ${NOTES}
upstream: ${peer.origin}
logLevel: trace
breakerFailures: 0
auth:
  front:
    - basic
    - apiKey: { header: X-Api-Key }
    - oauth1
    - bearer: { jwks: { file: keys.json }, issuer: i, audience: a }
  callers:
    - { user: anna, password: { file: password }, account: A, email: e }
    - { key: { file: key }, account: B, email: e }
    - { consumerKey: ck, consumerSecret: { file: consumer-secret }, token: { file: token }, tokenSecret: { file: token-secret }, account: C, email: e }
  back:
    fields: { password: { file: service }, tokenSecret: { file: client } }
    security: { timestamp: 1m, usernameToken: { type: text, as: { user: email } } }
    basic: { user: email }
`,
      'keys.json': '{"keys":[]}',
    });
    const settings = await loadSettings({
      flags: { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0' },
      environment: {},
      cwd: dir,
    });
    const logFile = join(dir, 'log');
    const log = openLog(settings, openSync(logFile, 'a'));
    const server = await startServer(settings, log);
    onTestFinished(async () => void (await server.drain(0)));
    const oauth = `OAuth oauth_consumer_key="ck",oauth_token="${canary.token}",oauth_nonce="n",oauth_timestamp="1",oauth_signature="x"`;
    const callers: Record<string, string>[] = [
      { authorization: basic('anna', canary.password) },
      { 'x-api-key': canary.key },
      { authorization: basic('anna', canary.shown) },
      { authorization: basic(canary.shown, 'x') },
      { 'x-api-key': canary.shown },
      { authorization: oauth },
      { authorization: `Bearer ${canary.bearer}` },
      { authorization: `Bearer ${Buffer.from(canary.bearer).toString('base64url')}.e30.x` },
      {},
    ];
    const shown: string[] = [];
    for (let round = 0; round < 10; round++)
      for (const headers of callers) {
        const path = round % 2 === 0 ? '/v1/notes/7' : `/v1/notes/x${round}`;
        const got = await call(server.port, path, { headers });
        shown.push(inspect(got.headers), got.text);
      }
    expect(peer.heard.some(({ body }) => body.includes(canary.service))).toBe(true);
    for (const path of ['/metrics', '/mappings', '/readyz', '/livez']) {
      shown.push((await call(server.adminPort as number, path)).text);
    }
    for (const path of ['/v1/openapi.json', '/v1/docs']) shown.push((await call(server.port, path)).text);
    await log.end(60_000);
    shown.push(readFileSync(logFile, 'utf8'), inspect(settings, { depth: 20 }), JSON.stringify(settings.bridges));
    shown.push(inspect(server.bridges, { depth: 6, showHidden: true }));
    for (const text of shown) expect(found(text)).toEqual([]);
    expect(readFileSync(logFile, 'utf8').split('\n').length).toBeGreaterThan(80);
  });

  test('are not in what explain shows, nor in what is wrong with settings', async () => {
    const explained = await run(['explain', NOTES, 'POST /v1/notes', '-d', '{"text":"x"}']);
    expect(explained.out).toContain('***');
    const wrong = [
      `{ callers: [ { password: ${canary.password} } ] }`,
      `{ back: { fields: { token: ${canary.token}, apiKey: ${canary.key} } } }`,
      `{ callers: [ { password: { env: ${'NOTHING'}, file: x } } ] }`,
      `{ back: { fields: { password: [ ${canary.service} ] } } }`,
    ];
    for (const auth of wrong) {
      const cwd = temp({ 'soapstone.yaml': `auth: ${auth}\n` });
      const flags = { mapping: NOTES, upstream: 'http://127.0.0.1:9/' };
      const error = await loadSettings({ flags, environment: {}, cwd }).catch((e: Error) => e);
      expect(String(error)).toContain('auth:');
      expect(found(inspect(error))).toEqual([]);
    }
  });
});

describe('callers apart', () => {
  process.env.ONE = 'first password';
  process.env.TWO = 'second password';
  const key = { 'idempotency-key': 'k' };

  test('a key of idempotency is that of its caller, whatever secret he has today; nobody else gets what it holds', async () => {
    let id = 0;
    const peer = await startPeer(() => ({ body: envelope(`<AddNoteResponse><id>${++id}</id></AddNoteResponse>`) }));
    const dir = temp({ one: 'first password' });
    const callers = [
      { user: 'anna', password: { file: join(dir, 'one') } },
      { user: 'bob', password: { env: 'TWO' } },
    ];
    const gate = await startGate(peer.origin, { auth: { front: ['basic'], callers } });
    const add = async (authorization: string) => {
      const { status, text } = await gate.post('/v1/notes', { text: 'x' }, { authorization, ...key });
      return status === 201 ? (JSON.parse(text).id as number) : status;
    };
    const anna = basic('anna', 'first password');
    expect(await add(anna)).toBe(1);
    expect(await add(basic('bob', 'second password'))).toBe(2);
    expect(await add(anna)).toBe(1);
    expect(await add(basic('anna', 'guess'))).toBe(401);
    expect(await add(basic('bob', 'first password'))).toBe(401);
    writeFileSync(join(dir, 'one'), 'third password');
    await expect.poll(() => add(basic('anna', 'third password')), { timeout: 5000 }).toBe(1);
    expect(peer.heard).toHaveLength(2);
  });

  test('of callers whom the service judges, a name alone is worth nothing', async () => {
    let id = 0;
    const peer = await startPeer(() => ({ body: envelope(`<AddNoteResponse><id>${++id}</id></AddNoteResponse>`) }));
    const gate = await startGate(peer.origin, { auth: { front: [{ basic: { judge: 'back' } }] } });
    const add = async (user: string, password: string) => {
      const headers = { authorization: basic(user, password), ...key };
      return JSON.parse((await gate.post('/v1/notes', { text: 'x' }, headers)).text).id as number;
    };
    const pairs = [
      ['anna', 'a'],
      ['anna', 'b'],
      ['bob', 'a'],
      ['', 'anna:a'],
    ] as const;
    for (const [i, [user, password]] of pairs.entries()) expect(await add(user, password)).toBe(i + 1);
    for (const [i, [user, password]] of pairs.entries()) expect(await add(user, password)).toBe(i + 1);
  });

  test('what is kept of a call holds no credential of it', async () => {
    const peer = await startPeer(() => ({ body: envelope('<AddNoteResponse><id>1</id></AddNoteResponse>') }));
    const fields = { email: 'secret-email@example.com', account: 'A', password: { env: 'ONE' } };
    const gate = await startGate(peer.origin, { auth: { back: { fields } } });
    const { text } = await gate.post('/v1/notes', { text: 'x' }, key);
    expect(textIn(peer.heard[0].body, 'author')).toBe('secret-email@example.com');
    expect((await gate.post('/v1/notes', { text: 'x' }, key)).text).toBe(text);
    expect(peer.heard).toHaveLength(1);
  });
});
