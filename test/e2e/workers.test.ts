// Several workers on one port: one gateway to clients, to operators and to the service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { run } from '../cli/spawn-cli.ts';
import { bankMapping, TABLE } from '../server/bank-mapping.ts';
import { slowBank } from '../server/slow-bank.ts';
import { until } from '../server/until.ts';
import { withOnePort } from './one-port.ts';
import { tutorial } from './scene.ts';
import { heldPayments, startTogether } from './workers-scene.ts';

const ACCOUNT = '/v1/accounts/7';

async function bankUrl(): Promise<string> {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  return bank.url;
}

async function bankOf(workers: number, ...flags: readonly string[]) {
  return startTogether(workers, [
    '--mapping',
    bankMapping(),
    '--name',
    'bank',
    '--upstream',
    await bankUrl(),
    ...flags,
  ]);
}

test('both serve; the admin port counts what both did, and names each process', async () => {
  const gateway = await bankOf(2);
  for (let i = 0; i < 6; i++) expect((await gateway.ask(ACCOUNT)).status).toBe(200);
  await until(() => gateway.log().length === 6);
  expect(gateway.served()).toEqual(new Set([1, 2]));
  expect(await gateway.metric('soapstone_http_requests_total{bridge="bank",rule="get-account"')).toBe(6);
  const { text } = await gateway.admin('/metrics', { headers: { accept: 'application/openmetrics-text' } });
  expect(text).toMatch(/^soapstone_http_request_duration_seconds_count\{bridge="bank".*\} 6$/m);
  expect(text.match(/^soapstone_build_info.*$/gm)).toEqual([expect.stringMatching(/ 1$/)]);
  const workers = text.match(/^process_resident_memory_bytes\{worker="[^"]+"\}/gm);
  expect(workers?.map((line) => line.split('"')[1])).toEqual(['1', '2', 'primary']);
  expect(await gateway.metric('soapstone_workers_ready')).toBe(2);
  expect(JSON.parse((await gateway.admin('/mappings')).text).bridges).toMatchObject([{ name: 'bank' }]);
  expect((await gateway.admin('/configz')).text).toMatch(/^ok\ndigest: [\da-f]{16}\nloaded: /);
  expect((await gateway.admin('/livez')).text).toBe('ok\n');
});

test('a drain finishes what both have begun, once, and ends with 0', async () => {
  const bank = await slowBank();
  const gateway = await startTogether(2, ['--mapping', bankMapping(), '--upstream', bank.url]);
  const asked = [0, 1, 2, 3].map(() => gateway.ask(ACCOUNT));
  await until(() => bank.waiting() === 4);
  expect((await gateway.admin('/drain', { method: 'POST' })).text).toBe('draining\n');
  expect(await gateway.admin('/readyz')).toMatchObject({ status: 503, text: 'draining\n' });
  const waited = gateway.admin('/drain?wait', { method: 'POST' });
  gateway.running.child.kill('SIGTERM');
  await until(() => gateway.running.err().includes('SIGTERM: draining'));
  bank.answer();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  expect((await waited).text).toBe('drained\n');
  const { code, err } = await gateway.running.ended;
  expect(err.match(/^soapstone: .*$/gm)).toEqual([
    'soapstone: drain requested: not ready from now on, serving on until SIGTERM',
    'soapstone: SIGTERM: draining',
    'soapstone: all requests done',
  ]);
  expect(code).toBe(0);
  expect(gateway.served()).toEqual(new Set([1, 2]));
});

test('a worker that is killed is replaced, while the other one serves; what it has counted is not lost', async () => {
  const gateway = await bankOf(2);
  for (let i = 0; i < 4; i++) await gateway.ask(ACCOUNT);
  const requests = () => gateway.metric('soapstone_http_requests_total{bridge="bank",rule="get-account"');
  expect(await requests()).toBe(4);
  const first = (await gateway.pidOf(1)) as number;
  process.kill(first, 'SIGKILL');
  await until(async () => (await gateway.metric('soapstone_worker_restarts_total')) === 1);
  expect((await gateway.ask(ACCOUNT)).status).toBe(200);
  await until(async () => ((await gateway.pidOf(1)) ?? first) !== first);
  expect((await gateway.admin('/readyz')).status).toBe(200);
  expect(await requests()).toBe(5);
  const event = 'worker 1 has ended by SIGKILL; another one takes its place';
  await until(() => gateway.log().some((line) => line['event'] === event));
  gateway.running.child.kill('SIGTERM');
  expect((await gateway.running.ended).code).toBe(0);
});

test('workers that end again and again end the process, with the reason', async () => {
  const gateway = await bankOf(2);
  let last: number | undefined;
  for (let i = 0; i < 5; i++) {
    await until(async () => {
      const pid = gateway.running.child.exitCode === null ? await gateway.pidOf(1).catch(() => undefined) : undefined;
      if (pid === undefined || pid === last) return false;
      last = pid;
      return true;
    });
    process.kill(last as number, 'SIGKILL');
  }
  const { code, err } = await gateway.running.ended;
  expect(err).toContain('soapstone: workers end again and again, the last one by SIGKILL');
  expect(code).toBe(1);
});

test('workers end with the process', async () => {
  const gateway = await bankOf(2);
  const pids = (await Promise.all([1, 2].map(gateway.pidOf))) as number[];
  gateway.running.child.kill('SIGKILL');
  for (const pid of pids) await until(() => isGone(pid));
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

test('all take up a new table, or none does', async () => {
  const mapping = bankMapping();
  const gateway = await startTogether(2, ['--mapping', mapping, '--upstream', await bankUrl(), '--watch', '0']);
  const statuses = async (path: string) => {
    const all = [];
    for (let i = 0; i < 4; i++) all.push((await gateway.ask(path)).status);
    return all;
  };
  const reload = async (table: string) => {
    const before = gateway.running.err().split('reload').length;
    writeFileSync(join(mapping, 'mapping.yaml'), table);
    gateway.running.child.kill('SIGHUP');
    await until(() => gateway.running.err().split('reload').length > before);
  };
  await reload(TABLE.replace('/v1', '/v2'));
  expect(await statuses('/v2/accounts/7')).toEqual([200, 200, 200, 200]);
  expect(await statuses(ACCOUNT)).toEqual([404, 404, 404, 404]);
  await reload('soapstone: 2\ncontract: nothing.wsdl\n');
  expect(gateway.running.err().match(/reload failed, the previous configuration stays in use:/g)).toHaveLength(1);
  expect(gateway.running.err().match(/nothing\.wsdl/g)).toHaveLength(1);
  expect(await statuses('/v2/accounts/7')).toEqual([200, 200, 200, 200]);
  expect((await gateway.admin('/configz')).status).toBe(503);
  expect(await gateway.metric('soapstone_config_reloads_total{outcome="success"}')).toBe(1);
  expect(await gateway.metric('soapstone_config_reloads_total{outcome="failure"}')).toBe(1);
});

test('files that change are seen once, for all', async () => {
  const mapping = bankMapping();
  const flags = ['--mapping', mapping, '--upstream', await bankUrl(), '--watch', '50ms'];
  const gateway = await startTogether(2, flags);
  writeFileSync(join(mapping, 'mapping.yaml'), TABLE.replace('/v1', '/v2'));
  await until(() => gateway.running.err().includes('soapstone: reloaded'));
  for (let i = 0; i < 4; i++) expect((await gateway.ask('/v2/accounts/7')).status).toBe(200);
  await until(() => gateway.log().filter(({ event }) => event === 'reloaded').length === 2);
});

test('a worker that finds other files at its start makes all of them take these up', async () => {
  const mapping = bankMapping();
  const gateway = await startTogether(2, ['--mapping', mapping, '--upstream', await bankUrl(), '--watch', '0']);
  writeFileSync(join(mapping, 'mapping.yaml'), TABLE.replace('/v1', '/v2'));
  process.kill((await gateway.pidOf(2)) as number, 'SIGKILL');
  await until(() => gateway.running.err().includes('soapstone: reloaded'));
  for (let i = 0; i < 4; i++) expect((await gateway.ask('/v2/accounts/7')).status).toBe(200);
  expect((await gateway.admin('/configz')).status).toBe(200);
});

test('a client is counted by all together, and so are wrong credentials', async () => {
  const auth = '{ front: [basic], callers: [{ user: anna, password: { env: BANK_PASSWORD } }], failureLimit: 3/h }';
  const flags = ['--mapping', bankMapping(), '--upstream', await bankUrl(), '--rate-limit', '20/h', '--auth', auth];
  const gateway = await startTogether(2, flags, { BANK_PASSWORD: 'correct' });
  const askAs = async (pair: string) => {
    const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    return (await gateway.ask(ACCOUNT, { headers })).status;
  };
  const all = await Promise.all(Array.from({ length: 60 }, () => askAs('anna:correct')));
  expect(all.filter((status) => status === 200)).toHaveLength(20);
  expect(all.filter((status) => status === 429)).toHaveLength(40);
  const failures: number[] = [];
  await until(async () => failures.push(await askAs('eve:wrong')) === 20);
  expect(failures.slice(-2)).toEqual([429, 429]);
  // Each alone would let three guess; one hears of failures at the other one a moment later.
  const guesses = failures.filter((status) => status === 401).length;
  expect([3, 4, 5]).toContain(guesses);
});

test('a payment that is repeated with its key at another worker has one effect, even where the first one is killed', async () => {
  const mapping = withOnePort(tutorial('70-faults'), 'contract/payments.wsdl', 'Payments11');
  onTestFinished(() => mapping.remove());
  const service = await heldPayments();
  const gateway = await startTogether(2, ['--mapping', mapping.folder, '--upstream', service.url]);
  const pay = async (key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const body = JSON.stringify({ from: 'A', to: 'B', amount: 10 });
    const { status, text } = await gateway.ask('/v1/payments', { method: 'POST', headers, body });
    return { status, code: JSON.parse(text).code, text };
  };
  const first = pay('one');
  await until(() => service.asked() === 1);
  for (let i = 0; i < 4; i++) expect(await pay('one')).toMatchObject({ status: 409, code: 'IDEMPOTENCY_RUNNING' });
  service.answer();
  const paid = await first;
  expect(paid).toMatchObject({ status: 201, text: '{"paymentId":7}' });
  for (let i = 0; i < 4; i++) expect(await pay('one')).toEqual(paid);
  expect(service.asked()).toBe(1);
  for (const worker of [1, 2]) {
    const pid = (await gateway.pidOf(worker)) as number;
    process.kill(pid, 'SIGKILL');
    await until(async () => ((await gateway.pidOf(worker)) ?? pid) !== pid);
  }
  expect(await pay('one')).toEqual(paid);
  expect(service.asked()).toBe(1);
});

test('a capture shows exchanges of all', async () => {
  const gateway = await bankOf(2, '--debug-wire', '*');
  for (let i = 0; i < 4; i++) await gateway.ask(ACCOUNT);
  const captured = async () => JSON.parse((await gateway.admin('/exchanges')).text).exchanges as { time: string }[];
  await until(async () => (await captured()).length === 4);
  const times = (await captured()).map(({ time }) => time);
  expect(times).toEqual(times.toSorted());
});

test('what cannot start says so once; what does not go with workers is refused', async () => {
  const wrong = bankMapping('soapstone: 2\ncontract: nothing.wsdl\n');
  const upstream = ['--upstream', 'http://127.0.0.1:9/'];
  const started = await run([
    'serve',
    '--workers',
    '2',
    '--port',
    '0',
    '--admin-port',
    'off',
    '--mapping',
    wrong,
    ...upstream,
  ]);
  expect(started.err.match(/nothing\.wsdl/g)).toHaveLength(1);
  expect(started.code).toBe(1);
  const flags = ['--mapping', bankMapping(), ...upstream, '--name', 'bank', '--connections', '1', '--studio', 'true'];
  const refused = await run(['serve', '--workers', '2', ...flags]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('studio needs workers: 1 (or run soapstone studio, on the folder)');
  expect(refused.err).toContain('bridge "bank": 2 workers share 1 connections (set connections to one for each worker');
});
