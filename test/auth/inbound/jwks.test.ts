// Keys of a URL: how often it is asked, and what serves while it does not answer.
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { Fetches } from '../../../src/auth/fetch/fetches.ts';
import { RemoteKeys } from '../../../src/auth/inbound/jwks.ts';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { call } from '../../server/http-client.ts';
import { temp } from '../../server/temp.ts';
import { NOTES, startPeer } from '../notes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = await exportJWK(publicKey);
const tokenOf = (kid: string) => new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
const [good, later, garbage] = await Promise.all(['1', '2', 'none'].map(tokenOf));

async function scene() {
  const answer = { status: 200, kids: ['1'] };
  const peer = await startPeer(() => ({
    status: answer.status,
    body: JSON.stringify({ keys: answer.kids.map((kid) => ({ ...jwk, kid, alg: 'ES256' })) }),
  }));
  const time = { now: 0 };
  const { key } = new RemoteKeys(peer.origin, new Fetches(), () => time.now);
  const judge = (token: string) =>
    jwtVerify(token, key).then(
      () => 'good',
      ({ code }) => code as string,
    );
  return { answer, time, judge, asked: () => peer.heard.length };
}

const UNKNOWN = 'ERR_JWKS_NO_MATCHING_KEY';

test('strangers do not make more questions, whatever is answered', async () => {
  const { answer, time, judge, asked } = await scene();
  answer.status = 503;
  const many = await Promise.all(Array.from({ length: 50 }, () => judge(garbage)));
  expect(new Set(many)).toEqual(new Set(['CREDENTIAL']));
  for (let i = 0; i < 50; i++) expect(await judge(garbage)).toBe('CREDENTIAL');
  expect(asked()).toBe(1);
  time.now += 30 * SECOND - 1;
  expect(await judge(good)).toBe('CREDENTIAL');
  expect(asked()).toBe(1);
  answer.status = 200;
  time.now += 1;
  expect(await judge(good)).toBe('good');
  expect(await judge(garbage)).toBe(UNKNOWN);
  expect(asked()).toBe(2);
});

test('a key that is new is found, and keys of before go on while nothing good is answered', async () => {
  const { answer, time, judge, asked } = await scene();
  expect(await judge(good)).toBe('good');
  answer.kids = ['1', '2'];
  expect(await judge(later)).toBe(UNKNOWN);
  time.now += 30 * SECOND;
  expect(await judge(later)).toBe('good');
  expect(asked()).toBe(2);
  answer.status = 503;
  for (let minutes = 0; minutes < 59; minutes++) {
    time.now += MINUTE;
    expect([await judge(good), await judge(later), await judge(garbage)]).toEqual(['good', 'good', UNKNOWN]);
  }
  // One a minute: of strangers, and of keys that are old.
  expect(asked()).toBe(2 + 59);
  time.now += MINUTE;
  expect(await judge(good)).toBe('CREDENTIAL');
  answer.status = 200;
  time.now += MINUTE;
  expect(await judge(good)).toBe('good');
});

test('a key that is withdrawn is no good after ten minutes', async () => {
  const { answer, time, judge } = await scene();
  expect(await judge(good)).toBe('good');
  answer.kids = ['2'];
  time.now += 10 * MINUTE;
  expect(await judge(good)).toBe(UNKNOWN);
  expect(await judge(later)).toBe('good');
});

test('a reload keeps the keys that were fetched, unless their URL has changed', async () => {
  const answer = { status: 200 };
  const keys = await startPeer(() => ({
    ...answer,
    body: JSON.stringify({ keys: [{ ...jwk, kid: '1', alg: 'ES256' }] }),
  }));
  const peer = await startPeer();
  const settingsWith = (jwks: string) => {
    const front = `[{ bearer: { jwks: { url: "${keys.origin}${jwks}" }, issuer: us, audience: notes } }]`;
    const bridge = `{ name: notes, mapping: ${NOTES}, upstream: "${peer.origin}", auth: { front: ${front} } }`;
    return { 'soapstone.yaml': `watch: 0\nbridges: [${bridge}]` };
  };
  const where = { cwd: temp(settingsWith('')) };
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
  const load = () => loadSettings({ flags, environment: {}, ...where });
  const server = await startServer(await load(), silent, { settings: load });
  onTestFinished(() => server.drain(0).then(() => undefined));
  const token = await new SignJWT({ iss: 'us', aud: 'notes', sub: 'a' })
    .setProtectedHeader({ alg: 'ES256', kid: '1' })
    .setExpirationTime('10m')
    .sign(privateKey);
  const ask = async () =>
    (await call(server.port, '/v1/notes/7', { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  answer.status = 503;
  expect((await server.reload()).ok).toBe(true);
  expect(await ask()).toBe(200);
  expect(keys.heard).toHaveLength(1);
  where.cwd = temp(settingsWith('/other'));
  expect((await server.reload()).ok).toBe(true);
  expect(await ask()).toBe(502);
  expect(keys.heard).toHaveLength(2);
});
