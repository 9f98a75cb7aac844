// Callers of a REST face: each kind of credential, accepted and refused.
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SoapstoneOptions } from '../../../src/index.ts';
import { temp } from '../../server/temp.ts';
import { until } from '../../server/until.ts';
import { type Gate, startGate, startPeer, textIn } from '../notes.ts';

process.env.ANNA_PASSWORD = 'correct horse';
process.env.SHOP_KEY = 'k-123456';
process.env.SHOP_TOKEN = 'tk';
process.env.SHOP_SECRET = 'consumer-secret';
process.env.SHOP_TOKEN_SECRET = 'token-secret';

const anna = { user: 'anna', password: { env: 'ANNA_PASSWORD' }, email: 'anna@example.com', account: 'A' };
const shop = { key: { env: 'SHOP_KEY' }, email: 'shop@example.com', account: 'S' };

type Auth = Exclude<SoapstoneOptions['auth'], string | undefined>;

async function gateOf(auth: Auth): Promise<{ gate: Gate; author: () => string | undefined; calls: () => number }> {
  const peer = await startPeer();
  const gate = await startGate(peer.origin, { auth });
  return { gate, author: () => textIn(peer.heard.at(-1)?.body ?? '', 'author'), calls: () => peer.heard.length };
}

const note = { text: 'x' };
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

describe('HTTP Basic', () => {
  test('knows its callers; whatever is wrong, the answer is the same', async () => {
    const { gate, author, calls } = await gateOf({ front: ['basic'], callers: [anna] });
    expect((await gate.post('/v1/notes', note, basic('anna:correct horse'))).status).toBe(201);
    expect(author()).toBe('anna@example.com');
    const refused = [
      {},
      basic('anna:wrong'),
      basic('eve:correct horse'),
      basic('anna:'),
      basic(':'),
      basic('anna'),
      { authorization: 'Basic' },
      { authorization: 'Basic !!' },
      { authorization: 'Bearer x' },
    ];
    const answers = new Set<string>();
    for (const headers of refused) {
      const { status, headers: fields, text } = await gate.post('/v1/notes', note, headers);
      expect(status).toBe(401);
      expect(fields['www-authenticate']).toBe('Basic realm="soapstone", charset="UTF-8"');
      const { instance: _, requestId: __, ...body } = JSON.parse(text);
      answers.add(JSON.stringify({ ...body, request: undefined }).replace(/[0-9a-f-]{36}/g, ''));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('UNAUTHENTICATED');
    expect(calls()).toBe(1);
  });

  test('an open rule asks nobody; what is no rule is not found before anybody is asked', async () => {
    const { gate } = await gateOf({ front: ['basic'], callers: [anna] });
    expect((await gate.get('/v1/time')).status).toBe(200);
    expect((await gate.get('/v1/none')).status).toBe(404);
    expect((await gate.get('/v1/notes/x')).status).toBe(401);
  });

  test('judge: back passes on what it does not know, under names of the table', async () => {
    const peer = await startPeer();
    const front = [{ basic: { judge: 'back', as: { user: 'email' } } }];
    const gate = await startGate(peer.origin, { auth: { front, back: { fields: { account: 'A' } } } });
    expect((await gate.get('/v1/notes/7', basic('bob@example.com:s:3'))).status).toBe(200);
    expect((await gate.get('/v1/notes/7')).status).toBe(401);
    expect(textIn(peer.heard[0].body, 'email')).toBe('bob@example.com');
    expect(textIn(peer.heard[0].body, 'password')).toBe('s:3');
  });

  test.each(['basic', 'bearer'])('whom the service judges has no share of its own: %s can be made up', async (kind) => {
    const held: (() => void)[] = [];
    const server = createServer((_req, res) => void held.push(() => res.writeHead(401).end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const front = [kind === 'basic' ? { basic: { judge: 'back' } } : 'bearer'];
    const auth = { front, back: { [kind]: {} } };
    const gate = await startGate(`http://127.0.0.1:${port}/`, {
      auth,
      connections: 8,
      queueTimeout: 60_000,
      retries: 0,
      breakerFailures: 0,
    });
    const said = (i: number) => (kind === 'basic' ? basic(`user-${i}:x`) : { authorization: `Bearer t${i}` });
    const all = Array.from({ length: 12 }, (_, i) => gate.get('/v1/notes/7', said(i)));
    await until(() => held.length >= 7);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(held).toHaveLength(7);
    for (let i = 0; i < 12; i++) {
      await until(() => held.length > i);
      held[i]();
    }
    await Promise.all(all);
  });
});

describe('an API key', () => {
  test('in a header field', async () => {
    const { gate, author } = await gateOf({ front: [{ apiKey: { header: 'X-Api-Key' } }], callers: [anna, shop] });
    expect((await gate.post('/v1/notes', note, { 'x-api-key': 'k-123456' })).status).toBe(201);
    expect(author()).toBe('shop@example.com');
    const { status, headers } = await gate.post('/v1/notes', note, { 'x-api-key': 'k-123457' });
    expect([status, headers['www-authenticate']]).toEqual([401, 'ApiKey realm="soapstone", header="x-api-key"']);
  });

  test('in one of several parameters, in whatever spelling: the rule sees none of them', async () => {
    const front = [{ apiKey: { query: 'key' } }, { apiKey: { query: 'api key' } }];
    const { gate } = await gateOf({ front, callers: [shop] });
    for (const query of ['%6bey=k-123456', 'api+key=k-123456', 'api%20key=k-123456', 'key=k-123456&api+key=x']) {
      const { status, text } = await gate.get(`/v1/notes/7?${query}`);
      expect([query, status, text.includes('k-123456')]).toEqual([query, 200, false]);
    }
    expect((await gate.get('/v1/notes/7?api+key=wrong')).status).toBe(401);
  });

  test('in the query, of which the rule sees nothing', async () => {
    const { gate } = await gateOf({ front: [{ apiKey: { query: 'key' } }], callers: [shop] });
    expect((await gate.get('/v1/notes/7?key=k-123456')).status).toBe(200);
    expect((await gate.get('/v1/notes/7?key=k-123456&key=k-123456')).status).toBe(401);
    expect((await gate.get('/v1/notes/7?key=k-123456&other=1')).status).toBe(400);
    expect((await gate.get('/v1/notes/7')).status).toBe(401);
  });

  test('beside none, callers without one are let in, and those with a wrong one are not', async () => {
    const { gate } = await gateOf({ front: [{ apiKey: { header: 'X-Api-Key' } }, 'none'], callers: [shop] });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect((await gate.get('/v1/notes/7', { 'x-api-key': 'no' })).status).toBe(401);
  });
});

describe('a JWT', async () => {
  const pair = (kid: string) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { privateKey, jwk: async () => ({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }) };
  };
  const [first, second, stranger] = [pair('1'), pair('2'), pair('1')];
  const token = (claims: Record<string, unknown> = {}, key = first, kid = '1') =>
    new SignJWT({ sub: 'u1', tenant: 'T9', email: 'anna@example.com', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuedAt()
      .setIssuer((claims.iss as string) ?? 'https://id.example')
      .setAudience((claims.aud as string) ?? 'notes')
      .setExpirationTime((claims.exp as number) ?? '5m')
      .sign(key.privateKey);
  const settings = (jwks: unknown): Auth => ({
    front: [
      {
        bearer: {
          jwks,
          issuer: 'https://id.example',
          audience: 'notes',
          algorithms: ['ES256'],
          claims: { email: 'email', account: 'tenant' },
        },
      },
    ],
  });
  /** The last letter of 64 bytes in base64url has four bits that nobody reads. */
  const respelled = (text: string) => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return text.slice(0, -1) + letters[letters.indexOf(text.at(-1) as string) ^ 1];
  };
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

  test('one token is one caller, however its signature is spelled, also where the service is shown it', async () => {
    const dir = temp({ 'jwks.json': JSON.stringify({ keys: [await first.jwk()] }) });
    const peer = await startPeer();
    const auth = { ...settings({ file: join(dir, 'jwks.json') }), back: { pass: true, bearer: { token: 'token' } } };
    const gate = await startGate(peer.origin, { auth: auth as Auth, rateLimit: '2/1h' });
    const text = await token();
    const statuses = [];
    for (const spelled of [text, respelled(text), text])
      statuses.push((await gate.get('/v1/notes/7', bearer(spelled))).status);
    expect(statuses).toEqual([200, 200, 429]);
    // Its claims say when it was issued: another second is another token.
    const later = await token({ email: 'other@example.com' });
    expect((await gate.get('/v1/notes/7', bearer(later))).status).toBe(200);
  });

  test('checked by keys of a file, which may change', async () => {
    const dir = temp({ 'jwks.json': JSON.stringify({ keys: [await first.jwk()] }) });
    const { gate, author } = await gateOf(settings({ file: join(dir, 'jwks.json') }));
    expect((await gate.post('/v1/notes', note, bearer(await token()))).status).toBe(201);
    expect(author()).toBe('anna@example.com');
    const now = Math.floor(Date.now() / 1000);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await token()).split('.')[1]}.`;
    const [head, payload, signature] = (await token()).split('.');
    const hmac = createHmac('sha256', JSON.stringify(await first.jwk()));
    const confused = `${Buffer.from('{"alg":"HS256","kid":"1"}').toString('base64url')}.${payload}`;
    const wrong = [
      await token({}, stranger),
      await token({ exp: now - 120 }),
      await token({ nbf: now + 600 }),
      await token({ iss: 'https://eve.example' }),
      await token({ aud: 'others' }),
      unsigned,
      `${confused}.${hmac.update(confused).digest('base64url')}`,
      `${head}.${Buffer.from('{"sub":"u2"}').toString('base64url')}.${signature}`,
      'x',
      'x.y.z',
    ];
    for (const text of wrong) {
      const { status, headers } = await gate.get('/v1/notes/7', bearer(text));
      expect([status, headers['www-authenticate']], text).toEqual([401, 'Bearer realm="soapstone"']);
    }
    const fresh = bearer(await token({}, second, '2'));
    expect((await gate.get('/v1/notes/7', fresh)).status).toBe(401);
    writeFileSync(join(dir, 'jwks.json'), JSON.stringify({ keys: [await second.jwk()] }));
    await expect.poll(async () => (await gate.get('/v1/notes/7', fresh)).status, { timeout: 5000 }).toBe(200);
    expect((await gate.get('/v1/notes/7', bearer(await token()))).status).toBe(401);
  });

  test('checked by keys of the URL that the settings name, asked once; a token says nothing about where keys are', async () => {
    const asked: string[] = [];
    const keys = [await first.jwk()];
    const server = createServer((req, res) => {
      asked.push(req.url as string);
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    const { gate } = await gateOf(settings({ url }));
    const good = bearer(await token());
    expect((await gate.get('/v1/notes/7', good)).status).toBe(200);
    expect((await gate.get('/v1/notes/7', good)).status).toBe(200);
    const elsewhere = await new SignJWT({ sub: 'eve' })
      .setProtectedHeader({ alg: 'ES256', kid: '9', jku: `${url}/eve`, jwk: await exportJWK(stranger.privateKey) })
      .setIssuer('https://id.example')
      .setAudience('notes')
      .setExpirationTime('5m')
      .sign(stranger.privateKey);
    for (let i = 0; i < 5; i++) expect((await gate.get('/v1/notes/7', bearer(elsewhere))).status).toBe(401);
    expect(asked).toEqual(['/jwks']);
  });

  test('whose keys cannot be had is not accepted', async () => {
    const { gate } = await gateOf(settings({ url: 'http://127.0.0.1:9/jwks' }));
    const { status, text } = await gate.get('/v1/notes/7', bearer(await token()));
    expect([status, JSON.parse(text).code]).toEqual([502, 'CREDENTIAL']);
  });
});

describe('OAuth 1.0a', () => {
  const enc = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const caller = {
    consumerKey: 'ck',
    consumerSecret: { env: 'SHOP_SECRET' },
    token: { env: 'SHOP_TOKEN' },
    tokenSecret: { env: 'SHOP_TOKEN_SECRET' },
    email: 'shop@example.com',
  };

  /** As RFC 5849 says, written a second time. */
  function signed(gate: Gate, method: string, target: string, changes: Record<string, string> = {}, key?: string) {
    const [path, query = ''] = target.split(/\?(.*)/);
    const own: Record<string, string> = {
      oauth_consumer_key: 'ck',
      oauth_token: 'tk',
      oauth_nonce: randomUUID(),
      oauth_timestamp: String(Math.floor(Date.now() / 1000)),
      oauth_signature_method: 'HMAC-SHA256',
      oauth_version: '1.0',
      ...changes,
    };
    const pairs = [...Object.entries(own), ...new URLSearchParams(query)].map(([n, v]) => `${enc(n)}=${enc(v)}`).sort();
    const base = [method, `http://127.0.0.1:${gate.port}${path}`, pairs.join('&')].map(enc).join('&');
    const signature = createHmac('sha256', key ?? 'consumer-secret&token-secret')
      .update(base)
      .digest('base64');
    const all = Object.entries({ ...own, oauth_signature: signature }).map(([n, v]) => `${enc(n)}="${enc(v)}"`);
    return { authorization: `OAuth realm="A", ${all.join(', ')}` };
  }

  test('checks the signature, the time and that the nonce is new', async () => {
    const { gate, author } = await gateOf({ front: [{ oauth1: { realm: 'Notes' } }], callers: [caller] });
    const good = signed(gate, 'POST', '/v1/notes');
    expect((await gate.post('/v1/notes', note, good)).status).toBe(201);
    expect(author()).toBe('shop@example.com');
    expect((await gate.get('/v1/notes/7', signed(gate, 'GET', '/v1/notes/7'))).status).toBe(200);
    const wrong = [
      good,
      signed(gate, 'GET', '/v1/notes'),
      signed(gate, 'POST', '/v1/notes/7'),
      signed(gate, 'POST', '/v1/notes?x=1'),
      signed(gate, 'POST', '/v1/notes', {}, 'consumer-secret&'),
      signed(gate, 'POST', '/v1/notes', { oauth_consumer_key: 'other' }),
      signed(gate, 'POST', '/v1/notes', { oauth_token: 'other' }),
      signed(gate, 'POST', '/v1/notes', { oauth_timestamp: '1' }),
      signed(gate, 'POST', '/v1/notes', { oauth_version: '2.0' }),
      signed(gate, 'POST', '/v1/notes', { oauth_signature_method: 'HMAC-SHA1' }),
      signed(gate, 'POST', '/v1/notes', { oauth_signature_method: 'PLAINTEXT' }),
      { authorization: 'OAuth' },
      { authorization: 'OAuth x' },
      { authorization: `${good.authorization}, oauth_nonce="n"` },
    ];
    for (const headers of wrong) {
      const { status, headers: fields } = await gate.post('/v1/notes', note, headers);
      expect([status, fields['www-authenticate']], headers.authorization).toEqual([401, 'OAuth realm="Notes"']);
    }
  });

  test('signs the whole of the query, whatever stands in it', async () => {
    const { gate, calls } = await gateOf({ front: ['oauth1'], callers: [caller] });
    for (const [signedFor, sent] of [
      ['/v1/notes/7', '/v1/notes/7??x=1'],
      ['/v1/notes/7?x=1', '/v1/notes/7??x=1'],
      ['/v1/notes/7?x=1', '/v1/notes/7?x=1?&y=2'],
    ]) {
      const { status } = await gate.get(sent, signed(gate, 'GET', signedFor));
      expect([sent, status]).toEqual([sent, 401]);
    }
    expect(calls()).toBe(0);
    const query = 'x=1?y=2';
    const key = { path: `/v1/notes/7?${query}` };
    expect((await gate.get(key.path, signed(gate, 'GET', key.path))).status).not.toBe(401);
  });

  test('the base string of RFC 5849 §3.4.1.1, without its body parameters', async () => {
    const { baseString } = await import('../../../src/auth/formats/oauth1.ts');
    const made = baseString({
      method: 'post',
      url: 'http://EXAMPLE.com:80/r%20v/X',
      query: 'b5=%3D%253D&a3=a&c%40=&a2=r%20b&c2=&a3=2+q',
      parameters: [
        ['oauth_consumer_key', '9djdj82h48djs9d2'],
        ['oauth_token', 'kkk9d7dh3k39sjv7'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131201'],
        ['oauth_nonce', '7d8f3e4a'],
      ],
    });
    expect(made).toBe(
      'POST&http%3A%2F%2Fexample.com%2Fr%2520v%2FX&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
        'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });
});
