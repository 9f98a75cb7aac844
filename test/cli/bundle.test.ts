import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { bankMapping } from '../server/bank-mapping.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { startReceiver } from '../server/traces/receiver.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

const program = inject('program');

test('the bundled command line serves, hardened, with all that it loads later', async () => {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const dir = bankMapping();
  expect((await run(['compile', `${dir}/accounts.wsdl`, '-o', `${dir}/bank.contract`])).code).toBe(0);
  const ports = [
    '--host',
    '127.0.0.1',
    '--admin-host',
    '127.0.0.1',
    '--port',
    '0',
    '--admin-port',
    '0',
    '--drain-delay',
    '0',
  ];
  const bridge = [
    '--mapping',
    dir,
    '--contract',
    `${dir}/bank.contract`,
    '--upstream',
    bank.url,
    '--pass-through',
    '/accounts',
  ];
  const collector = await startReceiver();
  onTestFinished(() => collector.stop());
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin };
  const running = start(['serve', ...ports, ...bridge, '--traces', 'otlp'], { environment });
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || running.err().includes('listening on port'));
  expect(ended, running.err()).toBe(false);
  const port = Number(/listening on port (\d+)/.exec(running.err())![1]);
  const adminPort = Number(/admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(running.err())![1]);

  expect((await call(port, '/v1/accounts/7')).text).toContain('"owner":"Ada & Sons"');
  expect((await call(port, '/nothing')).status).toBe(404);
  expect((await call(port, '/accounts', { method: 'POST' })).text).toContain('faultcode');
  expect((await call(adminPort, '/metrics')).text).toContain('soapstone_build_info{version="');
  running.child.kill('SIGTERM');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain('GET /v1/accounts/{id}');
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).status),
  ).toEqual([200, 404, 500]);
});

test('copied out of its package, the bundled program serves, knows its version, and names what it lacks', async () => {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const folder = temp();
  const copy = join(folder, 'soapstone.cjs');
  copyFileSync(program, copy);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const printed = await run(['version'], { program: copy });
  expect([printed.code, printed.out]).toEqual([0, expect.stringContaining(`soapstone ${version} (node`)]);
  const ports = ['--host', '127.0.0.1', '--port', '0', '--admin-port', 'off'];
  const running = start(['serve', ...ports, '--mapping', bankMapping(), '--upstream', bank.url], { program: copy });
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || running.err().includes('listening on port'));
  expect(ended, running.err()).toBe(false);
  const port = Number(/listening on port (\d+)/.exec(running.err())![1]);
  expect((await call(port, '/v1/accounts/7')).text).toContain('"owner":"Ada & Sons"');
  const { code, err } = await run(['demo'], { program: copy });
  expect([code, err]).toEqual([2, expect.stringContaining('soapstone.cjs is outside of it')]);
});

test('the bundle is ASCII: one other letter would make its text, which stays in memory, twice as large', () => {
  expect(readFileSync(program).findIndex((byte) => byte > 127)).toBe(-1);
});
