// Who sent a request, in the access log of a running server; and the lines about changes of configuration.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../../examples/bank/bank.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { contract, TABLE } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ports = 'host: 127.0.0.1\nport: 0\nadminPort: off\noverloadDelay: 0\n';
const AUTH =
  'auth: { front: [{ bearer: { jwks: { file: jwks.json }, issuer: us, audience: bank } }, { apiKey: { header: X-Key } }, none], callers: [{ key: { env: LOG_KEY }, account: ACME }] }\n';

async function tokenOf(sub: string): Promise<Record<string, string>> {
  const token = new SignJWT({ sub, iss: 'us', aud: 'bank' }).setExpirationTime('5m');
  return { authorization: `Bearer ${await token.setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey)}` };
}

async function serve(more: string) {
  process.env['LOG_KEY'] = 'key-of-acme';
  process.env['LOG_HASH'] = 'pepper';
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });
  const file = `mapping: .\nname: bank\nupstream: ${bank.url}\n${ports}${AUTH}${more}`;
  const cwd = temp({ 'soapstone.yaml': file, 'mapping.yaml': TABLE, 'accounts.wsdl': contract, 'jwks.json': jwks });
  const load = () => loadSettings({ flags: {}, environment: process.env, cwd });
  const settings = await load();
  const logFile = join(temp(), 'access.log');
  const log = openLog(settings, openSync(logFile, 'a'));
  const server = await startServer(settings, log, { settings: load, file: join(cwd, 'soapstone.yaml') });
  onTestFinished(() => server.drain(0).then(() => undefined));
  let seen = 0;
  const text = () => {
    void log.end(0);
    return readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  };
  /** The line of one request. */
  const lineOf = async (path: string, headers: Readonly<Record<string, string>>) => {
    await call(server.port, path, { headers });
    await until(() => text().length > seen);
    seen = text().length;
    return text().at(-1) as string;
  };
  return { cwd, server, bank, lineOf, text };
}

test('by default a line has nothing of clients; where a service was called, its origin', async () => {
  const { lineOf, bank } = await serve('');
  const line = JSON.parse(
    await lineOf('/v1/accounts/7', { ...(await tokenOf('anna')), 'x-forwarded-for': '203.0.113.7' }),
  );
  expect(line).not.toHaveProperty('client_address');
  expect(line).not.toHaveProperty('caller');
  expect(line.upstream).toBe(new URL(bank.url).origin);
  expect(JSON.parse(await lineOf('/v1/accounts/seven', {}))).not.toHaveProperty('upstream');
});

test('a request that passes through has the origin that it went to, and its prefix', async () => {
  const { lineOf, bank } = await serve('passThrough: [/legacy, /files/]\n');
  expect(JSON.parse(await lineOf('/files/7', {}))).toMatchObject({ template: '/files/*' });
  const line = JSON.parse(await lineOf('/legacy/x?y=1', {}));
  expect(line).not.toHaveProperty('path');
  expect(line).toMatchObject({
    rule: '_pass_through',
    template: '/legacy/*',
    upstream: new URL(bank.url).origin,
  });
  expect(JSON.parse(await lineOf('/legacyx', {}))).not.toHaveProperty('upstream');
});

test('of several addresses of a service, the one that was called at last', async () => {
  const away = createServer();
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  const { port } = away.address() as AddressInfo;
  await new Promise((resolve) => away.close(resolve));
  const { lineOf, bank } = await serve(`upstreamReplicas: http://127.0.0.1:${port}\n`);
  for (let i = 0; i < 3; i++) {
    const line = JSON.parse(await lineOf('/v1/accounts/7', {}));
    expect([line.status, line.upstream]).toEqual([200, new URL(bank.url).origin]);
  }
});

test('address and claim, of requests without a rule too; on one line whatever a claim says', async () => {
  const { lineOf } = await serve('trustedProxies: 127.0.0.1\nlogClient: address\nlogCaller: [ sub, account ]\n');
  const at = (path: string, headers: Readonly<Record<string, string>>) =>
    lineOf(path, { 'x-forwarded-for': '10.9.9.9, 203.0.113.7', ...headers }).then((line) => JSON.parse(line));
  expect(await at('/v1/accounts/7', await tokenOf('anna'))).toMatchObject({
    method: 'GET',
    template: '/v1/accounts/{id}',
    rule: 'get-account',
    client_address: '203.0.113.7',
    caller: 'anna',
  });
  expect(await at('/v1/accounts/7', { 'x-key': 'key-of-acme' })).toMatchObject({ caller: 'ACME' });
  expect(await at('/v1/accounts/7', {})).not.toHaveProperty('caller');
  expect(await at('/v1/accounts/7', { 'x-forwarded-for': '::FFFF:203.0.113.7' })).toMatchObject({
    client_address: '203.0.113.7',
  });
  expect(await at('/elsewhere', { 'x-forwarded-for': 'unknown' })).not.toHaveProperty('client_address');
  expect(await at('/wp-login.php', {})).toMatchObject({
    path: '/wp-login.php',
    client_address: '203.0.113.7',
    status: 404,
  });
  expect(await at('/v1/accounts/7', { 'x-key': 'wrong' })).toMatchObject({
    status: 401,
    template: '/v1/accounts/{id}',
  });
  expect(await at('/v1/accounts/%2e%2e/x', {})).toMatchObject({ status: 400, path: '/v1/accounts/%2e%2e/x' });
  const hostile = await at('/v1/accounts/7', await tokenOf(`a\n{"level":"error"}\u2028${'x'.repeat(500)}`));
  expect(hostile.caller).toMatch(/^a\\u\{a\}\{"level":"error"\}\\u\{2028\}x+…$/);
  expect(hostile.caller.length).toBeLessThan(130);
});

test('hashed with a key, and the network alone; a text line has them too', async () => {
  const { lineOf } = await serve(
    'trustedProxies: 127.0.0.1\nlogClient: network\nlogCaller: sub\nlogCallerKey: env:LOG_HASH\nlogFormat: text\n',
  );
  const hash = createHmac('sha256', 'pepper').update('anna').digest('base64url').slice(0, 22);
  const anna = await tokenOf('anna');
  const from = (forwarded: string) => lineOf('/v1/accounts/7', { ...anna, 'x-forwarded-for': forwarded });
  expect(await from('203.0.113.7')).toContain(`get-account 203.0.113.0/24 ${hash}`);
  expect(await from('2001:db8:1:2::7')).toContain(`2001:db8:1::/48 ${hash}`);
});

describe('settings', () => {
  test('a key that is not there is refused', async () => {
    await expect(serve('logCaller: sub\nlogCallerKey: env:LOG_NOTHING\n')).rejects.toThrow(/logCallerKey/);
  });
});

test('a change of configuration: what made it, from what to what, and what came of it', async () => {
  const { cwd, server, text } = await serve('');
  const events = () =>
    text()
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event !== undefined);
  expect((await server.reload()).ok).toBe(true);
  writeFileSync(join(cwd, 'mapping.yaml'), TABLE.replace('base: /v1', 'base: /v2'));
  expect((await server.reload('SIGHUP')).ok).toBe(true);
  writeFileSync(join(cwd, 'mapping.yaml'), 'soapstone: 2');
  expect((await server.reload('files')).ok).toBe(false);
  await until(() => events().length === 3);
  const [first, second, third] = events();
  const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(first).toMatchObject({ event: 'reloaded', trigger: 'program', outcome: 'success', digest });
  expect(second).toMatchObject({ trigger: 'SIGHUP', outcome: 'success', digest, bridges_changed: 'bank' });
  expect([second.digest_before, second.digest === first.digest]).toEqual([first.digest, false]);
  expect(third).toMatchObject({ trigger: 'files', outcome: 'failure', digest: second.digest, level: 'error' });
  expect(third.problem).toContain('mapping.yaml');
});
