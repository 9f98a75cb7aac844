// Keys of idempotency over two gateway processes on one Redis, in front of PHP's SoapServer (tutorial 50).
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
  const mapping = withOnePort(tutorial('50-faults'), 'contract/payments.wsdl', 'Payments11');
  let redis: RedisServer;
  let peer: Peer;
  let recorder: Recorder;
  const replicas: RunningGateway[] = [];

  const start = () =>
    startGateway(mapping.folder, `${recorder.origin}/`, ['--name', 'payments', '--store', `unix:${redis.socket}`]);

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

  const pay = async (replica: number, key: string, from = 'A', amount = 10): Promise<Said> => {
    const reply = await fetch(`${replicas[replica].origin}/v1/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ from, to: 'B', amount }),
    });
    // What is about this request and this connection.
    const own = ['x-request-id', 'date', 'connection', 'keep-alive'];
    const headers = [...reply.headers].filter(([name]) => !own.includes(name));
    return { status: reply.status, headers, text: await reply.text() };
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
