// Clients that take nothing of a streamed response, in front of a service that works. Over real connections.
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestRecord } from '../../src/binding/channels.ts';
import { requestChannel } from '../../src/binding/channels.ts';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { call } from './http-client.ts';
import { parcelFiles, startParcels } from './parcels.ts';
import { temp } from './temp.ts';
import { until } from './until.ts';

async function open(flags: Readonly<Record<string, string>>) {
  // More than the system takes for a client who reads nothing.
  const service = await startParcels(9_000_000);
  const cwd = temp(parcelFiles);
  const own = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
  const settings = await loadSettings({
    flags: { ...own, logFormat: 'off', name: 'parcels', mapping: cwd, upstream: service.url, ...flags },
    environment: {},
    cwd,
  });
  const server = await startServer(settings, openLog(settings, 1));
  onTestFinished(async () => {
    await server.drain(0);
    service.close();
  });
  const records: RequestRecord[] = [];
  const listen = (record: unknown) => void records.push(record as RequestRecord);
  requestChannel.subscribe(listen);
  onTestFinished(() => void requestChannel.unsubscribe(listen));
  return { server, records };
}

/** Asks, and reads nothing of what comes. */
function askSilently(port: number, path: string): void {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
}

test('they lose their response, and the service is not blamed', async () => {
  const { server, records } = await open({ timeout: '3s', breakerFailures: '1' });
  for (let i = 0; i < 3; i++) askSilently(server.port, '/v1/stream/1');
  await until(() => records.length === 3);
  for (const record of records) expect(record).toMatchObject({ code: 'CLIENT_SLOW', status: 499, rule: 'stream' });
  expect((await call(server.port, '/v1/parcels/7')).status).toBe(200);
});
