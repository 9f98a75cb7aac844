import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusals } from '../../../src/binding/read-body.ts';
import { type HttpBounds, HttpServer } from '../../../src/server/http/http-server.ts';
import { call } from '../http-client.ts';
import { tlsText } from '../tls-files.ts';
import { until } from '../until.ts';

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
    const { server, port } = await start({ tls, headersTimeout: 500, maxConnections: 3 });
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

const BIG = 64 * 1024 * 1024;
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe.each([
  ['HTTP', undefined, client],
  ['HTTPS', tls, tlsClient],
] as const)('a client of %s', (_name, secure, connectTo) => {
  test('that takes too few bytes a second of a response is cut, though it takes some', async () => {
    const listener: RequestListener = (_req, res) => res.end(Buffer.alloc(BIG));
    const { server, port } = await start({ tls: secure, sendTimeout: 300, minSendRate: 2 ** 40 }, listener);
    const slow = connectTo(port, GET);
    await until(() => slow.got !== '');
    slow.socket.removeAllListeners('data');
    slow.socket.pause();
    let taken = 0;
    await until(() => {
      taken += slow.socket.read(1)?.length ?? 0;
      return server.connections === 0;
    });
    expect(taken).toBeGreaterThan(0);
    expect(server.cut.response).toBe(1);
  });

  test('that takes enough of it gets all of it', async () => {
    const listener: RequestListener = (_req, res) => res.end(Buffer.alloc(BIG));
    const { server, port } = await start({ tls: secure, sendTimeout: 1000, minSendRate: 1 }, listener);
    const good = connectTo(port, GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let got = 0;
    good.socket.removeAllListeners('data');
    good.socket.on('data', (piece) => (got += piece.length));
    await until(() => good.closed);
    expect(got).toBeGreaterThan(BIG);
    expect(server.cut.response).toBe(0);
  });

  test('that sends too few bytes a second of a body is told, and cut', async () => {
    const listener: RequestListener = (req, res) => req.resume().on('end', () => res.end('fine'));
    const { server, port } = await start({ tls: secure, sendTimeout: 300, minReceiveRate: 2 ** 40 }, listener);
    const slow = connectTo(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
    await until(() => server.inFlight === 1);
    const timer = setInterval(() => slow.socket.writable && slow.socket.write('x'), 5);
    onTestFinished(() => clearInterval(timer));
    await until(() => server.connections === 0 && slow.closed);
    expect(slow.got).toContain('HTTP/1.1 408 ');
    expect(server.cut.request).toBe(1);
  });

  test('is not blamed for a body that nobody reads', async () => {
    let read = () => {};
    const listener: RequestListener = (req, res) => {
      read = () => req.resume().on('end', () => res.end('fine'));
    };
    const { server, port } = await start({ tls: secure, sendTimeout: 100, minReceiveRate: 1 }, listener);
    const size = 8 * 1024 * 1024;
    const good = connectTo(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
    await until(() => server.inFlight === 1);
    let looks = 0;
    const timer = setInterval(() => looks++, 30);
    onTestFinished(() => clearInterval(timer));
    await until(() => looks > 10);
    read();
    await until(() => good.got !== '');
    expect(good.got).toContain('fine');
    expect(server.cut.request).toBe(0);
  });

  test('that does not close its side after the last response is cut', async () => {
    const { server, port } = await start({ tls: secure });
    const garbage = connectTo(port, 'GARBAGE\r\n\r\n');
    garbage.socket.allowHalfOpen = true;
    await until(() => garbage.got !== '');
    await until(() => server.connections === 0);
    expect(garbage.got).toContain('HTTP/1.1 400 ');
    expect(server.cut.close).toBe(1);
  });

  test('that says nothing is cut after headersTimeout', async () => {
    const { server, port } = await start({ tls: secure, headersTimeout: 500 });
    const silent = connectTo(port);
    await until(() => silent.closed && server.connections === 0);
    expect(server.cut.request + server.cut.handshake).toBe(1);
  });
});

test('a connection is counted once as cut, although it lingers', async () => {
  const { server, port } = await start({ headersTimeout: 300, requestTimeout: 300 });
  const slow = client(port, GET.slice(0, 20), true);
  await until(() => slow.got.includes('408'));
  await until(() => slow.closed || server.connections === 0);
  expect(Object.values(server.cut).reduce((sum, count) => sum + count)).toBe(1);
});

describe('pipelined requests of one connection', () => {
  test('are handled one at a time, in their order, and all count as in flight', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const { server, port } = await start({}, (req, res) => {
      begun.push(req.url as string);
      ends.push(() => res.end(`<${req.url}>`));
    });
    const paths = Array.from({ length: 20 }, (_, i) => `/${i}`);
    const pipelined = client(port, paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    await until(() => server.inFlight === 20);
    for (const i of paths.keys()) {
      await until(() => begun.length === i + 1);
      expect(server.inFlight).toBe(20 - i);
      ends[i]();
    }
    await until(() => pipelined.got.includes('</19>'));
    expect(begun).toEqual(paths);
    expect(pipelined.got.match(/<[^>]*>/g)).toEqual(paths.map((path) => `<${path}>`));
    expect(server.inFlight).toBe(0);
  });

  test('are not read ahead: what waits is one read of the socket, and all are answered', async () => {
    const many = 20_000;
    let most = 0;
    const { server, port } = await start({}, (_req, res) => {
      most = Math.max(most, server.inFlight);
      setImmediate(() => res.end('x'));
    });
    const pipelined = client(port, GET.repeat(many));
    let count = 0;
    pipelined.socket.removeAllListeners('data');
    pipelined.socket.on('data', (piece) => (count += piece.toString('latin1').split('HTTP/1.1 200').length - 1));
    await until(() => count >= many * 0.99 && server.inFlight === 0);
    // 64 KiB are read at a time, and perhaps once more to see whether the client has left.
    expect(most).toBeLessThanOrEqual(2500 + Math.ceil(65_536 / GET.length) + 1);
  });

  test('where too many wait, the client with the most of them is cut, and no other', async () => {
    const { server, port } = await start({}, (req, res) => {
      if (req.url === '/good') res.end('good');
    });
    const greedy = Array.from({ length: 12 }, () => client(port, GET.repeat(3000)));
    await until(() => server.cut.pipeline > 0);
    const good = client(port, GET.replace(' / ', ' /good ').repeat(50));
    await until(() => good.got.split('good').length === 51);
    await until(() => greedy.filter(({ closed }) => closed).length === server.cut.pipeline);
    expect(good.closed).toBe(false);
    expect(server.cut.pipeline).toBeLessThan(greedy.length);
  });

  test.each([
    ['plain', client, {}],
    ['TLS', tlsClient, { tls }],
  ] as const)('end with their client, also while others wait: %s', async (_what, connectTo, changed) => {
    const closed: string[] = [];
    const { server, port } = await start(
      changed,
      (req, res) => void res.on('close', () => closed.push(req.url as string)),
    );
    const few = connectTo(port, GET.replace(' / ', ' /few ').repeat(2));
    const many = connectTo(port, GET.replace(' / ', ' /many ').repeat(2000));
    await until(() => server.inFlight > 1000);
    few.socket.destroy();
    many.socket.destroy();
    await until(() => closed.length === 2 && server.connections === 0);
    expect(closed.toSorted()).toEqual(['/few', '/many']);
    expect(server.inFlight).toBe(0);
  });

  test('a body behind a request that waits is not read ahead at each look', async () => {
    const { server, port } = await start({}, () => {});
    const body = 'x'.repeat(5_000_000);
    const text = `${GET}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { socket } = client(port, text);
    await until(() => server.inFlight === 2);
    const looks = [client(port), client(port), client(port)];
    for (const one of looks) {
      await until(() => one.socket.readyState === 'open');
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
    // What the system buffers on both sides is less than half of it.
    expect(socket.writableLength).toBeGreaterThan(0);
    const [connection] = server.open.responses();
    expect(connection.req.socket.bytesRead).toBeLessThan(200_000);
  });

  test('with bodies come through whole', async () => {
    const { port } = await start({}, (req, res) => {
      let body = '';
      req.on('data', (piece) => (body += piece));
      req.on('end', () => setImmediate(() => res.end(`<${body}>`)));
    });
    const bodies = Array.from({ length: 300 }, (_, i) => `${i}`.padEnd(i * 7, '.'));
    const head = (body: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const pipelined = client(port, bodies.map(head).join(''));
    await until(() => (pipelined.got.match(/</g)?.length ?? 0) === bodies.length);
    await until(() => pipelined.got.endsWith('>'));
    expect(pipelined.got.match(/<[^>]*>/g)).toEqual(bodies.map((body) => `<${body}>`));
  });

  test('a request that the gateway keeps waiting in part is not late', async () => {
    const ends: (() => void)[] = [];
    const { server, port } = await start({ headersTimeout: 300, requestTimeout: 300 }, (_req, res) => {
      ends.push(() => res.end('fine'));
    });
    const pipelined = client(port, `${GET}${GET}${GET.slice(0, 20)}`);
    await until(() => ends.length === 1);
    // Node looks each second; another silent client shows when it has.
    const silent = client(port);
    await until(() => silent.closed);
    expect(server.cut.request).toBe(1);
    ends[0]();
    await until(() => ends.length === 2);
    ends[1]();
    await until(() => pipelined.got.split('fine').length === 3);
    pipelined.socket.write(GET.slice(20));
    await until(() => ends.length === 3);
    ends[2]();
    await until(() => pipelined.got.split('fine').length === 4);
  });

  test('the rest of such a request has its time too', async () => {
    const ends: (() => void)[] = [];
    const { server, port } = await start({ headersTimeout: 300, requestTimeout: 300 }, (_req, res) => {
      ends.push(() => res.end('fine'));
    });
    const pipelined = client(port, `${GET}${GET}${GET.slice(0, 20)}`);
    await until(() => ends.length === 1);
    const silent = client(port);
    await until(() => silent.closed);
    ends[0]();
    await until(() => ends.length === 2);
    ends[1]();
    await until(() => pipelined.closed && server.connections === 0);
    expect(pipelined.got).toContain('HTTP/1.1 408 ');
  });

  test('that wait do not keep the process from its end: the response before them says Connection: close', async () => {
    const ends: (() => void)[] = [];
    const { server, port } = await start({}, (_req, res) => void ends.push(() => res.end('fine')));
    const pipelined = client(port, GET.repeat(10));
    await until(() => server.inFlight === 10);
    const drained = server.drain(LONG);
    ends[0]();
    expect(await drained).toBe(0);
    await until(() => pipelined.closed);
    expect(pipelined.got.toLowerCase()).toContain('connection: close');
    expect(ends).toHaveLength(1);
  });

  test('too many of them, over all connections, end their connection', async () => {
    const { server, port } = await start({}, () => {});
    const many = Array.from({ length: 12 }, () => client(port, GET.repeat(3000)));
    await until(() => server.cut.pipeline > 0);
    expect(many.some(({ closed }) => !closed)).toBe(true);
    const good = await new Promise<number>((resolve) => {
      server.server.removeAllListeners('request');
      server.server.on('request', (_req, res) => res.end());
      void call(port, '/').then(({ status }) => resolve(status));
    });
    expect(good).toBe(200);
  });
});

test('what hangs does not keep the process from its end: it is cut, counted and recorded', async () => {
  const codes: (string | undefined)[] = [];
  const { server, port } = await start({}, (_req, res) => {
    res.on('close', () => codes.push(refusals.get(res)?.fault.init.code));
    res.write(Buffer.alloc(BIG));
  });
  const hanging = [client(port, GET), client(port, GET.slice(0, 9)), client(port, 'GARBAGE\r\n\r\n', true)];
  hanging[0].socket.pause();
  await until(() => server.inFlight === 1 && hanging[2].got !== '');
  expect(await server.drain(20)).toBe(1);
  await until(() => server.connections === 0);
  expect(codes).toEqual(['SHUTDOWN']);
});

test('connections whose clients do not take their responses are known, and can be cut: by a reset, and recorded', async () => {
  const codes: (string | undefined)[] = [];
  const { server, port } = await start({}, (_req, res) => {
    res.on('close', () => codes.push(refusals.get(res)?.fault.init.code));
    res.end(Buffer.alloc(BIG));
  });
  const slow = client(port, GET);
  await until(() => slow.got !== '');
  slow.socket.pause();
  const [connection] = server.open.waiting();
  expect(connection.waiting).toBeGreaterThan(1024);
  server.open.cut(connection, 'memory');
  await until(() => server.connections === 0);
  expect(server.cut.memory).toBe(1);
  expect(codes).toEqual(['CLIENT_SLOW']);
  const reset = once(slow.socket, 'error');
  slow.socket.resume();
  expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
});
