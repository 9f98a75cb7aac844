// Why a caller is refused, and why a credential of our own cannot be used, stands in the log; clients get the same as ever.
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { call, type Sending } from '../../server/http-client.ts';
import { temp } from '../../server/temp.ts';
import { until } from '../../server/until.ts';
import { NOTES, startPeer } from '../notes.ts';
import { makePair, signed as signedMessage, template } from '../signed-messages.ts';

const CANARY = 'hunter2';
const [ours, theirs] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const NOW = Math.floor(Date.now() / 1000);

/** `auth`: YAML of the bridge. The reasons of the lines so far, and what callers were sent without what each request has of its own. */
async function open(auth: string, present = 'rest') {
  const peer = await startPeer();
  const cwd = temp({
    'soapstone.yaml': `bridges: [{ name: notes, mapping: ${NOTES}, present: ${present}, upstream: "${peer.origin}", auth: ${auth} }]`,
    'keys.json': JSON.stringify({ keys: [{ ...(await exportJWK(ours.publicKey)), kid: '1', alg: 'ES256' }] }),
    key: CANARY,
  });
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
  const settings = await loadSettings({ flags, environment: {}, cwd });
  const file = join(cwd, 'access.log');
  const log = openLog(settings, openSync(file, 'a'));
  const server = await startServer(settings, log);
  onTestFinished(() => server.drain(0).then(() => undefined));
  const texts = new Set<string>();
  let asked = 0;
  const reasons = async (lines: number): Promise<unknown[]> => {
    const read = () => {
      void log.end(0);
      return readFileSync(file, 'utf8');
    };
    await until(() => read().split('\n').length > lines);
    expect(read()).not.toContain(CANARY);
    return read()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).reason);
  };
  const get = async (headers: Sending['headers'] = {}) => {
    const { status, text } = await call(server.port, '/v1/notes/7', { headers });
    texts.add(text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ''));
    // A caller has its response before the line is written: those of two connections may change places.
    asked += 1;
    await reasons(asked);
    return status;
  };
  return { cwd, port: server.port, get, texts, reasons };
}

const tokenOf = (claims: JWTPayload, key = ours, kid = '1') =>
  new SignJWT({ iss: 'us', aud: 'notes', sub: CANARY, exp: NOW + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(key.privateKey);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a caller', () => {
  test.each([
    ['nothing', () => ({}), 'there is no credential'],
    ['no token', () => bearer(CANARY), 'bearer: the token cannot be verified'],
    ['two words', () => bearer(`${CANARY} ${CANARY}`), 'bearer: the credential is not valid'],
    ['too late', () => tokenOf({ exp: NOW - 600 }), 'bearer: the token has expired'],
    ['too early', () => tokenOf({ nbf: NOW + 600 }), 'bearer: the claim nbf of the token is not accepted'],
    ['for another', () => tokenOf({ aud: CANARY }), 'bearer: the claim aud of the token is not accepted'],
    ['of another', () => tokenOf({ iss: CANARY }), 'bearer: the claim iss of the token is not accepted'],
    ['for ever', () => tokenOf({ exp: undefined }), 'bearer: the claim exp of the token is not accepted'],
    ['of nobody', () => tokenOf({ sub: undefined }), 'bearer: the claim sub of the token is missing'],
    ['made up', () => tokenOf({}, theirs), 'bearer: the signature of the token is wrong'],
    ['another key', () => tokenOf({}, ours, CANARY), 'bearer: there is no key for the token'],
    ['a wrong key', () => ({ 'x-api-key': `${CANARY}!` }), 'apiKey: the credential is not valid'],
  ])('with %s', async (_name, credential, reason) => {
    const front =
      '[{ bearer: { jwks: { file: keys.json }, issuer: us, audience: notes, identity: sub } }, { apiKey: { header: X-Api-Key } }]';
    const { get, texts, reasons } = await open(`{ front: ${front}, callers: [{ key: { file: key }, email: a }] }`);
    const said = await credential();
    expect([await get({}), await get(typeof said === 'string' ? bearer(said) : said)]).toEqual([401, 401]);
    expect(await reasons(2)).toEqual(['there is no credential', reason]);
    expect([...texts]).toHaveLength(1);
    expect(await get(bearer(await tokenOf({})))).toBe(200);
  });

  test('whose signed message was sent before', async () => {
    const { cert, key } = makePair(temp(), 'shop');
    const { port, reasons } = await open(
      `{ front: [{ signature: { authority: { file: ${cert} }, known: false } }] }`,
      'soap',
    );
    const body = signedMessage(template({ body: '<GetNote><id>7</id></GetNote>', cert }), key);
    const send = async (lines: number) => {
      await call(port, '/notes', { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
      return (await reasons(lines)).at(-1);
    };
    expect(await send(1)).not.toMatch(/^signature/);
    expect(await send(2)).toBe('signature: the same message was sent before');
  });

  test('whose request was said before, or whose clock is wrong', async () => {
    const caller =
      '{ consumerKey: ck, consumerSecret: { file: key }, token: { file: key }, tokenSecret: { file: key } }';
    const { get, texts, reasons } = await open(`{ front: [{ oauth1: { window: 5m } }], callers: [${caller}] }`);
    const [once, late] = [NOW, NOW - 3600].map((time) => ({ host: 'notes.example', authorization: signed(time) }));
    expect([await get(once), await get(once), await get(late)]).toEqual([200, 401, 401]);
    expect(await reasons(3)).toEqual([
      undefined,
      'oauth1: its nonce was used before',
      'oauth1: its time is outside the accepted window',
    ]);
    expect([...texts]).toHaveLength(2);
  });
});

describe('a caller that is known', () => {
  test('lacks what the rule demands: all of it is said at once, values of claims are not', async () => {
    const demands = `scope: notes.read, roles: { any: [ staff, admin ] }, claims: { email: ${CANARY} }`;
    const callers = '[{ key: { file: key }, email: a }]';
    const { get, reasons } = await open(
      `{ front: [{ apiKey: { header: X-Api-Key } }, none], callers: ${callers}, ${demands} }`,
    );
    expect([await get({ 'x-api-key': CANARY }), await get({})]).toEqual([403, 401]);
    expect(await reasons(2)).toEqual([
      'the caller needs the scope notes.read, and the role staff or admin, and a value of the claim email that is allowed',
      'there is no credential',
    ]);
  });

  test('has failed too often: by its address, or by its name', async () => {
    const callers = '[{ user: anna, password: { file: key } }]';
    const { get, reasons } = await open(
      `{ front: [ basic ], callers: ${callers}, failureLimit: 2/h }, trustedProxies: 127.0.0.1`,
    );
    const from = (forwarded: string, name: string) =>
      get({
        'x-forwarded-for': forwarded,
        authorization: `Basic ${Buffer.from(`${name}:wrong`).toString('base64')}`,
      });
    for (let i = 0; i < 2; i++) expect(await from('203.0.113.1', 'anna')).toBe(401);
    const limited = [
      ['203.0.113.1', 'bert'],
      ['203.0.113.2', 'anna'],
      ['203.0.113.2', 'anna'],
    ] as const;
    for (const [forwarded, name] of limited) expect(await from(forwarded, name)).toBe(429);
    expect((await reasons(5)).slice(2)).toEqual([
      'basic: too many wrong credentials of the address',
      'basic: too many wrong credentials of the name',
      'basic: too many wrong credentials of the address and the name',
    ]);
  });
});

/** RFC 5849 §3.4. */
function signed(time: number): string {
  const fields = {
    oauth_consumer_key: 'ck',
    oauth_nonce: randomBytes(8).toString('hex'),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(time),
    oauth_token: CANARY,
  };
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const text = ['GET', 'http://notes.example/v1/notes/7', pairs.join('&')].map(encodeURIComponent).join('&');
  const signature = createHmac('sha256', `${CANARY}&${CANARY}`).update(text).digest('base64');
  const all = { ...fields, oauth_signature: encodeURIComponent(signature) };
  return `OAuth ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}

describe('of our own', () => {
  test('keys and tokens of a server that answers with an error, or is not there', async () => {
    const server = await startPeer(() => ({ status: 503, body: CANARY }));
    const { host } = new URL(server.origin);
    const keys = `{ front: [{ bearer: { jwks: { url: "${server.origin}?k=${CANARY}" }, issuer: us, audience: notes, identity: sub } }] }`;
    const one = await open(keys);
    expect(await one.get(bearer(await tokenOf({})))).toBe(502);
    expect(await one.reasons(1)).toEqual([`cannot get the token verification keys (${host}: status 503)`]);

    const back =
      '{ fields: { clientId: a, clientSecret: { file: key } }, oauth2: { tokenUrl: "http://127.0.0.1:1/token" } }';
    const two = await open(`{ back: ${back} }`);
    expect(await two.get()).toBe(502);
    const [reason] = await two.reasons(1);
    expect(reason).toMatch(/^cannot get a token for the service \(127\.0\.0\.1:1: \w+\)$/);
    for (const text of [...one.texts, ...two.texts]) expect(text).not.toMatch(/127\.0\.0\.1|503/);
  });
});
