import { get as getOverHttp1, type RequestListener } from 'node:http';
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RequestRecord } from '../../../src/binding/channels.ts';
import { readBody } from '../../../src/binding/read-body.ts';
import { reservationOf } from '../../../src/binding/response-memory.ts';
import { sendBody } from '../../../src/binding/send-body.ts';
import { type HttpBounds, HttpServer } from '../../../src/server/http/http-server.ts';
import { tlsText } from '../tls-files.ts';
import { until } from '../until.ts';
import { block, END_HEADERS, END_STREAM, frame, get, head, openFrames } from './http2-frames.ts';

const bounds: HttpBounds = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16_384,
  maxHeaders: 20,
  sendTimeout: 60_000,
  minSendRate: 1024,
  minReceiveRate: 1024,
  maxConnections: 100,
  http2: 'h2c',
};

async function start(listener: RequestListener, changed: Partial<HttpBounds> = {}) {
  const records: RequestRecord[] = [];
  const server = new HttpServer({ ...bounds, ...changed }, listener, undefined, (record) => records.push(record));
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  return { server, port, records };
}

function session(port: number): ClientHttp2Session {
  const client = connect(`http://127.0.0.1:${port}`);
  client.on('error', () => {});
  onTestFinished(() => client.destroy());
  return client;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly code: number;
}

function ask(client: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const stream = client.request(headers, { endStream: body === undefined });
    let [text, fields] = ['', {} as Record<string, unknown>];
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    stream.on('response', (response) => (fields = { ...response }));
    stream.on('error', () => {});
    stream.on('close', () =>
      resolve({ status: fields[':status'] as number, headers: fields, text, code: stream.rstCode as number }),
    );
    if (body !== undefined) stream.end(body);
  });
}

/** Answers with what it got; `/hold` never. */
const echo: RequestListener = (req, res) => {
  if (req.url === '/hold') return;
  if (req.url === '/big') return sendBody(res, Buffer.alloc(400_000));
  readBody(req, 1e6, (_error, body) => {
    const { method, url, headers, rawHeaders, httpVersion } = req;
    res.writeHead(200, ['content-type', 'application/json', 'vary', 'a', 'vary', 'b', 'connection', 'close']);
    res.end(JSON.stringify({ method, url, headers, rawHeaders, httpVersion, body: Buffer.from(body).toString() }));
  });
};

describe('the protocol of a connection', () => {
  test('without TLS is that of its first bytes', async () => {
    const { port, server } = await start(echo);
    const client = session(port);
    expect(JSON.parse((await ask(client, { ':path': '/' })).text).httpVersion).toBe('2');
    const version = await new Promise((resolve) =>
      getOverHttp1({ port, host: '127.0.0.1' }, (response) => resolve(response.resume().httpVersion)),
    );
    expect([version, server.http2Connections]).toEqual(['1.1', 1]);
  });

  test.each([
    ['auto', ['h2', 'http/1.1'], 'h2'],
    ['auto', ['http/1.1'], 'http/1.1'],
    ['off', ['h2', 'http/1.1'], 'http/1.1'],
  ] as const)('under TLS is chosen by ALPN: %s, %j', async (http2, ALPNProtocols, chosen) => {
    const { port } = await start(echo, { http2, tls: { cert: tlsText('server.pem'), key: tlsText('server.key') } });
    const socket = connectTls({ port, ALPNProtocols: [...ALPNProtocols], rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    expect(socket.alpnProtocol).toBe(chosen);
  });
});

describe('a request', () => {
  let server: HttpServer;
  let client: ClientHttp2Session;
  let port: number;
  const seen: string[] = [];
  beforeAll(async () => {
    const listener: RequestListener = (req, res) => {
      seen.push(req.url as string);
      req.once('end', () => seen.push('end'));
      echo(req, res);
    };
    server = new HttpServer(bounds, listener);
    port = await server.listen('127.0.0.1', 0);
    client = connect(`http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    client.destroy();
    await server.drain(0);
  });

  test('looks like one of HTTP/1.1', async () => {
    const headers = { ':path': '/a?b=1', ':method': 'POST', cookie: ['a=1', 'b=2'], 'x-a': '1' };
    const { headers: fields, text } = await ask(client, headers, 'hello');
    const host = `127.0.0.1:${port}`;
    expect(JSON.parse(text)).toEqual({
      method: 'POST',
      url: '/a?b=1',
      headers: { host, 'x-a': '1', cookie: 'a=1; b=2', 'transfer-encoding': 'chunked' },
      rawHeaders: ['host', host, 'x-a', '1', 'cookie', 'a=1; b=2'],
      httpVersion: '2',
      body: 'hello',
    });
    expect(fields).toMatchObject({ ':status': 200, vary: 'a, b' });
    expect(fields).not.toHaveProperty('connection');
  });

  test('HEAD has no body; 100-continue is answered', async () => {
    expect(await ask(client, { ':path': '/', ':method': 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const stream = client.request({ ':path': '/', ':method': 'POST', expect: '100-continue' }, { endStream: false });
    await new Promise((resolve) => stream.once('continue', resolve));
    stream.end('x').resume();
    expect(await ask(client, { ':path': '/', expect: 'more' })).toMatchObject({ status: 417 });
  });

  test.each([
    [400, 'another host than :authority', head('/', [['host', 'other']])],
    [
      400,
      'two credentials',
      head('/', [
        ['authorization', 'a'],
        ['authorization', 'b'],
      ]),
    ],
    [400, 'a fragment', head('/a#b')],
    [
      400,
      'another scheme',
      block([
        [':method', 'GET'],
        [':scheme', 'ftp'],
        [':path', '/'],
        [':authority', 'a'],
      ]),
    ],
    [
      501,
      'CONNECT',
      block([
        [':method', 'CONNECT'],
        [':authority', 'a:80'],
      ]),
    ],
    [
      431,
      'too many fields',
      head(
        '/',
        Array.from({ length: 25 }, (_, i) => [`x${i}`, '']),
      ),
    ],
    [
      431,
      'too many bytes',
      head('/', [
        ['x', 'y'.repeat(16_300)],
        ['y', 'z'.repeat(200)],
      ]),
    ],
  ])('is refused with %i: %s', async (status, _what, fields) => {
    const before = seen.length;
    const { frames, send, has } = await openFrames(port);
    const [first, second] = [fields.subarray(0, 16_384), fields.subarray(16_384)];
    if (second.length === 0) send(frame('HEADERS', END_STREAM + END_HEADERS, 1, first));
    else send(frame('HEADERS', END_STREAM, 1, first), frame('CONT', END_HEADERS, 1, second));
    await until(() => has('DATA', 1));
    expect(frames.find(({ type }) => type === 'DATA')?.payload.toString()).toContain(`"status":${status}`);
    expect(seen.length).toBe(before);
  });

  test.each([
    ['a name in upper case', head('/', [['A', 'x']])],
    ['Transfer-Encoding', head('/', [['transfer-encoding', 'chunked']])],
    ['Connection', head('/', [['connection', 'close']])],
    ['Upgrade', head('/', [['upgrade', 'websocket']])],
    [
      'two lengths',
      head('/', [
        ['content-length', '1'],
        ['content-length', '2'],
      ]),
    ],
    ['a WebSocket (RFC 8441)', head('/', [[':protocol', 'websocket']])],
    ['a second path', head('/', [[':path', '/b']])],
    [
      'a pseudo-header field after others',
      block([
        ['a', 'b'],
        [':method', 'GET'],
        [':scheme', 'http'],
        [':path', '/'],
      ]),
    ],
    [
      'a URL as path',
      block([
        [':method', 'GET'],
        [':scheme', 'http'],
        [':path', 'http://b/'],
        [':authority', 'a'],
      ]),
    ],
    ['white space in the path', head('/x HTTP/1.1')],
    [
      'neither authority nor Host',
      block([
        [':method', 'GET'],
        [':scheme', 'http'],
        [':path', '/'],
      ]),
    ],
  ])('is malformed, and nobody sees it: %s', async (_what, fields) => {
    const before = seen.length;
    const { send, has, resetOf } = await openFrames(port);
    send(frame('HEADERS', END_STREAM + END_HEADERS, 1, fields));
    await until(() => has('RST_STREAM', 1));
    expect([resetOf(1), seen.length]).toEqual([constants.NGHTTP2_PROTOCOL_ERROR, before]);
  });

  test('CR, LF and NUL in a value: the field is left out', async () => {
    const { frames, send, has } = await openFrames(port);
    send(
      get(1, '/', [
        ['a', 'x\r\nb: c'],
        ['d', 'x\ny'],
        ['e', 'x\0y'],
        ['f g', 'x'],
        ['good', '1'],
      ]),
    );
    await until(() => has('DATA', 1));
    const { headers } = JSON.parse(frames.find(({ type }) => type === 'DATA')!.payload.toString());
    expect(headers).toEqual({ host: 'gateway', good: '1' });
  });

  test.each([
    ['shorter than its length', [frame('DATA', END_STREAM, 1, 'abc')]],
    ['longer than its length', [frame('DATA', END_STREAM, 1, 'abcdefgh')]],
    ['broken off', [frame('DATA', 0, 1, 'abc'), frame('RST_STREAM', 0, 1, Buffer.alloc(4))]],
  ])('half a body is never taken for a whole one: %s', async (_what, frames) => {
    const before = seen.length;
    const client = await openFrames(port);
    const fields = head('/half', [['content-length', '5']], 'POST');
    client.send(frame('HEADERS', END_HEADERS, 1, fields));
    await until(() => seen.length > before);
    client.send(...frames);
    // All at once: the stream is over before its request is seen.
    const hasty = await openFrames(port);
    hasty.send(frame('HEADERS', END_HEADERS, 1, fields), ...frames);
    // What comes after it on the same connection has been handled when it has a response.
    await until(() => server.streams === 0);
    expect((await ask(session(port), { ':path': '/other' })).status).toBe(200);
    expect(seen.slice(before).filter((one) => one !== '/half')).toEqual(['/other', 'end']);
  });
});

test.each([
  ['at once', (end: () => void) => end()],
  ['later', (end: () => void) => setImmediate(() => setImmediate(end))],
])('a response that is broken off never looks whole: %s', async (_when, then) => {
  const { port } = await start((_req, res) => {
    res.writeHead(200, []);
    res.write('half', () => then(() => res.destroy()));
  });
  const answer = await ask(session(port), { ':path': '/' });
  expect([answer.text, answer.code]).toEqual(['half', constants.NGHTTP2_INTERNAL_ERROR]);
});

describe('abuse ends the connection', () => {
  const thousand = (one: Buffer) => Buffer.concat(Array.from({ length: 1000 }, () => one));
  const requests = (count: number, after: (stream: number) => Buffer) =>
    Buffer.concat(Array.from({ length: count }, (_, i) => [get(1 + 2 * i, '/hold'), after(1 + 2 * i)]).flat());
  const reset = (stream: number) => frame('RST_STREAM', 0, stream, Buffer.from([0, 0, 0, 8]));

  test.each([
    ['requests that are reset (CVE-2023-44487)', requests(1000, reset), 300],
    ['PING', thousand(frame('PING', 0, 0, Buffer.alloc(8))), 0],
    ['SETTINGS', thousand(frame('SETTINGS', 0, 0)), 0],
    ['WINDOW_UPDATE', thousand(frame('WINDOW', 0, 0, Buffer.from([0, 0, 0, 1]))), 0],
    ['PRIORITY', thousand(frame('PRIORITY', 0, 1, Buffer.from([0, 0, 0, 0, 1]))), 0],
    ['unknown frames', thousand(frame('?', 0, 0, '12345678')), 0],
    ['empty CONTINUATION', Buffer.concat([frame('HEADERS', 0, 1, head('/')), thousand(frame('CONT', 0, 1))]), 0],
    [
      'fields without end (CVE-2024-27983)',
      Buffer.concat([
        frame('HEADERS', 0, 1, head('/')),
        ...Array.from({ length: 200 }, (_, i) => frame('CONT', 0, 1, block([[`x${i}`, 'v'.repeat(2000)]]))),
      ]),
      0,
    ],
  ])('%s', async (_what, bytes, most) => {
    let calls = 0;
    const { port, server } = await start(() => void calls++, { sendTimeout: 20 });
    const client = await openFrames(port);
    for (let i = 0; i < 300 && !client.isClosed; i++) {
      await new Promise<void>((resolve) => client.socket.write(bytes, () => resolve()));
      await new Promise(setImmediate);
    }
    await until(() => client.isClosed && server.connections === 0);
    expect(calls).toBeLessThanOrEqual(most);
    if (_what.startsWith('requests') || _what === 'WINDOW_UPDATE') expect(server.cut.flood).toBe(1);
  });

  test('more streams at once than are allowed are refused, others go on', async () => {
    let calls = 0;
    const { port } = await start(() => void calls++, { maxStreams: 10 });
    const client = await openFrames(port);
    await until(() => client.has('SETTINGS', 0));
    client.send(requests(12, () => Buffer.alloc(0)));
    await until(() => client.has('RST_STREAM', 23) && calls === 10);
    expect([calls, client.resetOf(21)]).toEqual([10, constants.NGHTTP2_REFUSED_STREAM]);
  });

  test('a client that leaves ends all of its streams', async () => {
    const { port, server } = await start(echo);
    const client = await openFrames(port);
    client.send(requests(5, () => Buffer.alloc(0)));
    await until(() => server.streams === 5);
    client.socket.end();
    await until(() => server.streams === 0 && server.connections === 0);
  });
});

describe('time', () => {
  test('a response that gets no window is cut, and the connection stays', async () => {
    const { port, server } = await start(echo, { sendTimeout: 20 });
    const client = await openFrames(port, Buffer.from([0, 4, 0, 0, 0, 0]));
    client.send(get(1, '/big'));
    await until(() => client.has('RST_STREAM', 1));
    expect([client.resetOf(1), server.cut.response]).toEqual([constants.NGHTTP2_INTERNAL_ERROR, 1]);
    expect(client.isClosed).toBe(false);
  });

  test.each([
    ['requestTimeout', { requestTimeout: 20, headersTimeout: 20 }],
    ['minReceiveRate', { sendTimeout: 20 }],
  ])('a body that is late has a 408: %s', async (_bound, changed) => {
    const { port, server } = await start(echo, changed);
    const client = await openFrames(port);
    client.send(frame('HEADERS', END_HEADERS, 1, head('/', [], 'POST')), frame('DATA', 0, 1, 'a'));
    await until(() => client.has('DATA', 1));
    expect(client.frames.find(({ type }) => type === 'DATA')?.payload.toString()).toContain('"status":408');
    await until(() => client.has('RST_STREAM', 1));
    expect([client.resetOf(1), server.cut.request]).toEqual([constants.NGHTTP2_NO_ERROR, 1]);
  });

  test.each([
    ['no request', []],
    ['half a head after a request', [get(1, '/'), frame('HEADERS', 0, 3, head('/'))]],
  ])('a head that does not come ends the connection: %s', async (_what, frames) => {
    const { port, server } = await start(echo, { headersTimeout: 20 });
    const client = await openFrames(port);
    client.send(...frames);
    await until(() => client.isClosed);
    expect(server.cut.request).toBe(1);
  });

  test('an idle connection ends by GOAWAY', async () => {
    const { port } = await start(echo, { keepAliveTimeout: 20, sendTimeout: 20 });
    const client = session(port);
    const goaway = new Promise((resolve) => client.once('goaway', resolve));
    await ask(client, { ':path': '/' });
    expect(await goaway).toBe(constants.NGHTTP2_NO_ERROR);
    await until(() => client.destroyed);
  });
});

describe('memory', () => {
  test('bodies that nobody reads count, and go with their stream', async () => {
    const { port, server } = await start(() => {}, { maxBodies: 1e6, sendTimeout: 20 });
    const client = await openFrames(port);
    client.send(frame('HEADERS', END_HEADERS, 1, head('/', [], 'POST')), frame('DATA', 0, 1, Buffer.alloc(16_000)));
    await until(() => server.bodyMemory.used === 16_000);
    client.send(frame('RST_STREAM', 0, 1, Buffer.from([0, 0, 0, 8])));
    await until(() => server.bodyMemory.used === 0);
  });

  test('where it is full, the streams of those who read nothing are cut', async () => {
    const { port, server } = await start(
      (_req, res) => {
        reservationOf(res)?.hold(300_000);
        sendBody(res, Buffer.alloc(300_000));
      },
      { maxBodies: 1e6 },
    );
    const client = await openFrames(port, Buffer.from([0, 4, 0, 0, 0, 0]));
    client.send(get(1, '/'), get(3, '/'), get(5, '/'));
    await until(() => server.cut.memory > 0);
    await until(() => server.bodyMemory.used < 900_000);
    expect(client.isClosed).toBe(false);
  });
});

describe('drain', () => {
  test('loses none of 100 streams under way, and takes no new ones', async () => {
    const held: (() => void)[] = [];
    const { port, server } = await start((_req, res) => void held.push(() => res.end('done')));
    const client = session(port);
    const answers = Array.from({ length: 100 }, () => ask(client, { ':path': '/' }));
    await until(() => held.length === 100);
    const drained = server.drain(20_000);
    await new Promise((resolve) => client.once('goaway', resolve));
    for (const end of held) end();
    expect(new Set((await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 done']),
    );
    expect([await drained, held.length]).toEqual([0, 100]);
    await until(() => server.connections === 0);
  });

  test('before, a connection ends with the streams under way, an idle one with its next', async () => {
    const held: (() => void)[] = [];
    const { port, server } = await start((_req, res) => void held.push(() => res.end('done')));
    const [busy, idle] = [session(port), session(port)];
    const first = ask(busy, { ':path': '/' });
    await until(() => held.length === 1 && server.http2Connections === 2);
    server.turnAway();
    await until(() => busy.closed);
    const next = ask(idle, { ':path': '/' });
    await until(() => held.length === 2);
    for (const end of held) end();
    expect([(await first).text, (await next).text]).toEqual(['done', 'done']);
    await until(() => idle.closed && server.connections === 0);
  });

  test('cuts what is not done in time', async () => {
    const { port, server } = await start(echo);
    const client = session(port);
    const never = ask(client, { ':path': '/hold' });
    await until(() => server.streams === 1);
    expect(await server.drain(1)).toBe(1);
    expect((await never).code).not.toBe(constants.NGHTTP2_NO_ERROR);
  });
});
