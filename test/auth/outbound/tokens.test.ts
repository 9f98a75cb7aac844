// Tokens that the gateway has from a server of its own, and requests to REST services that are signed.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call } from '../../server/http-client.ts';
import { envelope, soapAnswer, startGate, startPeer, textIn } from '../notes.ts';

process.env.CLIENT_SECRET = 'client secret/+';
process.env.CONSUMER_SECRET = 'cs';
process.env.TOKEN = 'tk';
process.env.TOKEN_SECRET = 'ts';

const client = { clientId: 'gate:way', clientSecret: { env: 'CLIENT_SECRET' } };

const json = (body: unknown, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('client credentials', () => {
  test('one token serves many calls; the client says who it is as RFC 6749 §2.3.1 wants it', async () => {
    const tokens = await startPeer(() => json({ access_token: 'abc.def', token_type: 'Bearer', expires_in: 3600 }));
    const peer = await startPeer();
    const oauth2 = { tokenUrl: tokens.origin, scope: 'notes read' };
    const gate = await startGate(peer.origin, { auth: { back: { fields: client, oauth2 } } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => gate.get('/v1/notes/7')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect(tokens.heard).toHaveLength(1);
    const [{ headers, body }] = tokens.heard;
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'notes read',
    });
    const pair = Buffer.from((headers.authorization as string).slice(6), 'base64').toString();
    expect(pair).toBe('gate%3Away:client+secret%2F%2B');
    expect(new Set(peer.heard.map((heard) => heard.headers.authorization))).toEqual(new Set(['Bearer abc.def']));
  });

  test('one that is near its end is fetched again', async () => {
    const tokens = await startPeer((_heard, count) =>
      json({ access_token: `t${count}`, token_type: 'bearer', expires_in: 0.001 }),
    );
    const peer = await startPeer();
    const gate = await startGate(peer.origin, {
      auth: { back: { fields: client, oauth2: { tokenUrl: tokens.origin } } },
    });
    for (const token of ['t1', 't2']) {
      await expect.poll(async () => (await gate.get('/v1/notes/7')).status).toBe(200);
      if (token === 't1') expect(peer.heard.at(-1)?.headers.authorization).toBe('Bearer t1');
    }
    expect(tokens.heard.length).toBeGreaterThan(1);
  });

  test.each([
    ['an error', json({ error: 'invalid_client' }, 401)],
    ['another kind', json({ access_token: 'x', token_type: 'mac' })],
    ['no JSON', { body: 'abc' }],
    ['a token that no field can carry', json({ access_token: 'a\r\nx: y', token_type: 'bearer' })],
    ['too much', json({ access_token: 'x'.repeat(70_000), token_type: 'bearer' })],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }],
  ])('%s is none, and nothing is sent', async (_title, answer) => {
    const tokens = await startPeer(() => answer);
    const peer = await startPeer();
    const gate = await startGate(peer.origin, {
      auth: { back: { fields: client, oauth2: { tokenUrl: tokens.origin } } },
    });
    const { status, text } = await gate.get('/v1/notes/7');
    expect([status, JSON.parse(text).code]).toEqual([502, 'CREDENTIAL']);
    expect(peer.heard).toEqual([]);
  });
});

test('a token that the service refuses is renewed once, for all calls together', async () => {
  const tokens = await startPeer((_heard, count) =>
    json({ access_token: `t${count}`, token_type: 'bearer', expires_in: 3600 }),
  );
  let valid: string[] = ['t1'];
  const peer = await startPeer((heard) =>
    valid.includes((heard.headers.authorization as string).slice(7)) ? soapAnswer(heard) : { status: 401, body: '' },
  );
  const oauth2 = { tokenUrl: tokens.origin };
  const gate = await startGate(peer.origin, { auth: { back: { fields: client, oauth2 } } });
  expect((await gate.get('/v1/notes/7')).status).toBe(200);
  valid = ['t2'];
  const post = () => gate.post('/v1/notes', { text: 'milk' });
  const answers = await Promise.all([gate.get('/v1/notes/7'), post(), gate.get('/v1/notes/7'), post()]);
  expect(answers.map(({ status, text }) => [status < 300, text])).toEqual(answers.map(({ text }) => [true, text]));
  expect(tokens.heard).toHaveLength(2);
  // One that it has taken may end as soon.
  valid = ['t3'];
  expect((await gate.get('/v1/notes/7')).status).toBe(200);
  // A service that takes no token does not make the gateway ask for one after the other.
  valid = [];
  for (let i = 0; i < 3; i++) expect((await gate.get('/v1/notes/7')).status).toBe(502);
  expect(tokens.heard).toHaveLength(4);
  // Nor does one that takes each only once.
  const statuses: number[] = [];
  for (const token of ['t4', 't5', 't6', 't7', 't8']) {
    valid = [token];
    statuses.push((await gate.get('/v1/notes/7')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 502, 502]);
  expect(tokens.heard).toHaveLength(6);
});

describe('OAuth 1.0a behind', () => {
  const enc = (text: string) => encodeURIComponent(text);

  test('signs the request as it is sent, each anew', async () => {
    const peer = await startPeer(() => json({ text: 'milk', author: 'anna' }));
    const fields = {
      consumerKey: 'ck',
      consumerSecret: { env: 'CONSUMER_SECRET' },
      token: { env: 'TOKEN' },
      tokenSecret: { env: 'TOKEN_SECRET' },
      account: 'A',
    };
    const upstream = peer.origin.replace('/notes', '/api');
    const auth = { back: { fields, oauth1: { realm: 'A' } } };
    const { port } = await startGate(upstream, { present: 'soap', path: '/notes', auth });
    const body = envelope('<GetNote><id>7</id></GetNote>');
    const ask = () => call(port, '/notes', { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const nonces = peer.heard.map(({ url, headers }) => {
      expect(headers['x-account']).toBe('A');
      const said = [...(headers.authorization as string).matchAll(/(\w+)="([^"]*)"/g)].map(
        ([, name, value]) => [name, decodeURIComponent(value)] as const,
      );
      const own = said.filter(([name]) => name !== 'realm' && name !== 'oauth_signature');
      const pairs = own.map(([name, value]) => `${enc(name)}=${enc(value)}`).toSorted();
      const base = ['GET', new URL(url, upstream).href, pairs.join('&')].map(enc).join('&');
      const signature = createHmac('sha256', 'cs&ts').update(base).digest('base64');
      expect(new Map(said).get('oauth_signature')).toBe(signature);
      return new Map(said).get('oauth_nonce');
    });
    expect(new Set(nonces).size).toBe(2);
  });

  test.each([401, 403, 429])(
    'a service that refuses the credential of the gateway alone (%i) does not blame the client',
    async (status) => {
      const peer = await startPeer(() => json({ code: 'NO_KEY', message: 'no such key' }, status));
      const fields = { account: 'A', email: 'gate@example.com' };
      const upstream = peer.origin.replace('/notes', '/api');
      const front = [{ basic: { as: { user: 'account' }, judge: 'back' } }];
      const faultOf = async (auth: object, headers = {}) => {
        const { port } = await startGate(upstream, { present: 'soap', path: '/notes', auth: auth as never });
        const body = envelope('<GetNote><id>7</id></GetNote>');
        const post = { method: 'POST', headers: { 'content-type': 'text/xml', ...headers }, body };
        const { text } = await call(port, '/notes', post);
        return [textIn(text, 'faultcode')?.replace(/^\w+:/, ''), text.includes('no such key')];
      };
      expect(await faultOf({ back: { fields } })).toEqual(['Server', false]);
      const authorization = `Basic ${Buffer.from('A:b').toString('base64')}`;
      expect(await faultOf({ front }, { authorization })).toEqual(['Client', true]);
    },
  );

  test('kinds for the other side are refused with the settings', async () => {
    const wrong = (auth: object, present: 'rest' | 'soap') =>
      startGate('http://127.0.0.1:9/', { present, auth: { back: auth } as never });
    await expect(wrong({ oauth1: {} }, 'rest')).rejects.toThrow('oauth1 is for REST services');
    await expect(wrong({ security: { timestamp: '1m' } }, 'soap')).rejects.toThrow('security is for SOAP services');
  });

  test('a proof that stands in the settings is refused, whatever its field is called', async () => {
    const front = [{ basic: { as: { password: 'pin' } } }];
    const auth = { front, callers: [{ user: 'anna', pin: '1234' }] };
    await expect(startGate('http://127.0.0.1:9/', { auth })).rejects.toThrow('pin of a caller is a secret');
  });
});
