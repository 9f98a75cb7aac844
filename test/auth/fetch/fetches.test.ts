// What came of asking for keys and for tokens is counted, also where callers notice nothing.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { Fetches, type FetchOutcome, fetchOutcomes } from '../../../src/auth/fetch/fetches.ts';
import { RemoteKeys } from '../../../src/auth/inbound/jwks.ts';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { call } from '../../server/http-client.ts';
import { temp } from '../../server/temp.ts';
import { type Answer, NOTES, startPeer } from '../notes.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys: Answer = { body: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256' }] }) };
const token = await new SignJWT({ iss: 'us', aud: 'notes', sub: 'a' })
  .setProtectedHeader({ alg: 'ES256', kid: '1' })
  .setExpirationTime('10m')
  .sign(privateKey);

process.env.FETCHES_SECRET = 's3cret';

/** How often each of them, in the order of the outcomes: success, unreached, refused, unusable. */
function counted(fetches: Fetches, url: string): number[] {
  return fetches.of([{ use: 'keys', url }]).map(({ count }) => count);
}

const answers: readonly (readonly [string, Answer, FetchOutcome])[] = [
  ['a key set', keys, 'success'],
  ['an error', { ...keys, status: 503 }, 'refused'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }, 'refused'],
  ['no JSON', { body: '<html>' }, 'unusable'],
  ['nothing at all', { body: 'null' }, 'unusable'],
  ['something else', { body: '{"keys":7}' }, 'unusable'],
  ['too much', { body: JSON.stringify({ keys: [], more: 'x'.repeat(70_000) }) }, 'unusable'],
];

test.each(answers)('%s from the URL of the keys', async (_title, answer, outcome) => {
  const peer = await startPeer(() => answer);
  const fetches = new Fetches();
  await jwtVerify(token, new RemoteKeys(peer.origin, fetches).key).catch(() => undefined);
  expect(counted(fetches, peer.origin)).toEqual(fetchOutcomes.map((one) => (one === outcome ? 1 : 0)));
});

test('no answer from the URL of the keys, while keys of before serve', async () => {
  const door = await startDoor();
  const [fetches, time] = [new Fetches(), { now: 0 }];
  const { key } = new RemoteKeys(door.origin, fetches, () => time.now);
  await jwtVerify(token, key);
  door.shut = true;
  for (let failures = 1; failures <= 3; failures++) {
    time.now += 10 * 60_000;
    await jwtVerify(token, key);
    expect(counted(fetches, door.origin)).toEqual([1, failures, 0, 0]);
  }
});

test('both uses are in the metrics of their bridge from the start, by host alone, and go on counting after a reload', async () => {
  const answer = { keys, token: { status: 401, body: '{}' } as Answer };
  const [ids, tokens] = [await startPeer(() => answer.keys), await startPeer(() => answer.token)];
  const { reload, ask, series } = await open(ids.origin, tokens.origin);
  expect(await series()).toEqual({ all: 8, some: [] });
  expect(await ask()).toBe(502);
  const of = (use: string, { origin }: { origin: string }, outcome: string, count: number) =>
    `bridge="notes",use="${use}",host="${new URL(origin).host}",outcome="${outcome}" ${count}`;
  const first = [of('keys', ids, 'success', 1), of('token', tokens, 'refused', 1)];
  expect(await series()).toEqual({ all: 8, some: first });
  answer.keys = { status: 503, body: '' };
  answer.token = { body: '{"access_token":"t","token_type":"bearer"}' };
  await reload('/other');
  expect(await series()).toEqual({ all: 8, some: first });
  expect(await ask()).toBe(502);
  answer.keys = keys;
  await reload('');
  expect(await ask()).toBe(200);
  const { some } = await series();
  expect(some).toEqual([
    of('keys', ids, 'success', 2),
    of('keys', ids, 'refused', 1),
    of('token', tokens, 'success', 1),
    of('token', tokens, 'refused', 1),
  ]);
});

/** Answers with a key set; while it is shut, connections end at once. */
async function startDoor() {
  const door = { origin: '', shut: false };
  const server = createServer((req, res) => {
    if (door.shut) req.socket.destroy();
    else res.end(keys.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  door.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  return door;
}

async function open(keysUrl: string, tokenUrl: string) {
  const peer = await startPeer();
  const where = { more: '' };
  const load = () => {
    const front = `[{ bearer: { jwks: { url: "${keysUrl}${where.more}" }, issuer: us, audience: notes } }]`;
    const oauth2 = `{ tokenUrl: "${tokenUrl}?of=me" }`;
    const back = `{ fields: { clientId: c, clientSecret: { env: FETCHES_SECRET } }, oauth2: ${oauth2} }`;
    const bridge = `{ name: notes, mapping: ${NOTES}, upstream: "${peer.origin}", auth: { front: ${front}, back: ${back} } }`;
    const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
    return loadSettings({ flags, environment: {}, cwd: temp({ 'soapstone.yaml': `watch: 0\nbridges: [${bridge}]` }) });
  };
  const server = await startServer(await load(), silent, { settings: load });
  onTestFinished(() => server.drain(0).then(() => undefined));
  const ask = async () =>
    (await call(server.port, '/v1/notes/7', { headers: { authorization: `Bearer ${token}` } })).status;
  const reload = async (more: string) => {
    where.more = more;
    expect((await server.reload()).ok).toBe(true);
  };
  /** How many series there are, and those that are not 0. */
  const series = async () => {
    const { text } = await call(server.adminPort as number, '/metrics');
    const all = [...text.matchAll(/^soapstone_credential_fetches_total\{(.*)\} (\d+)$/gm)];
    return { all: all.length, some: all.filter(([, , n]) => n !== '0').map(([, labels, n]) => `${labels} ${n}`) };
  };
  return { reload, ask, series };
}
