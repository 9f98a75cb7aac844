import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HttpBounds, HttpServer } from '../../src/server/http-server.ts';
import { tlsText } from './tls-files.ts';
import { until } from './until.ts';

const LONG = 600_000;

const bounds: HttpBounds = {
  headersTimeout: LONG,
  requestTimeout: LONG,
  keepAliveTimeout: LONG,
  maxHeaderSize: 16_384,
  maxHeaders: 20,
  sendTimeout: LONG,
  minSendRate: 0,
  minReceiveRate: 0,
  maxConnections: 100,
};
const tls = { cert: tlsText('server.pem'), key: tlsText('server.key') };

async function start(changed: Partial<HttpBounds> = {}, listener: RequestListener = (_req, res) => res.end('fine')) {
  const server = new HttpServer({ ...bounds, ...changed }, listener);
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  return { server, port };
}

/** A client that says `text` and then nothing; `got` is what it has received. */
function client(port: number, text = '', half = false) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: half });
  return watch(socket, () => socket.write(text));
}

function tlsClient(port: number, text = '') {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  return watch(socket, () => socket.write(text));
}

function watch(socket: Socket, begin: () => void) {
  const seen = { socket, got: '', closed: false };
  socket.once(socket.constructor.name === 'TLSSocket' ? 'secureConnect' : 'connect', begin);
  socket.on('data', (piece) => (seen.got += piece.toString('latin1')));
  socket.on('close', () => (seen.closed = true));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return seen;
}

describe('a client that is silent in the TLS handshake', () => {
  test('is cut after headersTimeout, and keeps no good client out', async () => {
    const { server, port } = await start({ tls, headersTimeout: 20, maxConnections: 3 });
    const silent = [client(port), client(port), client(port)];
    await until(() => silent.every(({ closed }) => closed));
    expect(server.connections).toBe(0);
    expect(server.cut.handshake).toBe(3);
    const good = tlsClient(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await until(() => good.closed);
    expect(good.got).toContain('fine');
  });

  test('is cut too when it sends its handshake byte by byte', async () => {
    const { server, port } = await start({ tls, headersTimeout: 50 });
    const slow = client(port, '\x16');
    const drip = setInterval(() => slow.socket.writable && slow.socket.write('\x03'), 5);
    onTestFinished(() => clearInterval(drip));
    await until(() => slow.closed);
    expect(server.connections).toBe(0);
  });

  test('does not keep the process from its end', async () => {
    const { server, port } = await start({ tls });
    const silent = client(port);
    await until(() => server.connections === 1);
    expect(await server.drain(LONG)).toBe(0);
    await until(() => silent.closed);
  });
});
