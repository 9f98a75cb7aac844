import { Agent, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ErrorCode, errorTable } from '../../../src/errors/errors.ts';
import { type HttpBounds, HttpServer } from '../../../src/server/http/http-server.ts';
import { messageClasses } from '../../../src/server/http/messages.ts';
import { readTree } from '../../../src/xml/read-tree.ts';
import { begin, call } from '../http-client.ts';
import { raw } from '../raw.ts';
import { until } from '../until.ts';

const bounds: HttpBounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16_384,
  maxHeaders: 20,
  sendTimeout: 60_000,
  minSendRate: 1024,
  minReceiveRate: 1024,
  maxConnections: 100,
};

async function start(listener: RequestListener, changed: Partial<HttpBounds> = {}) {
  const server = new HttpServer({ ...bounds, ...changed }, listener, messageClasses());
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  return { server, port };
}

test('many reloads during one long response add one listener to it', async () => {
  const held: ServerResponse[] = [];
  const { server, port } = await start((_req, res) => void held.push(res));
  const { got } = begin(port, '/slow');
  await until(() => held.length === 1);
  const before = held[0].listenerCount('close');
  const settled = Promise.all(Array.from({ length: 20 }, () => server.settled()));
  expect(held[0].listenerCount('close')).toBe(before + 1);
  held[0].end('done');
  await settled;
  expect((await got).text).toBe('done');
});

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

  test('a response whose head went out before ends well too', async () => {
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

describe('a server that is to end', () => {
  test('asks callers to come back over another connection while it serves on', async () => {
    const held: ServerResponse[] = [];
    const { server, port } = await start((req, res) => (req.url === '/slow' ? held.push(res) : res.end('quick')));
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect((await call(port, '/quick', { agent })).headers.connection).toBe('keep-alive');
    const slow = begin(port, '/slow', { agent });
    await until(() => held.length === 1);
    server.turnAway();
    held[0].end();
    expect((await slow.got).headers.connection).toBe('close');
    expect((await call(port, '/quick', { agent })).headers.connection).toBe('close');
  });
});

describe('callers who take more than their share', () => {
  test('of connections: further ones are closed', async () => {
    const { server, port } = await start((_req, res) => void res.end(), { maxConnections: 2 });
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    await until(() => server.connections === 2);
    await expect(call(port, '/')).rejects.toThrow();
    expect(server.dropped).toBe(1);
    sockets[0].destroy();
    await until(() => server.connections === 1);
    expect((await call(port, '/')).status).toBe(200);
  });

  test('of memory: who does not take a response is cut off', async () => {
    const { server, port } = await start((_req, res) => void res.end(Buffer.alloc(64 * 1024 * 1024)), {
      sendTimeout: 20,
    });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.on('error', () => {});
    socket.pause();
    await until(() => server.inFlight === 1);
    await until(() => server.inFlight === 0);
    expect(server.connections).toBe(0);
  });
});

describe('too much to do', () => {
  const busy = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };

  test('refuses at once, in the words of the caller, and is over by itself', async () => {
    const { server, port } = await start(
      (_req, res) => {
        busy(2);
        res.end('done');
      },
      { maxDelay: 1, maxConnections: 1000 },
    );
    const types = ['application/json', 'text/xml; charset=utf-8', 'application/soap+xml'];
    const seen = new Map<string, Awaited<ReturnType<typeof call>>>();
    let served = 0;
    // Each client asks again and again: what comes in bursts, with pauses between them, is no overload. Nor are a hundred that wait.
    const client = async (type: string) => {
      while (seen.size < types.length) {
        const got = await call(port, '/', { method: 'POST', headers: { 'content-type': type }, body: 'x' });
        if (got.status === 503) seen.set(type, got);
        else served++;
      }
    };
    await Promise.all(Array.from({ length: 150 }, (_, i) => client(types[i % types.length])));
    expect(served).toBeGreaterThan(0);
    expect(server.refused).toBeGreaterThan(2);
    for (const { headers } of seen.values()) expect(headers['retry-after']).toBe('1');
    const problem = seen.get('application/json')!;
    expect(JSON.parse(problem.text)).toMatchObject({
      code: 'OVERLOADED',
      status: 503,
      instance: `urn:soapstone:request:${problem.headers['x-request-id']}`,
    });
    expect(seen.get('text/xml; charset=utf-8')?.text).toContain('<faultcode>s:Server</faultcode>');
    expect(seen.get('application/soap+xml')?.text).toContain('<s:Value>s:Receiver</s:Value>');
    expect(readTree(Buffer.from(seen.get('application/soap+xml')!.text), 'fault').name.local).toBe('Envelope');
    await until(async () => (await call(port, '/')).status === 200);
  });
});

describe('a heap that is nearly full', () => {
  test('lets one request through at each look, refuses the rest, and is over by itself', async () => {
    let use = 0.5;
    const { server, port } = await start((_req, res) => res.end('done'), { maxHeap: 90, heapUse: () => use });
    const ask = async () => (await call(port, '/')).status;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    use = 0.95;
    await until(async () => (await ask()) === 503);
    await until(async () => (await ask()) === 200);
    expect(server.refusedByHeap).toBeGreaterThan(0);
    use = 0.9;
    await until(async () => (await Promise.all([ask(), ask(), ask()])).every((status) => status === 200));
    expect(server.refused).toBe(0);
  });

  test('is told by the refusals alone: no record of them is made', async () => {
    const records: unknown[] = [];
    const server = new HttpServer(
      { ...bounds, maxHeap: 90, heapUse: () => 0.95 },
      (_req, res) => res.end('done'),
      messageClasses(),
      (record) => records.push(record),
    );
    const port = await server.listen('127.0.0.1', 0);
    onTestFinished(async () => void (await server.drain(0)));
    await until(async () => (await call(port, '/')).status === 503);
    expect([server.refusedByHeap, records]).toEqual([1, []]);
    await until(async () => (await raw(port, 'GARBAGE\r\n\r\n')) !== '' && records.length === 1);
  });

  test('is one by what V8 says', async () => {
    // Less than any process has in use.
    const { server, port } = await start((_req, res) => res.end('done'), { maxHeap: 0.001 });
    await until(async () => (await call(port, '/')).status === 503);
    await until(async () => (await call(port, '/')).status === 200);
    expect(server.refusedByHeap).toBeGreaterThan(0);
  });
});

/** The problem body of a raw response, after a look at its head. */
function problemIn(response: string, status: number): Record<string, unknown> {
  const [head, body] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain('connection: close');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  const id = /x-request-id: (\S+)/i.exec(head)?.[1];
  const problem = JSON.parse(body) as Record<string, unknown>;
  expect(problem).toMatchObject({
    status,
    type: `urn:soapstone:error:${problem.code}`,
    instance: `urn:soapstone:request:${id}`,
  });
  expect(problem.title).toBe(errorTable[problem.code as ErrorCode][2]);
  return problem;
}

describe('requests that are none', () => {
  const fields = Array.from({ length: 25 }, (_, i) => `X-${i}: 1\r\n`).join('');
  test.each([
    ['GARBAGE\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nHOST: b\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET http://a:65536/ HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST'],
    ['CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'NOT_IMPLEMENTED'],
    ['GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 501, 'NOT_IMPLEMENTED'],
    ['GET / HTTP/1.1\r\nHost: http://a/\r\n\r\n', 400, 'BAD_REQUEST'],
    ['POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\nContent-Length: 3\r\n\r\nabc', 417, 'EXPECTATION_FAILED'],
    [
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nExpect: foo\r\nContent-Length: 3\r\n\r\nabc',
      417,
      'EXPECTATION_FAILED',
    ],
    ['GET / HTTP/1.1\r\nHost: a\r\nExpect: foo, 100-continue\r\n\r\n', 417, 'EXPECTATION_FAILED'],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    [`GET / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('%j gets %i', async (text, status, code) => {
    const { port } = await start((_req, res) => res.end());
    expect(problemIn(await raw(port, text), status)).toMatchObject({ code });
    expect((await call(port, '/')).status).toBe(200);
  });

  test.each(['', 'a', 'a.example:8080', '[::1]:80', 'xn--bcher-kva.example'])(
    'Host: %s is a good one',
    async (host) => {
      const { port } = await start((_req, res) => res.end('fine'));
      const response = await raw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  test('100-continue is met, once or twice', async () => {
    const { port } = await start((_req, res) => res.end('fine'));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\nExpect: 100-continue\r\n';
    for (const more of ['', 'Expect: 100-Continue\r\n'])
      expect(await raw(port, `${head}${more}\r\na`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });

  test('HTTP/1.0 needs no Host field', async () => {
    const { port } = await start((_req, res) => res.end('fine'));
    expect(await raw(port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('bytes that break in the middle of a body are answered once', async () => {
    const { port } = await start((req, res) => {
      req.resume();
      if (req.url === '/begun') res.write('begun');
    });
    const request = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\n`;
    expect(problemIn(await raw(port, request('/waiting')), 400)).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await raw(port, request('/begun'))).match(/HTTP\/1.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test('a caller who is too slow is told so', async () => {
    const { port } = await start((_req, res) => res.end(), { headersTimeout: 1, requestTimeout: 1 });
    expect(problemIn(await raw(port, 'GET / HTTP/1.1\r\nHost'), 408)).toMatchObject({ code: 'REQUEST_TIMEOUT' });
  });
});

describe('a request target in absolute form', () => {
  test.each([
    ['http://other.example/a/b?x=1', 'other.example /a/b?x=1'],
    ['HTTP://127.0.0.1:99/a', '127.0.0.1:99 /a'],
    ['https://h/a//b', 'h /a//b'],
    ['http://h', 'h /'],
    ['http://h?x', 'h /?x'],
    ['/http://h/a', 'a /http://h/a'],
  ])('%s is %s, its host before the Host field', async (target, url) => {
    const { port } = await start((req, res) => res.end(`url=${req.headers.host} ${req.url};`));
    const response = await raw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(/url=(.*);/.exec(response)?.[1] ?? response).toBe(url);
  });

  test.each([
    'http://user@h/a',
    'http://u:p@h/a',
    'http:///a',
    'http://h h/',
    'ftp://h/a',
    'http://h:80:81/a',
    'http:',
  ])('%s is refused', async (target) => {
    const { port } = await start((_req, res) => res.end('reached'));
    const response = await raw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(problemIn(response, 400)).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

test('a taken port is named', async () => {
  const { port } = await start((_req, res) => res.end());
  const second = new HttpServer(bounds, () => {});
  await expect(second.listen('127.0.0.1', port)).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: another process has it`,
  );
});
