// Clients who ask for more than the memory holds and read nothing, in every configuration.
import { openSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusals } from '../../../src/binding/read-body.ts';
import { sendBody } from '../../../src/binding/send-body.ts';
import { HttpServer } from '../../../src/server/http/http-server.ts';
import { sendDocument } from '../../../src/server/http/send-document.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { call } from '../http-client.ts';
import { parcelFiles, soapRequest, startParcels } from '../parcels.ts';
import { temp } from '../temp.ts';
import { tlsFile } from '../tls-files.ts';
import { until } from '../until.ts';

const MIB = 1024 * 1024;
const BUDGET = 32 * MIB;
const CLIENTS = 12;
/** More than the system takes of a response for a client who reads nothing. */
const BYTES = 9_000_000;
/** Of each service connection one piece is there before anybody can say stop, as it came and as it was read. */
const MORE = CLIENTS * 2 * 65_536;

interface Case {
  readonly what: string;
  readonly flags?: Readonly<Record<string, string>>;
  readonly tls?: boolean;
  readonly request: string;
  readonly good: string;
  /** Whether its bytes wait in the gateway; else the service waits. */
  readonly held: boolean;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (body: string) =>
  `POST /soap HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const tls = { tlsCert: tlsFile('server.pem'), tlsKey: tlsFile('server.key') };
const soap = { present: 'soap', path: '/soap' };
const rest = { request: get('/v1/whole/1'), good: get('/v1/parcels/7'), held: true };
const stream = { request: get('/v1/stream/1'), good: get('/v1/parcels/7'), held: false };
const soapAsk = { request: post(soapRequest('List', '1')), good: post(soapRequest('Get', '7')), held: true };

const cases: readonly Case[] = [
  { what: 'REST in front', ...rest },
  { what: 'REST in front, a member of an object', ...rest, request: get('/v1/member/1') },
  { what: 'REST in front, TLS', ...rest, flags: tls, tls: true },
  { what: 'REST in front, gzip behind', ...rest, request: get('/v1/whole/gz') },
  { what: 'a streamed rule', ...stream },
  { what: 'a streamed rule, TLS', ...stream, flags: tls, tls: true },
  { what: 'SOAP in front', ...soapAsk, flags: soap },
  { what: 'SOAP in front, TLS', ...soapAsk, flags: { ...soap, ...tls }, tls: true },
  { what: 'SOAP in front, gzip behind', ...soapAsk, flags: soap, request: post(soapRequest('List', 'gz')) },
  { what: 'what passes through', ...stream, flags: { passThrough: '/raw' }, request: get('/raw/whole/1') },
];

async function open(flags: Readonly<Record<string, string>> = {}) {
  const service = await startParcels(BYTES);
  const cwd = temp(parcelFiles);
  const own = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
  const bounds = { maxBodies: String(BUDGET), overloadHeap: '0', queueTimeout: '60s' };
  const settings = await loadSettings({
    flags: { ...own, ...bounds, mapping: cwd, upstream: service.url, ...flags },
    environment: {},
    cwd,
  });
  const log = openLog({ ...settings, logFormat: 'off' }, openSync(join(temp(), 'access.log'), 'a'));
  const server = await startServer(settings, log);
  onTestFinished(async () => {
    await server.drain(0);
    service.close();
  });
  const metric = async (name: string) => {
    const { text } = await call(server.adminPort as number, '/metrics');
    return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1]);
  };
  return { server, service, metric };
}

function silent(port: number, one: Pick<Case, 'request' | 'tls'>): Socket {
  const send = () => socket.write(one.request);
  const socket: Socket = one.tls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, send)
    : connect({ port, host: '127.0.0.1' }, send);
  socket.on('error', () => {});
  socket.pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

function status(port: number, one: Case): Promise<number> {
  return new Promise((resolve) => {
    const send = () => socket.write(one.good.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const socket: Socket = one.tls
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, send)
      : connect({ port, host: '127.0.0.1' }, send);
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(text.slice(9, 12))));
  });
}

describe('clients who read nothing', () => {
  test.each(cases)('$what: stay within the memory, and others are served', { timeout: 120_000 }, async (one) => {
    const { server, service, metric } = await open(one.flags);
    expect(await status(server.port, one)).toBe(200);
    const before = process.memoryUsage().arrayBuffers;
    let [used, outside, served] = [0, 0, 0];
    const sockets = Array.from({ length: CLIENTS }, () => silent(server.port, one));
    await until(async () => {
      used = Math.max(used, await metric('soapstone_body_memory_bytes'));
      outside = Math.max(outside, process.memoryUsage().arrayBuffers - before);
      if ((await status(server.port, one)) === 200) served++;
      return served >= 3 && service.requests() > CLIENTS && (!one.held || used > BUDGET / 4);
    });
    expect(used).toBeLessThan(BUDGET + MORE);
    // Garbage is in it, and what grows is there twice for a moment.
    expect(outside).toBeLessThan(4 * BUDGET);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await metric('soapstone_body_memory_bytes')) === 0);
  });
});

const bounds = {
  ...{ headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 60_000, sendTimeout: 60_000 },
  ...{ minSendRate: 0, minReceiveRate: 0 },
  ...{ maxHeaderSize: 16_384, maxHeaders: 20, maxConnections: 100 },
};

async function serve(maxBodies: number, listener: RequestListener) {
  const server = new HttpServer({ ...bounds, maxBodies }, listener);
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  return { server, port };
}

test('clients who read nothing are cut when their responses fill the memory, and their requests say so', async () => {
  const closed: (string | undefined)[] = [];
  const { server, port } = await serve(32 * MIB, (_req, res) => {
    res.on('close', () => closed.push(refusals.get(res)?.fault.init.code));
    res.writeHead(200, { 'content-length': String(16 * MIB) });
    sendBody(res, Buffer.alloc(16 * MIB, 'x'));
  });
  silent(port, { request: get('/') });
  silent(port, { request: get('/') });
  await until(() => server.cut.memory === 1);
  await until(() => closed.length === 1);
  expect(closed).toEqual(['CLIENT_SLOW']);
  expect(server.bodyMemory.used).toBe(16 * MIB);
  expect((await call(port, '/')).text.length).toBe(16 * MIB);
});

test('requests of one connection that was cut give back what they held; pipelined ones hold nothing before their turn', async () => {
  const { server, port } = await serve(64 * MIB, (_req, res) => {
    res.writeHead(200, { 'content-length': String(16 * MIB) });
    sendBody(res, Buffer.alloc(16 * MIB, 'x'));
  });
  const socket = silent(port, { request: get('/').repeat(2) });
  await until(() => server.bodyMemory.used === 16 * MIB);
  socket.destroy();
  await until(() => server.bodyMemory.used === 0);
});

test('clients who do not read a document share its bytes', async () => {
  const document = { bytes: Buffer.alloc(8 * MIB, 'x'), etag: '"x"' };
  let asked = 0;
  const { server, port } = await serve(16 * MIB, (req, res) => {
    asked++;
    void sendDocument(req, res, document, 'text/plain');
  });
  for (let i = 0; i < CLIENTS; i++) silent(port, { request: get('/') });
  await until(() => asked === CLIENTS);
  expect(server.bodyMemory.used).toBeGreaterThan(0);
  expect(server.bodyMemory.used).toBeLessThanOrEqual(CLIENTS * 65_536);
  expect((await call(port, '/')).text.length).toBe(8 * MIB);
});
