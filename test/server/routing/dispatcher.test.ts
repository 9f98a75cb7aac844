import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type RequestRecord, requestChannel } from '../../../src/binding/channels.ts';
import type { Bridge, Middleware } from '../../../src/server/bridges/bridge.ts';
import { HttpServer } from '../../../src/server/http/http-server.ts';
import { messageClasses } from '../../../src/server/http/messages.ts';
import { frontDoor } from '../../../src/server/routing/dispatcher.ts';
import type { BridgeSettings } from '../../../src/server/settings/settings.ts';
import { begin, call } from '../http-client.ts';
import { until } from '../until.ts';

const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16_384,
  maxHeaders: 100,
  sendTimeout: 60_000,
  minSendRate: 1024,
  minReceiveRate: 1024,
  maxConnections: 100,
};

/** A peer that answers every request with what it got. */
async function peer(listener?: RequestListener): Promise<string> {
  const server = createServer(
    listener ??
      ((req, res) => {
        res.setHeader('x-peer', 'yes');
        req.resume().on('end', () => res.end(`${req.method} ${req.url} host=${req.headers.host}`));
      }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function bridge(name: string, owned: string, settings: Partial<BridgeSettings> = {}): Bridge {
  const handle: Middleware = (req, res, next) => {
    if (req.url === owned) res.end(name);
    else next?.();
  };
  const all = {
    name,
    upstream: 'http://127.0.0.1:9/',
    passThrough: [],
    openapi: '',
    docs: '',
    catalog: '',
    connections: 8,
    upstreamTimeout: 5_000,
    connectTimeout: 5_000,
    ...settings,
  };
  return { settings: all as unknown as BridgeSettings, handle, mapping: { base: '' } } as unknown as Bridge;
}

async function open(...bridges: Bridge[]) {
  const classes = messageClasses();
  const server = new HttpServer(bounds, frontDoor(bridges, classes).listener, classes);
  const port = await server.listen('127.0.0.1', 0);
  const records: RequestRecord[] = [];
  const record = (message: unknown) => void records.push(message as RequestRecord);
  subscribe(requestChannel.name, record);
  onTestFinished(async () => {
    unsubscribe(requestChannel.name, record);
    await server.drain(0);
  });
  return { port, records };
}

describe('front door', () => {
  test('each bridge gets its own paths, in turn', async () => {
    const { port } = await open(bridge('one', '/a'), bridge('two', '/b'));
    expect((await call(port, '/a')).text).toBe('one');
    expect((await call(port, '/b')).text).toBe('two');
  });

  test('a record names the client by the settings of the bridge whose path passes through', async () => {
    const upstream = await peer();
    const named = { logClient: 'address', forwarded: 'trust' } as const;
    const { port, records } = await open(
      bridge('one', '/a', { ...named, upstream, passThrough: ['/one'] }),
      bridge('two', '/b', { logClient: 'off', upstream, passThrough: ['/two'] }),
    );
    for (const path of ['/one', '/two', '/x'])
      await call(port, path, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await until(() => records.length === 3);
    expect(records.map(({ bridge: name, client }) => [name, client])).toEqual([
      ['one', '203.0.113.7'],
      ['two', undefined],
      ['', '203.0.113.7'],
    ]);
  });

  test('a path that nobody owns is a problem body with a request id, and one record', async () => {
    const { port, records } = await open(bridge('one', '/a'));
    for (const url of ['/x', '/x?secret=1', '//a', '/%', '/a/../b']) {
      const { status, headers, text } = await call(port, url, { headers: { 'x-request-id': 'mine-1' } });
      expect(headers['content-type']).toBe('application/problem+json');
      expect(headers['x-request-id']).toBe('mine-1');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(JSON.parse(text).status).toBe(status);
      expect([400, 404]).toContain(status);
    }
    await until(() => records.length === 5);
    for (const { responseBytes } of records) expect(responseBytes).toBeGreaterThan(100);
    expect(records[0]).toMatchObject({ bridge: '', rule: undefined, status: 404, code: 'NOT_FOUND', id: 'mine-1' });
    expect((await call(port, '/a')).text).toBe('one');
  });
});

describe('pass-through', () => {
  test('declared paths go to the upstream host as they are', async () => {
    const upstream = await peer();
    const { port, records } = await open(
      bridge('one', '/a', { upstream: `${upstream}/soap?wsdl`, passThrough: ['/files'] }),
    );
    const got = await call(port, '/files/x%20y?q=1', {
      method: 'POST',
      body: 'abc',
      headers: { 'content-length': '3' },
    });
    expect(got.text).toBe(`POST /files/x%20y?q=1 host=${new URL(upstream).host}`);
    expect(got.headers['x-peer']).toBe('yes');
    expect((await call(port, '/files')).text).toMatch(/^GET \/files /);
    expect((await call(port, '/filesystem')).status).toBe(404);
    await until(() => records.length === 3);
    expect(records[0]).toMatchObject({
      bridge: 'one',
      rule: '_pass_through',
      method: 'POST',
      status: 200,
      requestBytes: 3,
    });
  });

  test('they have up to `connections` connections of their own', async () => {
    const held: (() => void)[] = [];
    const upstream = await peer((_req, res) => void held.push(() => res.end('done')));
    const { port } = await open(
      bridge('one', '/a', {
        upstream,
        passThrough: ['/files'],
        connections: 2,
        queue: 8,
        queueTimeout: 30_000,
        forwarded: 'trust',
      }),
    );
    const by = (client: number) => ({ headers: { 'x-forwarded-for': `192.0.2.${client}` } });
    const all = Promise.all(Array.from({ length: 5 }, (_, i) => call(port, '/files', by(i))));
    let [most, over] = [0, false];
    void all.then(() => (over = true));
    await until(() => {
      most = Math.max(most, held.length);
      if (held.length === 2 || (most === 2 && held.length > 0)) for (const answer of held.splice(0)) answer();
      return over;
    });
    expect([most, (await all).map(({ status }) => status)]).toEqual([2, Array(5).fill(200)]);
  });

  test('the host of the request does not choose the peer', async () => {
    const upstream = await peer();
    const other = await peer((_req, res) => res.end('wrong peer'));
    const { port } = await open(bridge('one', '/a', { upstream, passThrough: ['/files'] }));
    const headers = { host: new URL(other).host, 'x-forwarded-host': new URL(other).host };
    expect((await call(port, '/files', { headers })).text).toContain(`host=${new URL(upstream).host}`);
    expect((await call(port, `${other}/files`)).text).not.toContain('wrong peer');
  });

  test.each(['/files/../admin', '/files/%2e%2e/admin', '/files//x', '/files/%2fx', '/files/..%5cadmin', '/files/a%00'])(
    '%s is refused: another parser could read it differently',
    async (url) => {
      const seen: string[] = [];
      const upstream = await peer((req, res) => {
        seen.push(req.url as string);
        res.end();
      });
      const { port } = await open(bridge('one', '/a', { upstream, passThrough: ['/files'] }));
      const { status, text } = await call(port, url);
      expect([status, JSON.parse(text).code]).toEqual([400, 'BAD_PATH']);
      expect(seen).toEqual([]);
    },
  );

  test('a peer that is gone is 502, and one that is silent does not hold the caller', async () => {
    const upstream = await peer((req, res) => (req.url === '/files/silent' ? undefined : res.end('ok')));
    const gone = await open(bridge('one', '/a', { passThrough: ['/files'] }));
    const { status, text } = await call(gone.port, '/files');
    expect([status, JSON.parse(text).code]).toEqual([502, 'UPSTREAM_CONNECT']);
    const { port } = await open(bridge('two', '/a', { upstream, passThrough: ['/files'], upstreamTimeout: 50 }));
    expect((await call(port, '/files/silent')).status).toBe(504);
    expect((await call(port, '/files/x')).text).toBe('ok');
  });

  test('a caller that goes away is recorded, and takes its request to the peer with it', async () => {
    let arrived = false;
    let gone = false;
    const upstream = await peer((_req, res) => {
      arrived = true;
      res.on('close', () => (gone = true));
    });
    const { port, records } = await open(bridge('one', '/a', { upstream, passThrough: ['/files'] }));
    const { sent, got } = begin(port, '/files/slow');
    const failed = expect(got).rejects.toThrow();
    await until(() => arrived);
    sent.destroy();
    await failed;
    await until(() => gone && records.length === 1);
    expect(records[0].status).toBe(499);
  });
});
