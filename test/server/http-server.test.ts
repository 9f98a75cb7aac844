import { Agent, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HttpBounds, HttpServer } from '../../src/server/http-server.ts';
import { messageClasses } from '../../src/server/messages.ts';
import { begin, call } from './http-client.ts';
import { until } from './until.ts';

const bounds: HttpBounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16_384,
  maxHeaders: 20,
};

async function start(listener: RequestListener, changed: Partial<HttpBounds> = {}) {
  const server = new HttpServer({ ...bounds, ...changed }, listener, messageClasses());
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  return { server, port };
}

/** Sends bytes as they are; resolves with all that comes back. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let got = '';
    socket.on('data', (piece) => (got += piece.toString('latin1')));
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

describe('drain', () => {
  test('finishes what is in flight, refuses what is new, closes idle connections', async () => {
    const held: ServerResponse[] = [];
    const { server, port } = await start((req, res) => (req.url === '/slow' ? held.push(res) : res.end('quick')));
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await call(port, '/quick', { agent });
    const slow = begin(port, '/slow', { agent: new Agent({ keepAlive: true }) });
    await until(() => held.length === 1);
    expect(server.inFlight).toBe(1);

    const drained = server.drain(20_000);
    await expect(call(port, '/new')).rejects.toThrow('ECONNREFUSED');
    held[0].end('done');
    const { text, headers } = await slow.got;
    expect(text).toBe('done');
    expect(headers.connection).toBe('close');
    expect(await drained).toBe(0);
    expect(server.connections).toBe(0);
  });

  test('a reply whose head went out before ends well too', async () => {
    const held: ServerResponse[] = [];
    const { server, port } = await start((_req, res) => {
      res.writeHead(200);
      res.write('first ');
      held.push(res);
    });
    const slow = begin(port, '/', { agent: new Agent({ keepAlive: true }) });
    await until(() => held.length === 1);
    const drained = server.drain(20_000);
    held[0].end('last');
    expect((await slow.got).text).toBe('first last');
    expect(await drained).toBe(0);
  });

  test('does not wait for connections that never sent anything', async () => {
    const { server, port } = await start((_req, res) => void res.end());
    const silent = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => silent.on('close', resolve));
    silent.on('error', () => {});
    await until(() => server.connections === 1);
    let over = false;
    void server.drain(600_000).then(() => (over = true));
    await until(() => over);
    await closed;
  });

  test('cuts what is not done in time, and says how much', async () => {
    let seen = 0;
    const { server, port } = await start(() => void seen++);
    const never = begin(port, '/');
    const failed = expect(never.got).rejects.toThrow();
    await until(() => seen === 1);
    expect(await server.drain(1)).toBe(1);
    await failed;
  });
});

describe('requests that are none', () => {
  test.each([
    ['GARBAGE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%j gets %i', async (text, status) => {
    const { port } = await start((_req, res) => res.end());
    const reply = await raw(port, text);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(reply.toLowerCase()).toContain('connection: close');
    expect((await call(port, '/')).status).toBe(200);
  });

  test('too many header fields are refused, not dropped', async () => {
    const { port } = await start((_req, res) => res.end());
    const headers = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`x-${i}`, '1']));
    expect((await call(port, '/', { headers })).status).toBe(431);
  });

  test('a caller who is too slow is told so', async () => {
    const { port } = await start((_req, res) => res.end(), { headersTimeout: 1, requestTimeout: 1 });
    expect(await raw(port, 'GET / HTTP/1.1\r\nHost')).toMatch(/^HTTP\/1.1 408 /);
  });
});

test('a taken port is named', async () => {
  const { port } = await start((_req, res) => res.end());
  const second = new HttpServer(bounds, () => {});
  await expect(second.listen('127.0.0.1', port)).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: another process has it`,
  );
});
