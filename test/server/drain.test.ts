import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { bankMapping } from './bank-mapping.ts';
import { begin, call } from './http-client.ts';
import { slowBank } from './slow-bank.ts';
import { temp } from './temp.ts';
import { until } from './until.ts';

async function open(more: Readonly<Record<string, string>> = {}) {
  const peer = await slowBank();
  const flags = { host: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0', drainDelay: '0' };
  const settings = await loadSettings({
    flags: { ...flags, mapping: bankMapping(), upstream: peer.url, ...more },
    environment: {},
    cwd: temp(),
  });
  const server = await startServer(settings, silent);
  onTestFinished(async () => {
    peer.answer();
    await server.drain(0);
  });
  const admin = server.adminPort as number;
  const post = (path: string, headers = {}) => call(admin, path, { method: 'POST', headers });
  return { peer, server, post, ready: async () => (await call(admin, '/readyz')).status };
}

describe('a drain through the admin port', () => {
  test('is not ready at once, waits for requests in flight, and serves on until the process ends', async () => {
    const { peer, server, post, ready } = await open();
    const slow = begin(server.port, '/v1/accounts/7');
    await until(() => peer.waiting() === 1);
    let isOver = false;
    const all = Promise.all([post('/drain?wait'), post('/drain?wait')]).finally(() => {
      isOver = true;
    });
    expect(await post('/drain')).toMatchObject({ status: 202, text: 'draining\n' });
    expect(await ready()).toBe(503);
    expect(isOver).toBe(false);
    peer.answer();
    expect((await slow.got).status).toBe(200);
    for (const { status, text } of await all) expect([status, text]).toEqual([200, 'drained\n']);
    const later = begin(server.port, '/v1/accounts/7');
    await until(() => peer.waiting() === 1);
    peer.answer();
    const { status, headers } = await later.got;
    expect([status, headers.connection]).toEqual([200, 'close']);
    expect(await ready()).toBe(503);
  });

  test('counts for the signal that follows: the rest of the delay is left', async () => {
    const { server, post } = await open({ drainDelay: '1h' });
    expect(server.delayLeft(5000)).toBe(5000);
    await post('/drain');
    await until(() => server.delayLeft(1) === 0);
    expect(server.delayLeft(3_600_000)).toBeLessThan(3_600_000);
    expect(await server.drain(1)).toEqual({ cut: 0, hanging: [] });
  });

  test('ends for those who wait when the process ends first', async () => {
    const { server, post, ready } = await open({ drainDelay: '1h' });
    const waiting = post('/drain?wait');
    await until(async () => (await ready()) === 503);
    await server.drain(0);
    expect(await waiting).toMatchObject({ status: 200, text: 'drained\n' });
  });

  test('says what is still in flight when the time is over', async () => {
    const { peer, server, post } = await open({ drainTimeout: '50ms' });
    const slow = begin(server.port, '/v1/accounts/7');
    await until(() => peer.waiting() === 1);
    expect(await post('/drain?wait')).toMatchObject({
      status: 503,
      text: 'not drained in time: 1 request in flight\n',
    });
    peer.answer();
    expect((await slow.got).status).toBe(200);
  });

  test('is for programs of this machine: no pages, no other names, no other machines, no GET', async () => {
    const { server, post, ready } = await open({ adminHost: '::' });
    expect((await post('/drain', { origin: 'http://localhost' })).status).toBe(403);
    expect((await post('/drain', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post('/drain', { host: 'rebound.attacker.example' })).status).toBe(421);
    expect(await call(server.adminPort as number, '/drain')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    const outside = Object.values(networkInterfaces()).flatMap((all) => all?.filter(({ internal }) => !internal) ?? []);
    const [address] = outside.filter(({ family }) => family === 'IPv4');
    if (address) {
      const url = `http://${address.address}:${server.adminPort}/drain`;
      expect((await fetch(url, { method: 'POST' })).status).toBe(403);
    }
    expect(await ready()).toBe(200);
  });
});
