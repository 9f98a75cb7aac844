// Requests that pass through while all connections to the peer are in use, and peers that take no connection.
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { messageClasses } from '../../../src/server/http/messages.ts';
import type { PassThrough } from '../../../src/server/http/prefixes.ts';
import { createRouter } from '../../../src/server/routing/router.ts';
import { begin, call } from '../http-client.ts';
import { until } from '../until.ts';

async function listen(listener: RequestListener, options = {}): Promise<number> {
  const server = createServer(options, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A test names its clients. */
const clientOf = (req: IncomingMessage) => String(req.headers['x-client'] ?? 'one');

async function passing(upstreamPort: number, more: Partial<PassThrough>): Promise<number> {
  const classes = messageClasses();
  const times = { timeout: 30_000, connectTimeout: 30_000, queue: 256, queueTimeout: 30_000 };
  const upstream = `http://127.0.0.1:${upstreamPort}/`;
  const options = {
    bridge: 'one',
    upstream,
    prefixes: ['/files'],
    connections: 1,
    reuse: true,
    addressOf: clientOf,
    ...times,
    ...more,
  };
  const router = await createRouter(
    classes,
    [options],
    async () => undefined,
    () => ({}),
  );
  onTestFinished(() => router.close());
  return listen((req, res) => router.handle(req, res), classes);
}

/** Answers when a test says so. */
async function slowPeer() {
  const asked: string[] = [];
  const open: ServerResponse[] = [];
  const port = await listen((req, res) => {
    asked.push(req.url as string);
    open.push(res);
  });
  return { port, asked, open };
}

/** Paths of requests to a peer that are made, sent or not. */
function madeFor(peerPort: number): string[] {
  const paths: string[] = [];
  const hear = (message: unknown) => {
    const { request } = message as { readonly request: ClientRequest };
    if (request.getHeader('host') === `127.0.0.1:${peerPort}`) paths.push(request.path);
  };
  subscribe('http.client.request.created', hear);
  onTestFinished(() => void unsubscribe('http.client.request.created', hear));
  return paths;
}

test('who gives up while waiting leaves no request behind', async () => {
  const peer = await slowPeer();
  const made = madeFor(peer.port);
  const port = await passing(peer.port, {});
  const first = call(port, '/files/first');
  await until(() => peer.asked.length === 1);
  for (let i = 0; i < 3; i++) {
    const { sent, got } = begin(port, `/files/left-${i}`);
    const failed = expect(got).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.destroy();
    await failed;
  }
  const last = call(port, '/files/last');
  peer.open[0].end('1');
  expect((await first).text).toBe('1');
  await until(() => peer.asked.length === 2);
  peer.open[1].end('2');
  expect((await last).text).toBe('2');
  expect([made, peer.asked]).toEqual([
    ['/files/first', '/files/last'],
    ['/files/first', '/files/last'],
  ]);
});

test('one client leaves places for others, and those who wait take turns', async () => {
  const peer = await slowPeer();
  const port = await passing(peer.port, { connections: 16 });
  const by = (client: string, path: string) => call(port, `/files/${path}`, { headers: { 'x-client': client } });
  const many = Array.from({ length: 40 }, (_, i) => by('greedy', `many-${i}`));
  await until(() => peer.asked.length === 14);
  const other = by('other', 'other');
  await until(() => peer.asked.includes('/files/other'));
  expect(peer.asked).toHaveLength(15);
  const answering = setInterval(() => peer.open.splice(0).forEach((res) => void res.end('done')), 5);
  onTestFinished(() => clearInterval(answering));
  expect((await other).status).toBe(200);
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 200));
});

test('no more wait than the queue has room for, and who has fewer takes a place of who has most', async () => {
  const peer = await slowPeer();
  const port = await passing(peer.port, { queue: 3 });
  const by = (client: string, path: string) => call(port, `/files/${path}`, { headers: { 'x-client': client } });
  const running = by('greedy', 'running');
  await until(() => peer.asked.length === 1);
  const over: number[] = [];
  const greedy = Array.from({ length: 5 }, (_, i) => by('greedy', `${i}`).then(({ status }) => over.push(status)));
  await until(() => over.length === 2);
  const other = by('other', 'other');
  await until(() => over.length === 3);
  const answering = setInterval(() => peer.open.splice(0).forEach((res) => void res.end('done')), 5);
  onTestFinished(() => clearInterval(answering));
  await Promise.all([running, ...greedy]);
  expect([(await other).status, over.toSorted()]).toEqual([200, [200, 200, 503, 503, 503]]);
});

test('who waits for too long is told so', async () => {
  const peer = await slowPeer();
  const port = await passing(peer.port, { queueTimeout: 400 });
  const first = call(port, '/files/first');
  await until(() => peer.open.length === 1);
  const drip = setInterval(() => peer.open[0].write('.'), 50);
  onTestFinished(() => clearInterval(drip));
  const { status, headers, text } = await call(port, '/files/second');
  expect([status, headers['retry-after'], JSON.parse(text).code]).toEqual([503, '1', 'OVERLOADED']);
  clearInterval(drip);
  peer.open[0].end();
  expect((await first).status).toBe(200);
});

/** Its queue of connections is full, and it takes none: the system drops what comes. */
async function fullPeer(): Promise<number> {
  const script =
    "const s = require('net').createServer().listen(0, '127.0.0.1', 1, () => process.stdout.write(s.address().port + '\\n', () => process.kill(process.pid, 'SIGSTOP')))";
  const child = execFile(process.execPath, ['-e', script]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve) => child.stdout?.once('data', (text) => resolve(Number(text))));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const full = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => full.forEach((socket) => void socket.destroy()));
  await until(() => full.filter(({ connecting }) => !connecting).length >= 2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return port;
}

test('a peer that takes no connection is given up after connectTimeout', async () => {
  const port = await passing(await fullPeer(), { connectTimeout: 200 });
  const { status, text } = await call(port, '/files');
  expect([status, JSON.parse(text).code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
});

test('a response may take longer than connectTimeout', async () => {
  const peer = await slowPeer();
  const port = await passing(peer.port, { connectTimeout: 200 });
  for (const connection of ['new', 'kept']) {
    const got = call(port, `/files/${connection}`);
    await until(() => peer.open.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 400));
    peer.open.pop()?.end('slow');
    expect((await got).text).toBe('slow');
  }
});
