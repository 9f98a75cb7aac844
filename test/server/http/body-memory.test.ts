// Bodies of requests that would take more memory together than there may be.
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readBody } from '../../../src/binding/read-body.ts';
import { reservationOf } from '../../../src/binding/response-memory.ts';
import { toFault } from '../../../src/fault/fault.ts';
import { HttpServer } from '../../../src/server/http/http-server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { begin, call } from '../http-client.ts';
import { until } from '../until.ts';

/** A client that is alone may hold four fifths of it, and each body counts twice. */
const SIZE = 2_000_000;
const MOST = 800_000;

/** Answers with the length of a body, those to /wait when they are told to. */
async function open() {
  const given = { mapping: 'm', upstream: 'http://peer/', maxBodies: String(SIZE) };
  const settings = await loadSettings({ flags: given, environment: {}, cwd: import.meta.dirname });
  const waiting: (() => void)[] = [];
  const server = new HttpServer({ ...settings, overloadDelay: 0 } as never, (req, res) => {
    const done = (error: unknown, bytes: Uint8Array) => {
      const { status, headers } = error ? toFault(error).init : { status: 200, headers: undefined };
      const answer = () => res.writeHead(status, headers as Record<string, string>).end(String(bytes.length));
      if (req.url === '/wait' && !error) waiting.push(answer);
      else answer();
      if (error) req.resume();
    };
    readBody(req, 1 << 20, done, reservationOf(res));
  });
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  const send = (path: string, bytes: number) => call(port, path, { method: 'POST', body: 'x'.repeat(bytes) });
  return { server, port, waiting, send };
}

describe('bodies of requests', () => {
  test('are refused where those that are there leave no room, until their responses are over', async () => {
    const { server, waiting, send } = await open();
    const first = send('/wait', 500_000);
    await until(() => waiting.length === 1);
    const refused = await send('/', 400_000);
    expect([refused.status, refused.headers['retry-after'], server.refusedBodies]).toEqual([503, '1', 1]);
    expect((await send('/', 250_000)).text).toBe('250000');
    waiting[0]();
    expect((await first).text).toBe('500000');
    await until(async () => (await send('/', 790_000)).status === 200);
  });

  test('are refused before they come where those that are there leave no room for what is announced', async () => {
    const { server, port, waiting, send } = await open();
    const first = send('/wait', 500_000);
    await until(() => waiting.length === 1);
    const headers = { 'content-length': '400000' };
    const { sent, got } = begin(port, '/', { method: 'POST', headers, body: 'x' });
    expect([(await got).status, server.bodyMemory.used]).toEqual([503, 1_000_000]);
    sent.destroy();
    waiting[0]();
    await first;
  });

  test('count twice as they are unpacked, where they come packed', async () => {
    const { server, port, waiting } = await open();
    const packed = gzipSync(Buffer.alloc(300_000, 'x'));
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/wait',
      headers: { 'content-encoding': 'gzip' },
    });
    sent.on('error', () => {});
    sent.write(packed.subarray(0, 100));
    await until(() => server.bodyMemory.used === 100);
    sent.end(packed.subarray(100));
    await until(() => waiting.length === 1);
    expect(server.bodyMemory.used).toBe(600_000);
    sent.destroy();
  });

  test('are refused for good where they could never be taken', async () => {
    const { server, send } = await open();
    expect([(await send('/', MOST + 1)).status, server.refusedBodies]).toEqual([413, 1]);
    expect((await send('/', MOST)).status).toBe(200);
  });

  test('count as they arrive, not as they are announced, and no longer when their caller goes away', async () => {
    const { port, send } = await open();
    const slow = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 790_000 } });
    slow.on('error', () => {});
    slow.write('x'.repeat(200_000));
    await until(async () => (await send('/', 650_000)).status === 503);
    expect((await send('/', 550_000)).status).toBe(200);
    slow.destroy();
    await until(async () => (await send('/', MOST)).status === 200);
  });
});
