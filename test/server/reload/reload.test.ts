// New tables, settings and certificates in a server that runs.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountOf } from '../../../examples/bank/accounts.ts';
import { startBank } from '../../../examples/bank/bank.ts';
import { accountResponse } from '../../../examples/bank/bank-messages.ts';
import { writeCompiled } from '../../../src/contract/compiled/write.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { type Fields, type LineWriter, openLog } from '../../../src/server/log/open-log.ts';
import { type RunningServer, startServer } from '../../../src/server/server.ts';
import { loadSettings, settingsFile, withFile } from '../../../src/server/settings/load.ts';
import { bankMapping, contract, TABLE } from '../bank-mapping.ts';
import { begin, call } from '../http-client.ts';
import { untilCollected } from '../routing/collected.ts';
import { slowBank } from '../slow-bank.ts';
import { temp } from '../temp.ts';
import { tlsText } from '../tls-files.ts';
import { until } from '../until.ts';

const BROKEN = TABLE.replace('GetAccount:', 'NoSuchOperation:');

async function open(flags: Readonly<Record<string, string>>, cwd = temp({}), log?: LineWriter) {
  const fixed = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    overloadDelay: '0',
    adminPort: '0',
    logFormat: 'off',
    watch: '0',
  };
  const input = withFile({ flags: { ...fixed, name: 'bank', ...flags }, environment: {}, cwd });
  const settings = await loadSettings(input);
  const again = { settings: () => loadSettings(input), file: settingsFile(input) };
  const server = await startServer(settings, log ?? openLog(settings), again);
  onTestFinished(async () => void (await server.drain(0)));
  const admin = async (path: string) => (await call(server.adminPort as number, path)).text;
  const metric = async (name: string) =>
    Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.*)$`, 'm').exec(await admin('/metrics'))?.[1]);
  const status = async (path: string) => (await call(server.port, path)).status;
  return { server, admin, metric, status };
}

async function bank() {
  const started = await startBank(0);
  onTestFinished(() => started.close());
  return started.url;
}

/** In place of the old file as a whole, as editors and tools write. */
function put(folder: string, text: string, name = 'mapping.yaml'): void {
  writeFileSync(join(folder, `${name}.new`), text);
  renameSync(join(folder, `${name}.new`), join(folder, name));
}

/** Not inside of a test: a function that waits holds whatever its registers held last. */
function tablesOf({ bridges }: RunningServer): WeakRef<object>[] {
  return bridges.flatMap(({ mapping }) => [new WeakRef(mapping), new WeakRef(mapping.contract)]);
}

test('settings that were there at the start must stay: without them everybody would be let in', async () => {
  const upstream = await bank();
  const auth = 'auth: { front: [{ apiKey: { header: x-api-key } }], callers: [{ key: { env: DESK }, account: A }] }';
  const cwd = temp({ 'soapstone.yaml': `${auth}\n` });
  process.env.DESK = 'desk-key-that-is-long-enough';
  onTestFinished(() => void delete process.env.DESK);
  const { server, status } = await open({ mapping: bankMapping(), upstream }, cwd);
  const refused = async () => [
    (await server.reload()) as { problems?: readonly string[] },
    await status('/v1/accounts/7'),
  ];
  expect(await status('/v1/accounts/7')).toBe(401);
  writeFileSync(join(cwd, 'soapstone.yaml'), '');
  expect(await refused()).toEqual([{ ok: false, problems: ['SETTINGS: soapstone.yaml is empty'] }, 401]);
  rmSync(join(cwd, 'soapstone.yaml'));
  expect(await refused()).toEqual([{ ok: false, problems: ['SETTINGS: cannot read soapstone.yaml: ENOENT'] }, 401]);
});

describe('reload', () => {
  test('serves new requests with the new table, and those in flight with the one they began with', async () => {
    const peer = await slowBank();
    const mapping = bankMapping();
    const { server, status } = await open({ mapping, upstream: peer.url });
    const slow = begin(server.port, '/v1/accounts/7');
    await until(() => peer.waiting() === 1);
    put(mapping, TABLE.replace('/v1', '/v2'));
    expect(await server.reload()).toEqual({ ok: true, notes: [] });
    expect(await status('/v1/accounts/7')).toBe(404);
    const fresh = begin(server.port, '/v2/accounts/7');
    await until(() => peer.waiting() === 2);
    peer.answer();
    expect([(await slow.got).status, (await fresh.got).status]).toEqual([200, 200]);
  });

  test('leaves nothing of the old tables, also where connections that they have served are idle, and wrong ones came between', async () => {
    const mapping = bankMapping();
    const { server } = await open({ mapping, upstream: await bank() });
    const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true }));
    onTestFinished(() => {
      for (const agent of agents) agent.destroy();
    });
    const old: WeakRef<object>[] = [];
    for (const agent of agents) {
      expect((await call(server.port, '/v1/accounts/7', { agent })).status).toBe(200);
      expect((await call(server.port, '/v1/nothing', { agent })).status).toBe(404);
      old.push(...tablesOf(server));
      put(mapping, BROKEN);
      expect((await server.reload()).ok).toBe(false);
      put(mapping, TABLE);
      expect((await server.reload()).ok).toBe(true);
    }
    await untilCollected(old);
    expect((await call(server.port, '/v1/accounts/7', { agent: agents[0] })).status).toBe(200);
  });

  test('of something wrong changes nothing, and is reported until it is put right', async () => {
    const mapping = bankMapping();
    const { server, admin, metric, status } = await open({ mapping, upstream: await bank() });
    const since = await metric('soapstone_config_last_reload_success_timestamp_seconds');
    put(mapping, BROKEN);
    const outcome = await server.reload();
    expect(outcome).toMatchObject({ ok: false, problems: [expect.stringMatching(/mapping.yaml:\d+:\d+.*NoSuchOp/)] });
    expect(await status('/v1/accounts/7')).toBe(200);
    expect(await metric('soapstone_config_last_reload_successful')).toBe(0);
    expect(await metric('soapstone_config_last_reload_success_timestamp_seconds')).toBe(since);
    expect(await metric('soapstone_config_reloads_total{outcome="failure"}')).toBe(1);
    expect((await call(server.adminPort as number, '/readyz')).status).toBe(200);
    expect(await admin('/readyz?verbose')).toContain('[!] the last reload failed');
    expect(await call(server.adminPort as number, '/configz')).toMatchObject({
      status: 503,
      text: expect.stringMatching(/^the last reload failed; the previous configuration stays in use\n/),
    });

    put(mapping, TABLE.replace('/v1', '/v2'));
    expect((await server.reload()).ok).toBe(true);
    expect(await status('/v2/accounts/7')).toBe(200);
    expect(await metric('soapstone_config_last_reload_successful')).toBe(1);
    expect(await metric('soapstone_config_reloads_total{outcome="success"}')).toBe(1);
    expect(await admin('/readyz?verbose')).not.toContain('[!]');
    expect(JSON.parse(await admin('/mappings')).bridges[0].base).toBe('/v2');
  });

  test('shows a digest of the files in use, equal in another gateway with the same files', async () => {
    const mapping = bankMapping();
    const { server, admin } = await open({ mapping, upstream: await bank() });
    const digestNow = async () => /^ok\ndigest: ([0-9a-f]{16})\nloaded: \S+Z\n$/.exec(await admin('/configz'))?.[1];
    await until(async () => (await digestNow()) !== undefined);
    const first = await digestNow();
    put(mapping, TABLE.replace('/v1', '/v2'));
    await server.reload();
    const second = await digestNow();
    expect(second).not.toBe(first);
    expect(await admin('/metrics')).toContain(`soapstone_config_info{digest="${second}"} 1`);
    put(mapping, BROKEN);
    await server.reload();
    expect(await admin('/configz')).toContain(`digest: ${second}\n`);
    const replica = await open({ mapping: bankMapping(), upstream: await bank() });
    await replica.server.reload();
    expect(await replica.admin('/configz')).toContain(`digest: ${first}\n`);
  });

  test('keeps connections, store and breaker where nothing about them has changed, and goes on counting', async () => {
    const mapping = bankMapping();
    const upstream = await bank();
    const cwd = temp({ 'soapstone.yaml': `mapping: ${mapping}\nupstream: ${upstream}\nqueue: 7\n` });
    const { server, metric, status } = await open({}, cwd);
    expect(await status('/v1/accounts/7')).toBe(200);
    const [{ resources }] = server.bridges;
    put(mapping, TABLE.replace('{ccy?}', '{currency?}').replace('{ccy?}', '{currency?}'));
    await server.reload();
    const [same] = server.bridges;
    expect(same.resources).toEqual(resources);
    expect(same.resources.store).toBe(resources.store);
    expect(await status('/v1/accounts/7')).toBe(200);
    const counted =
      'soapstone_http_requests_total{bridge="bank",rule="get-account",operation="GetAccount",resource="accounts",direction="rest-to-soap",method="GET",status="2xx",fault=""}';
    await until(async () => (await metric(counted)) === 2);

    writeFileSync(join(cwd, 'soapstone.yaml'), `mapping: ${mapping}\nupstream: ${upstream}\nqueue: 8\nport: 1\n`);
    expect(await server.reload()).toEqual({ ok: true, notes: [] });
    expect(server.bridges[0].resources.transport).toBe(resources.transport);
    expect(server.bridges[0].resources.guard).not.toBe(resources.guard);

    writeFileSync(
      join(cwd, 'soapstone.yaml'),
      `mapping: ${mapping}\nupstream: ${upstream.replace('127.0.0.1', 'localhost')}\nmaxHeaders: 50\n`,
    );
    expect(await server.reload()).toMatchObject({ ok: true, notes: [expect.stringContaining('maxHeaders')] });
    expect(server.bridges[0].resources.transport).not.toBe(resources.transport);
    expect(server.bridges[0].resources.store).toBe(resources.store);
    await until(() => resources.transport.value.stats().connected === 0);
  });

  test('keeps a store in memory whose size has changed, and says so', async () => {
    const text = `mapping: ${bankMapping()}\nupstream: ${await bank()}\n`;
    const cwd = temp({ 'soapstone.yaml': text });
    const { server } = await open({}, cwd);
    const [{ resources }] = server.bridges;
    writeFileSync(join(cwd, 'soapstone.yaml'), `${text}storeSize: 1MiB\n`);
    expect(await server.reload()).toEqual({
      ok: true,
      notes: [`storeSize of bridge "${server.bridges[0].settings.name}" has changed: restart to use it`],
    });
    expect(server.bridges[0].resources.store).toBe(resources.store);
  });

  test('what only a restart takes up is told and logged, and shown until it is taken back', async () => {
    const text = `mapping: ${bankMapping()}\nupstream: ${await bank()}\n`;
    const cwd = temp({ 'soapstone.yaml': text });
    const written: object[] = [];
    const { server, admin } = await open({}, cwd, {
      write: (level, line) => written.push({ level, ...line }),
      end: async () => true,
      droppedLines: 0,
    });
    const note = 'drainDelay has changed: restart to use it';
    writeFileSync(join(cwd, 'soapstone.yaml'), `${text}drainDelay: 7s\n`);
    expect(await server.reload()).toEqual({ ok: true, notes: [note] });
    expect(written).toMatchObject([{ level: 'warn', event: 'reloaded', problem: note }]);
    expect(await admin('/readyz?verbose')).toContain(`[!] ${note}\n`);
    writeFileSync(join(cwd, 'soapstone.yaml'), text);
    await server.reload();
    expect(written.at(-1)).toMatchObject({ level: 'info', event: 'reloaded' });
    expect(await admin('/readyz?verbose')).not.toContain('[!]');
  });

  test('settings that are wrong are as little taken up as tables', async () => {
    const upstream = await bank();
    const cwd = temp({ 'soapstone.yaml': `mapping: ${bankMapping()}\nupstream: ${upstream}\n` });
    const { server, status } = await open({}, cwd);
    writeFileSync(join(cwd, 'soapstone.yaml'), `mapping: ${bankMapping()}\nupstream: ${upstream}\nqueu: 3\n`);
    expect(await server.reload()).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('did you mean "queue"')],
    });
    expect(await status('/v1/accounts/7')).toBe(200);
  });

  test('under load fails no request, though a third of the tables is wrong', async () => {
    const mapping = bankMapping();
    const { server, status } = await open({ mapping, upstream: await bank() });
    let over = false;
    const seen: number[] = [];
    const callers = Array.from({ length: 4 }, async () => {
      while (!over) seen.push(await status('/v1/accounts/7'));
    });
    const outcomes: boolean[] = [];
    for (let i = 0; i < 45; i++) {
      put(mapping, i % 3 === 1 ? BROKEN : `${TABLE}# ${i}\n`);
      outcomes.push((await server.reload()).ok);
    }
    over = true;
    await Promise.all(callers);
    expect(outcomes.filter((ok) => !ok)).toHaveLength(15);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((one) => one !== 200)).toEqual([]);
  });

  test('asked for many times at once happens once more after the one that runs', async () => {
    const mapping = bankMapping();
    const { server, metric } = await open({ mapping, upstream: await bank() });
    await Promise.all(Array.from({ length: 20 }, () => server.reload()));
    expect(await metric('soapstone_config_reloads_total{outcome="success"}')).toBe(2);
  });

  test('takes up functions that have changed', async () => {
    const table = TABLE.replace('currency={ccy?}', 'currency={ccy?|shout}');
    const pair = (written: string) =>
      `export const shout = { in: (text) => ${written}, out: (text) => text, laws: ['a'] };\n`;
    const mapping = bankMapping(table, { 'module.mjs': pair('text.toUpperCase()') });
    const asked: string[] = [];
    const peer = await slowBank((body) => asked.push(body));
    const { server } = await open({ mapping, upstream: peer.url });
    const ask = async () => {
      const { got } = begin(server.port, '/v1/accounts/7?currency=eUr');
      await until(() => peer.waiting() === 1);
      peer.answer();
      await got;
    };
    await ask();
    put(mapping, pair("'X' + text.slice(1).toUpperCase()"), 'module.mjs');
    await server.reload();
    await ask();
    expect(asked.map((body) => /[EX]UR/.exec(body)?.[0])).toEqual(['EUR', 'XUR']);
  });
});

describe('files that change', () => {
  test('are taken up by themselves', async () => {
    const mapping = bankMapping();
    const { metric, status } = await open({ mapping, upstream: await bank(), watch: '5ms' });
    put(mapping, TABLE.replace('/v1', '/v2'));
    await until(async () => (await status('/v2/accounts/7')) === 200);
    put(mapping, BROKEN);
    await until(async () => (await metric('soapstone_config_last_reload_successful')) === 0);
    expect(await status('/v2/accounts/7')).toBe(200);
  });

  test('that are written again as they were are told at level debug, another certificate in its place at info', async () => {
    const folder = bankMapping();
    const upstreamCa = join(temp({ 'ca.pem': tlsText('ca.pem') }), 'ca.pem');
    const written: object[] = [];
    const log = { write: (level: string, line: object) => written.push({ level, ...line }), end: async () => true };
    const flags = { mapping: folder, upstream: 'https://127.0.0.1:9/', upstreamCa, watch: '5ms' };
    const { server } = await open(flags, temp({}), { ...log, droppedLines: 0 });
    const levels = () => written.flatMap((line) => ('trigger' in line && 'level' in line ? [line.level] : []));
    put(folder, TABLE.replace('/v1', '/v2'));
    // As late as a digest of the start may be: the files say what they will say after the reload.
    await server.digest();
    await until(() => levels().length === 1);
    put(folder, TABLE.replace('/v1', '/v2'));
    await until(() => levels().length === 2);
    put(dirname(upstreamCa), tlsText('client.pem'), 'ca.pem');
    await until(() => levels().length === 3);
    put(folder, BROKEN);
    await until(() => levels().length === 4);
    put(folder, TABLE);
    await until(() => levels().length === 5);
    expect(levels()).toEqual(['info', 'debug', 'info', 'error', 'info']);
  });

  test('callers in a file of their own; of one that is broken those of before', async () => {
    process.env.RELOAD_ONE = 'k-1';
    process.env.RELOAD_TWO = 'k-2';
    const upstream = await bank();
    const one = '  - { key: { env: RELOAD_ONE }, account: A }\n';
    const both = `front: [ { apiKey: { header: X-Api-Key } } ]\ncallers:\n${one}  - { key: { env: RELOAD_TWO }, account: A }\n`;
    const cwd = temp({ 'callers.yaml': both });
    const { server, metric } = await open(
      { mapping: bankMapping(), upstream, auth: 'callers.yaml', watch: '20ms' },
      cwd,
    );
    const ask = async (key: string) =>
      (await call(server.port, '/v1/accounts/7', { headers: { 'x-api-key': key } })).status;
    expect([await ask('k-1'), await ask('k-2')]).toEqual([200, 200]);
    put(cwd, both.replace(one, ''), 'callers.yaml');
    await until(async () => (await ask('k-1')) === 401);
    expect(await ask('k-2')).toBe(200);
    put(cwd, 'callers: [ {', 'callers.yaml');
    await until(async () => (await metric('soapstone_config_reloads_total{outcome="failure"}')) > 0);
    expect([await ask('k-1'), await ask('k-2')]).toEqual([401, 200]);
    expect(await metric('soapstone_config_last_reload_successful')).toBe(0);
    put(cwd, both, 'callers.yaml');
    await until(async () => (await ask('k-1')) === 200);
  });

  test('also where a mounted folder is swapped by a symbolic link', async () => {
    const root = temp({});
    const version = (name: string, table: string) => {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'mapping.yaml'), table);
      writeFileSync(join(root, name, 'accounts.wsdl'), contract);
    };
    const point = (name: string) => {
      symlinkSync(name, join(root, '..tmp'));
      renameSync(join(root, '..tmp'), join(root, '..data'));
    };
    version('..1', TABLE);
    point('..1');
    for (const name of ['mapping.yaml', 'accounts.wsdl']) symlinkSync(join('..data', name), join(root, name));
    const { status } = await open({ mapping: root, upstream: await bank(), watch: '5ms' });
    version('..2', TABLE.replace('/v1', '/v2'));
    point('..2');
    rmSync(join(root, '..1'), { recursive: true });
    await until(async () => (await status('/v2/accounts/7')) === 200);
  });

  test('a contract outside of the mapping too, and a table that is put right after a failure', async () => {
    const elsewhere = temp({ 'accounts.wsdl': contract });
    const mapping = temp({ 'mapping.yaml': TABLE.replace('accounts.wsdl', join(elsewhere, 'accounts.wsdl')) });
    const { metric } = await open({ mapping, upstream: await bank(), watch: '5ms' });
    put(elsewhere, contract.replaceAll('GetAccount"', 'Gone"'), 'accounts.wsdl');
    await until(async () => (await metric('soapstone_config_last_reload_successful')) === 0);
    put(elsewhere, contract, 'accounts.wsdl');
    await until(async () => (await metric('soapstone_config_last_reload_successful')) === 1);
  });

  test.each([
    ['in its folder', () => 'c.csv'],
    ['in a subfolder', () => 'codes/c.csv'],
    ['elsewhere', () => join(temp({}), 'c.csv')],
  ])('a value table %s', async (_, place) => {
    const file = place();
    const mapping = bankMapping(`${TABLE.replace('/{id}', '/{id|table(ids)}')}tables: { ids: ${file} }\n`);
    const folder = dirname(resolve(mapping, file));
    mkdirSync(folder, { recursive: true });
    put(folder, 'rest,soap\none,7\n', 'c.csv');
    const written: Fields[] = [];
    const log = { write: (_: string, line: Fields) => void written.push(line), end: async () => true, droppedLines: 0 };
    const { server, status } = await open({ mapping, upstream: await bank(), watch: '5ms' }, temp({}), log);
    const first = await server.digest();
    expect(await status('/v1/accounts/seven')).toBe(404);
    put(folder, 'rest,soap\nseven,7\n', 'c.csv');
    await until(async () => (await status('/v1/accounts/seven')) === 200);
    expect(await server.digest()).not.toBe(first);
    const reloads = written.filter(({ trigger }) => trigger === 'files');
    const second = await server.digest();
    expect(reloads).toMatchObject([{ digest_before: first, digest: second, bridges_changed: 'bank' }]);
    put(folder, 'an unrelated file', 'notes.md');
    await server.reload();
    expect(await server.digest()).toBe(second);
  });

  test.each(['accounts.contract', 'accounts.bin'])('a compiled contract beside the table: %s', async (name) => {
    const compiled = async (text: string) =>
      writeCompiled(await loadContract(join(temp({ 'accounts.wsdl': text }), 'accounts.wsdl')));
    const mapping = temp({ 'mapping.yaml': TABLE.replace('accounts.wsdl', name) });
    writeFileSync(join(mapping, name), await compiled(contract));
    const { server, metric } = await open({ mapping, upstream: await bank(), watch: '5ms' });
    const first = await server.digest();
    const next = join(mapping, 'next');
    writeFileSync(next, await compiled(contract.replace('"owner"', '"holder"')));
    renameSync(next, join(mapping, name));
    await until(async () => (await metric('soapstone_config_reloads_total{outcome="success"}')) === 1);
    expect(await server.digest()).not.toBe(first);
  });

  test.each(['rates.csv', 'rates.json'])('data of a module, which the table does not name: %s', async (name) => {
    const module = `import { readFileSync } from 'node:fs';\nexport const text = readFileSync(new URL('${name}', import.meta.url));\n`;
    const mapping = bankMapping(TABLE, { 'module.mjs': module, [name]: '{}' });
    const { server, metric } = await open({ mapping, upstream: await bank(), watch: '5ms' });
    const first = await server.digest();
    put(mapping, '{ "one": 1 }', name);
    await until(async () => (await metric('soapstone_config_reloads_total{outcome="success"}')) === 1);
    expect(await server.digest()).not.toBe(first);
  });

  test('a module beside a table that the settings name by its file', async () => {
    const folder = bankMapping(TABLE, { 'module.mjs': 'export const one = 1;\n' });
    const { server, metric } = await open({
      mapping: join(folder, 'mapping.yaml'),
      upstream: await bank(),
      watch: '5ms',
    });
    const first = await server.digest();
    put(folder, 'export const one = 2;\n', 'module.mjs');
    await until(async () => (await metric('soapstone_config_reloads_total{outcome="success"}')) === 1);
    expect(await server.digest()).not.toBe(first);
  });

  test('certificates', async () => {
    const xml = accountResponse('https://example.com/bank', accountOf('7')!);
    const peer = createTlsServer({ key: tlsText('server.key'), cert: tlsText('server.pem') }, (req, res) => {
      req.resume().on('end', () => res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(xml));
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      peer.closeAllConnections();
      peer.close();
    });
    const upstream = `https://127.0.0.1:${(peer.address() as AddressInfo).port}/accounts`;
    const upstreamCa = join(temp({ 'ca.pem': tlsText('client.pem') }), 'ca.pem');
    const { status } = await open({ mapping: bankMapping(), upstream, upstreamCa, watch: '5ms' });
    expect(await status('/v1/accounts/7')).toBe(502);
    put(dirname(upstreamCa), tlsText('ca.pem'), 'ca.pem');
    await until(async () => (await status('/v1/accounts/7')) === 200);
  });
});
