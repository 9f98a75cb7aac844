import { expect, test } from 'vitest';
import { bankMapping } from '../server/bank-mapping.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

const LOCAL = [
  '--host',
  '127.0.0.1',
  '--admin-host',
  '127.0.0.1',
  '--port',
  '0',
  '--admin-port',
  '0',
  '--drain-delay',
  '100ms',
];

test('a gateway is drained before its signal, which then ends it at once', async () => {
  const gateway = start(['serve', ...LOCAL, '--mapping', bankMapping(), '--upstream', 'http://127.0.0.1:9/']);
  await until(() => gateway.err().includes('listening on port'));
  const port = /admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(gateway.err())?.[1] as string;
  const begun = await run(['drain', '--no-wait', '--admin-port', port]);
  expect(begun).toEqual({ code: 0, out: 'draining\n', err: '' });
  expect(await run(['health', '--ready', '--admin-port', port])).toMatchObject({ code: 1, out: 'draining\n' });
  expect(await run(['drain', '--admin-port', port])).toEqual({ code: 0, out: 'drained\n', err: '' });
  gateway.child.kill('SIGTERM');
  expect((await gateway.ended).code).toBe(0);
  expect(gateway.err()).toContain('drain requested: not ready from now on, serving on until SIGTERM\n');
  expect(gateway.err()).toContain('SIGTERM: draining\n');
  expect(gateway.out()).toContain('"event":"drain requested"');
  const gone = await run(['drain', '--admin-port', port]);
  expect([gone.code, gone.out]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});
