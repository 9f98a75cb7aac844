import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { until } from '../server/until.ts';
import { start } from './spawn-cli.ts';

const sh = promisify(exec);

test('the lines that the demo prints work as printed', async () => {
  const running = start(['demo', '--port', '0', '--soap-port', '0', '--records-port', '0', '--admin-port', '0']);
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || running.out().includes('Ctrl-C'));
  expect(ended, running.err()).toBe(false);
  const lines = running
    .out()
    .split('\n')
    .filter((line) => line.startsWith('  curl '));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  const outputs = await Promise.all(lines.map(async (line) => (await sh(line)).stdout));
  expect(JSON.parse(outputs[0]).account).toMatchObject({ id: 7, owner: 'Ada & Sons', currency: 'EUR' });
  expect(JSON.parse(outputs[1]).account).toMatchObject({ id: 7, currency: 'USD' });
  expect(outputs[2]).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(outputs[2]).toContain('application/problem+json');
  expect(outputs[4]).toContain('soapstone_http_requests_total');
  expect(outputs[5]).toContain('BusinessRecordsService');
  expect(outputs[6]).toContain('CUST-7');
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(0);
});
