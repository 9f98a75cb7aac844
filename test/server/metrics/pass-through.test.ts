// The metrics of the pool beside requests that pass through.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

test('requests that pass through are not in the metrics of the pool', async () => {
  const open: ServerResponse[] = [];
  const service = createServer((_req, res) => void open.push(res));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const flags = {
    ...{ host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0', watch: '0' },
    ...{ name: 'bank', mapping: bankMapping(), passThrough: '/files', connections: '1' },
    upstream: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
  };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd: temp() }), silent);
  onTestFinished(async () => void (await server.drain(0)));
  const both = [1, 2].map((i) => call(server.port, `/files/${i}`));
  await until(() => open.length === 1);
  const { text } = await call(server.adminPort as number, '/metrics');
  for (const name of ['connections', 'inflight', 'pending', 'queued'])
    expect(text).toContain(`soapstone_upstream_${name}{bridge="bank"} 0\n`);
  open[0].end('1');
  await until(() => open.length === 2);
  open[1].end('2');
  expect((await Promise.all(both)).map((got) => got.text).toSorted()).toEqual(['1', '2']);
  const { text: later } = await call(server.adminPort as number, '/metrics');
  expect(later).toMatch(/^soapstone_http_requests_total\{.*rule="_pass_through".*\} 2$/m);
});
