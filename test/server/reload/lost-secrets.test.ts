// Files of secrets that are gone: the gateway goes on with what it has, and says so, once; and once more when they are there again.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../../examples/bank/bank.ts';
import type { Fields } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings, settingsFile } from '../../../src/server/settings/load.ts';
import { bankMapping } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const FILE = `
auth:
  front: [ { apiKey: { header: X-Api-Key } } ]
  callers:
    - { key: { file: caller-key }, account: A }
  failureLimit: off
store: unix:/nowhere/redis
storePassword: file:store-password
`;

async function open(watch: string) {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const cwd = temp({ 'soapstone.yaml': FILE, 'caller-key': 'first-canary', 'store-password': 'second-canary' });
  const fixed = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0', watch };
  const input = { flags: { ...fixed, mapping: bankMapping(), upstream: bank.url }, environment: {}, cwd };
  const told: (Fields & { readonly level: string })[] = [];
  const log = {
    // The Redis of these settings is not there, which the log says too.
    write: (level: string, fields: Fields) =>
      void (String(fields.event).includes('reload') && told.push({ level, ...fields })),
    end: async () => true,
    droppedLines: 0,
  };
  const again = { settings: () => loadSettings(input), file: settingsFile(input) };
  const server = await startServer(await loadSettings(input), log, again);
  onTestFinished(async () => void (await server.drain(0)));
  const ask = async (key: string) =>
    (await call(server.port, '/v1/accounts/7', { headers: { 'x-api-key': key } })).status;
  const good = async () =>
    /^soapstone_config_last_reload_successful (.*)$/m.exec(
      (await call(server.adminPort as number, '/metrics')).text,
    )?.[1];
  return { server, told, ask, good, at: (name: string) => join(cwd, name) };
}

test.each([
  ['a key of a caller', 'caller-key', /^soapstone\.yaml:5:\d+ SETTINGS: auth: key: no secret found in the file /],
  [
    'the password of the store',
    'store-password',
    /^soapstone\.yaml:8:16 SETTINGS: .*storePassword: no secret found at file:/,
  ],
])('without the file of %s a reload fails and says so, until it is there again', async (_title, name, words) => {
  const { told, ask, good, at } = await open('5ms');
  expect([await ask('first-canary'), await good()]).toEqual([200, '1']);
  renameSync(at(name), at('away'));
  await until(async () => (await good()) === '0');
  for (let i = 0; i < 20; i++) expect(await ask('first-canary')).toBe(200);
  renameSync(at('away'), at(name));
  await until(async () => (await good()) === '1');
  expect(told.map(({ level, event }) => [level, event])).toEqual([
    ['error', 'reload failed, the previous configuration stays in use'],
    ['info', 'reloaded'],
  ]);
  expect(told[0].problem).toMatch(words);
  expect(told[0].problem).toContain(at(name));
  expect(JSON.stringify(told)).not.toContain('canary');
  expect(await ask('first-canary')).toBe(200);
});

test('a file that is empty now is one that is gone', async () => {
  const { good, at } = await open('5ms');
  writeFileSync(at('store-password'), '');
  await until(async () => (await good()) === '0');
  writeFileSync(at('store-password'), 'second-canary');
  await until(async () => (await good()) === '1');
});

test('another secret in its place is no loss, and nothing is loaded anew for it', async () => {
  const { told, ask, good, at } = await open('5ms');
  writeFileSync(at('new'), 'third-canary');
  renameSync(at('new'), at('caller-key'));
  await until(async () => (await ask('third-canary')) === 200);
  rmSync(at('store-password'));
  await until(async () => (await good()) === '0');
  expect(told).toHaveLength(1);
});

test('where nothing is watched, the next reload says so', async () => {
  const { server, at } = await open('0');
  rmSync(at('store-password'));
  expect(await server.reload()).toMatchObject({ ok: false, problems: [expect.stringContaining('storePassword')] });
});
