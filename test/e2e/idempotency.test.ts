// Keys of idempotency over two gateway processes on one Redis, in front of PHP's SoapServer (tutorial 50).
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Peer } from '../peers/peer.ts';
import { startPhpPayments } from '../peers/php.ts';
import { until } from '../server/until.ts';
import { type RedisServer, startRedis } from '../store/redis-server.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { withOnePort } from './one-port.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { tutorial } from './scene.ts';

describe('POST /payments with a key', () => {
  const mapping = withOnePort(tutorial('70-faults'), 'contract/payments.wsdl', 'Payments11');
  let redis: RedisServer;
  let peer: Peer;
  let recorder: Recorder;
  const replicas: RunningGateway[] = [];

  /** Writes of this Redis wait for the disk: its time limit must not be a test of the machine. */
  const store = (timeout: string) => ['--store', `unix:${redis.socket}`, '--store-timeout', timeout];

  const start = () => startGateway(mapping.folder, `${recorder.origin}/`, ['--name', 'payments', ...store('5s')]);

  beforeAll(async () => {
    [redis, peer] = await Promise.all([
      startRedis('--appendonly', 'yes', '--appendfsync', 'always'),
      startPhpPayments(),
    ]);
    recorder = await startRecorder(peer.origin);
    replicas.push(...(await Promise.all([start(), start()])));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((one) => one.stop()));
    await recorder?.stop();
    await Promise.all([peer?.stop(), redis?.stop()]);
    mapping.remove();
  });

  interface Said {
    readonly status: number;
    readonly headers: [string, string][];
    readonly text: string;
  }

  const pay = (replica: number, key: string, from = 'A', amount = 10) => payAt(replicas[replica], key, from, amount);

  const payAt = async (
    { origin }: RunningGateway,
    key: string,
    from = 'A',
    amount = 10,
    signal?: AbortSignal,
  ): Promise<Said> => {
    const response = await fetch(`${origin}/v1/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ from, to: 'B', amount }),
      signal,
    });
    // What is about this request and this connection.
    const own = ['x-request-id', 'date', 'connection', 'keep-alive'];
    const headers = [...response.headers].filter(([name]) => !own.includes(name));
    return { status: response.status, headers, text: await response.text() };
  };

  it('100 repeats over both replicas have one effect', async () => {
    const before = recorder.calls.length;
    const all = await Promise.all(Array.from({ length: 100 }, (_, i) => pay(i % 2, 'hundred')));
    expect(recorder.calls.length - before).toBe(1);
    const done = all.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    for (const one of done) expect(one).toEqual(done[0]);
    const others = all.filter(({ status }) => status !== 201);
    for (const { status, headers, text } of others) {
      expect({ status, again: new Map(headers).get('retry-after') }).toEqual({ status: 409, again: '1' });
      expect(JSON.parse(text).code).toBe('IDEMPOTENCY_RUNNING');
    }
    expect(await pay(1, 'hundred')).toEqual(done[0]);
  });

  it('what the service refuses is refused again, byte by byte', async () => {
    const before = recorder.calls.length;
    const first = await pay(0, 'blocked', 'BLOCKED');
    expect(first.status).toBe(423);
    expect(await pay(1, 'blocked', 'BLOCKED')).toEqual(first);
    expect(recorder.calls.length - before).toBe(1);
  });

  it('what a replica that was killed had sent is not sent again', async () => {
    let asked = 0;
    const silent = createServer(() => void asked++).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const flags = ['--name', 'silent', ...store('25s')];
    const both = await Promise.all([0, 1].map(() => startGateway(mapping.folder, `http://127.0.0.1:${port}/`, flags)));
    const lost = payAt(both[0], 'killed').catch(() => 'cut off');
    await until(() => asked === 1);
    await both[0].kill();
    expect(await lost).toBe('cut off');
    for (let i = 0; i < 10; i++) {
      const { status, text } = await payAt(both[1], 'killed');
      expect([status, JSON.parse(text).code]).toEqual([409, 'IDEMPOTENCY_RUNNING']);
    }
    expect(asked).toBe(1);
    silent.closeAllConnections();
    silent.close();
    await both[1].stop();
  });

  it('a replica that ends waits for what was sent, although its caller has gone, and keeps the outcome', async () => {
    const held: ServerResponse[] = [];
    const slow = createServer((req, res) => req.resume().on('end', () => held.push(res))).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const flags = ['--name', 'slow', ...store('25s')];
    const both = await Promise.all([0, 1].map(() => startGateway(mapping.folder, `http://127.0.0.1:${port}/`, flags)));
    const caller = new AbortController();
    const left = payAt(both[0], 'left', 'A', 10, caller.signal).catch(() => 'gone');
    await until(() => held.length === 1);
    caller.abort();
    expect(await left).toBe('gone');
    const ended = both[0].stop();
    await until(() => refuses(both[0]));
    const paid = '<PayResponse xmlns="https://example.com/payments"><paymentId>7</paymentId></PayResponse>';
    const ns = 'http://schemas.xmlsoap.org/soap/envelope/';
    held[0].writeHead(200, { 'content-type': 'text/xml' });
    held[0].end(`<e:Envelope xmlns:e="${ns}"><e:Body>${paid}</e:Body></e:Envelope>`);
    expect(await ended).toBe(0);
    expect(await payAt(both[1], 'left')).toMatchObject({ status: 201, text: '{"paymentId":7}' });
    expect(held).toHaveLength(1);
    slow.closeAllConnections();
    slow.close();
    await both[1].stop();
  });

  it('another request with the same key is refused', async () => {
    await pay(0, 'one', 'A', 1);
    const { status, text } = await pay(1, 'one', 'A', 2);
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 422, code: 'IDEMPOTENCY_MISMATCH' });
  });

  it('a key outlives replicas and Redis', async () => {
    const first = await pay(0, 'lasting');
    const before = recorder.calls.length;
    await replicas[0].stop();
    await redis.kill();
    const refused = await pay(1, 'lasting');
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'STORE_UNAVAILABLE']);
    await redis.restart();
    replicas[0] = await start();
    expect(await pay(0, 'lasting')).toEqual(first);
    await until(async () => (await pay(1, 'lasting')).status === 201);
    expect(await pay(1, 'lasting')).toEqual(first);
    expect(recorder.calls.length).toBe(before);
  });
});

/** No connections any more. */
function refuses({ origin }: RunningGateway): Promise<boolean> {
  return fetch(origin).then(
    () => false,
    () => true,
  );
}
