// What the access log says of logins, and of the address of a session.
import { expect, onTestFinished, test } from 'vitest';
import { type RequestRecord, requestChannel } from '../../../src/binding/channels.ts';
import type { SoapstoneOptions } from '../../../src/index.ts';
import { AccessLog } from '../../../src/server/log/access-log.ts';
import { silent } from '../../../src/server/log/open-log.ts';
import { type Answer, envelope, faultOf, type Heard, soapAnswer, startGate, startPeer } from '../notes.ts';
import { mapping, NAMED } from './session-table.ts';

process.env['SESSION_LOG_PASSWORD'] = 'correct horse';
const fields = { email: 'anna@example.com', password: { env: 'SESSION_LOG_PASSWORD' }, account: 'A' };

/** A gateway of one bridge, and the lines of its log. */
async function open(name: string, upstream: string, more: Partial<SoapstoneOptions>) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = new AccessLog(
    { ...silent, write: (_level, line) => void lines.push(line) },
    new Map(),
    new Map(),
    new Map([[name, new URL(upstream).origin]]),
  );
  const listen = (record: unknown) => {
    if ((record as RequestRecord).bridge === name) log.add(record as RequestRecord);
  };
  requestChannel.subscribe(listen);
  onTestFinished(() => void requestChannel.unsubscribe(listen));
  const gate = await startGate(upstream, { name, mapping: mapping(NAMED), auth: { back: { fields } }, ...more });
  const ask = async (headers?: Readonly<Record<string, string>>) => {
    const before = lines.length;
    const { status, text } = await gate.get('/v1/notes/7', headers);
    await expect.poll(() => lines.length).toBe(before + 1);
    return { status, text, line: lines.at(-1)! };
  };
  return { ask };
}

const isLogin = ({ body }: Heard) => body.includes('Login');
const naming = (address: () => string) => (heard: Heard) =>
  isLogin(heard)
    ? { body: envelope(`<LoginResponse><sessionId>${address()}</sessionId></LoginResponse>`) }
    : soapAnswer(heard);

const refusals: readonly (readonly [string, Answer, string])[] = [
  ['a fault', faultOf('InvalidCredentials'), 'status 500, fault Client, InvalidCredentials'],
  ['a status', { status: 401, body: 'correct horse' }, 'status 401'],
  ['another response', { body: envelope('<Other>correct horse</Other>') }, 'its response is not that of the table'],
];

test.each(refusals)('a login that fails by %s leaves its reason and the service, and no secret', async (...refusal) => {
  const [name, answer, reason] = refusal;
  const peer = await startPeer((heard) => (isLogin(heard) ? answer : soapAnswer(heard)));
  const { ask } = await open(`refusing ${name}`, peer.origin, {});
  const { status, text, line } = await ask();
  expect([status, text.includes(reason)]).toEqual([502, false]);
  expect(line).toMatchObject({ code: 'CREDENTIAL', upstream: new URL(peer.origin).origin });
  expect(line['reason']).toBe(`the service does not start a session (${reason})`);
  expect(line['upstream_ms']).toBeGreaterThan(0);
  expect(JSON.stringify(line)).not.toContain('correct horse');
});

test('the reason is there too where the credential is that of the caller', async () => {
  const peer = await startPeer((heard) => (isLogin(heard) ? faultOf('AccountLocked') : soapAnswer(heard)));
  const { ask } = await open('caller', peer.origin, {
    auth: {
      front: [{ basic: { judge: 'back', as: { user: 'email', password: 'password' } } }],
      back: { fields: { account: 'A' } },
    },
  });
  const { status, line } = await ask({ authorization: `Basic ${Buffer.from('anna:pw').toString('base64')}` });
  expect([status, line['reason']]).toEqual([
    401,
    'the service does not start a session (status 500, fault Client, AccountLocked)',
  ]);
});

test('a line names the address of the session, also where nothing takes connections there', async () => {
  const own = await startPeer();
  let address = own.origin;
  const login = await startPeer(naming(() => address));
  const hosts = { sessionAddress: 'serverUrl', sessionHosts: [new URL(own.origin).host, '127.0.0.1:1'] };
  const first = await open('addressed', login.origin, hosts);
  expect((await first.ask()).line).toMatchObject({ status: 200, upstream: new URL(own.origin).origin });
  address = 'http://127.0.0.1:1/notes';
  const second = await open('away', login.origin, hosts);
  const { line } = await second.ask();
  expect(line).toMatchObject({ code: 'UPSTREAM_CONNECT', upstream: 'http://127.0.0.1:1' });
  expect(line['reason']).toMatch(/^http:\/\/127\.0\.0\.1:1: /);
});

test('of a service at several addresses, the session has one of them', async () => {
  let address = '';
  const replicas = await Promise.all([startPeer(naming(() => address)), startPeer(naming(() => address))]);
  const [first, second] = replicas.map(({ origin }) => new URL(origin).origin);
  address = `${first}/notes`;
  const { ask } = await open('replicas', replicas[0].origin, {
    upstreamReplicas: [second],
    sessionAddress: 'serverUrl',
    sessionHosts: [],
  });
  for (let i = 0; i < 4; i++) expect((await ask()).line).toMatchObject({ status: 200, upstream: first });
  const calls = replicas.map(({ heard }) => heard.filter((one) => !isLogin(one)).length);
  expect(calls).toEqual([4, 0]);
});
