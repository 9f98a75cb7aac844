// Wrong credentials from one address, and for one name: limited, whoever is behind a proxy, and in bounded memory.
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { FailureLimit } from '../../../src/auth/inbound/failure-limit.ts';
import { clientAddress } from '../../../src/server/http/client-address.ts';
import { silent } from '../../../src/server/log/open-log.ts';
import { type RunningServer, startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { call } from '../../server/http-client.ts';
import { NOTES } from '../notes.ts';

const AUTH = `{
  front: [ basic, { apiKey: { header: X-Api-Key } } ],
  callers: [{ user: anna, password: { env: LIMIT_PASSWORD } }, { user: bert, password: { env: LIMIT_PASSWORD } }],
  failureLimit: 3/h
}`;
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

async function gateway(more: Readonly<Record<string, string>>): Promise<RunningServer> {
  process.env['LIMIT_PASSWORD'] = 'correct';
  const flags = {
    mapping: NOTES,
    upstream: 'http://127.0.0.1:9/notes',
    retries: '0',
    breakerFailures: '0',
    auth: AUTH,
  };
  const ports = { host: '127.0.0.1', port: '0', adminHost: '127.0.0.1', adminPort: '0', overloadDelay: '0' };
  const settings = await loadSettings({ flags: { ...flags, ...ports, ...more }, environment: process.env, cwd: '/' });
  const server = await startServer(settings, silent);
  onTestFinished(() => server.drain(0).then(() => undefined));
  return server;
}

/** Status of a request through a proxy; 502 where the client is let in: there is no service. */
async function from(server: RunningServer, forwarded: string, pair: string, header = 'x-forwarded-for') {
  const { status, headers } = await call(server.port, '/v1/notes/7', {
    headers: { ...basic(pair), [header]: forwarded },
  });
  return status === 429 ? `429 ${Number(headers['retry-after']) > 3000}` : status;
}

test('an address is limited, whatever it claims to have come through; its callers of before are still let in', async () => {
  const server = await gateway({ trustedProxies: '127.0.0.0/8,10.0.0.0/8' });
  const at = (forwarded: string, pair: string) => from(server, forwarded, pair);
  expect(await at('203.0.113.1', 'bert:correct')).toBe(502);
  for (const [i, forwarded] of ['203.0.113.1', '1.2.3.4, 203.0.113.1', '9.9.9.9, 203.0.113.1:4711, 10.1.2.3'].entries())
    expect(await at(forwarded, `eve${i}:wrong`)).toBe(401);
  expect(await at('203.0.113.1', 'eve:wrong')).toBe('429 true');
  // The right guess among many must not be told apart.
  expect(await at('203.0.113.1', 'anna:correct')).toBe('429 true');
  expect(await at('203.0.113.1', 'bert:correct')).toBe(502);
  expect(await at('203.0.113.2', 'anna:correct')).toBe(502);
  const { text } = await call(server.adminPort as number, '/metrics');
  expect(text).toContain('soapstone_auth_failures_total{bridge="90-credentials",kind="basic"} 4');
  expect(text).toContain('soapstone_auth_failures_total{bridge="90-credentials",kind="none"} 0');
  expect(text).toContain('soapstone_limit_rejections_total{bridge="90-credentials",limit="credentials"} 2');
});

test('a name is limited from everywhere; a caller at its usual address is not locked out', async () => {
  const server = await gateway({ trustedProxies: '127.0.0.1' });
  const at = (forwarded: string, pair: string) => from(server, forwarded, pair, 'forwarded');
  expect(await at('for=192.0.2.1', 'anna:correct')).toBe(502);
  for (const host of [2, 3, 4])
    expect(await at(`for="[2001:db8:0:${host}::1]:80";proto=https`, 'anna:wrong')).toBe(401);
  expect(await at('for=198.51.100.1', 'anna:wrong')).toBe('429 true');
  expect(await at('for=198.51.100.1', 'anna:correct')).toBe('429 true');
  expect(await at('for=192.0.2.1', 'anna:correct')).toBe(502);
  expect(await at('for=198.51.100.1', 'bert:correct')).toBe(502);
});

test('one client has all addresses of its /64; without trusted proxies no header is believed', async () => {
  const server = await gateway({ forwarded: 'trust' });
  for (const i of [1, 2, 3]) expect(await from(server, `2001:db8::${i}`, `eve${i}:wrong`)).toBe(401);
  expect(await from(server, '2001:db8::ffff', 'anna:correct')).toBe('429 true');
  const open = await gateway({ trustedProxies: '10.0.0.0/8' });
  for (const i of [1, 2, 3]) expect(await from(open, `203.0.113.${i}`, `eve${i}:wrong`)).toBe(401);
  expect(await from(open, '203.0.113.9', 'anna:correct')).toBe('429 true');
  // No credential is no guess.
  expect((await call(open.port, '/v1/notes/7')).status).toBe(401);
});

test('a window ends; memory has a bound', () => {
  let now = 0;
  const limit = new FailureLimit({ max: 2, window: 1000 }, () => now);
  const by = (address: string, name?: string) => ({ address, identity: () => name });
  expect([limit.failed(by('a')), limit.failed(by('a')), limit.failed(by('a'))]).toEqual([0, 0, 1000]);
  now = 600;
  expect([limit.admit('c', by('a')), limit.admit('c', by('b'))]).toEqual([400, 0]);
  now = 1001;
  expect([limit.admit('c', by('a')), limit.failed(by('a'))]).toEqual([0, 0]);
  for (let i = 0; i < 30_000; i++) limit.failed(by(`x${i}`, `n${i}`));
  const { addresses, identities } = limit as unknown as Record<string, { readonly size: number }>;
  expect([addresses.size, identities.size]).toEqual([10_000, 10_000]);
});

test('a limited address counts no further names; long addresses are digests', () => {
  const limit = new FailureLimit({ max: 2, window: 1000 }, () => 0);
  const by = (address: string, name?: string) => ({ address, identity: () => name });
  for (const host of ['a', 'b']) limit.failed(by(host, 'anna'));
  for (let i = 0; i < 20_000; i++) limit.failed(by('eve', `n${i}`));
  expect(limit.admit('c', by('c', 'anna'))).toBe(1000);
  const long = 'x'.repeat(10_000);
  for (let i = 0; i < 2; i++) limit.failed(by(long));
  expect([limit.admit('c', by(long)), limit.admit('c', by(`${long}y`))]).toEqual([1000, 0]);
  const { addresses, admitted } = limit as unknown as Record<string, Map<string, unknown>>;
  expect([...addresses.keys(), ...admitted.keys()].every(({ length }) => length < 100)).toBe(true);
});

test('a key has no name: whoever shares its address cannot lock it out', () => {
  const limit = new FailureLimit({ max: 2, window: 1000 }, () => 0);
  const by = (address: string) => ({ address, identity: () => undefined });
  expect(limit.admit('c', by('a'))).toBe(0);
  for (let i = 0; i < 2; i++) limit.failed(by('a'));
  expect([limit.admit('c', by('a')), limit.admit('d', by('a')), limit.admit('d', by('b'))]).toEqual([0, 1000, 0]);
});

test('where two header fields name different clients, neither is believed', () => {
  const settings = { forwarded: 'trust', trustedProxies: ['10.0.0.0/8'] } as const;
  const from = (forwarded: string, field?: string) =>
    clientAddress(settings, {
      socket: { remoteAddress: '10.0.0.1' },
      headers: { forwarded, 'x-forwarded-for': field },
    } as unknown as IncomingMessage);
  expect(from('for=192.0.2.1', '203.0.113.9')).toBe('10.0.0.1');
  expect(from('for=192.0.2.1;proto=https', '192.0.2.1:4711, 10.0.0.2')).toBe('192.0.2.1');
  expect(from('for="[2001:db8::1]:80"', '2001:0DB8::1')).toBe('2001:0DB8::1');
  expect(from('proto=https', '192.0.2.1')).toBe('192.0.2.1');
  expect(from('for=192.0.2.1')).toBe('192.0.2.1');
});

test.each(['0/m', 'many', '5'])('failureLimit: %s is refused', async (rate) => {
  await expect(gateway({ auth: AUTH.replace('3/h', rate) })).rejects.toThrow(/failureLimit/);
});
