// Two gateway processes on one Redis: counts of requests and responses that are kept are theirs together.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { until } from '../server/until.ts';
import { type RedisServer, startRedis } from '../store/redis-server.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { tutorial } from './scene.ts';

describe('two replicas on one Redis', () => {
  let redis: RedisServer;
  let bank: Awaited<ReturnType<typeof startBank>>;
  let recorder: Recorder;
  let replicas: RunningGateway[] = [];

  beforeAll(async () => {
    [redis, bank] = await Promise.all([startRedis(), startBank(0)]);
    recorder = await startRecorder(new URL(bank.url).origin);
    const flags = ['--store', `unix:${redis.socket}`, '--store-timeout', '500ms', '--name', 'bank'];
    const more = ['--rate-limit', '20/h', '--cache', '1h'];
    const upstream = recorder.origin + new URL(bank.url).pathname;
    const start = () => startGateway(tutorial('10-first-row'), upstream, [...flags, ...more]);
    replicas = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    const codes = await Promise.all(replicas.map((one) => one.stop()));
    await recorder?.stop();
    await Promise.all([bank?.close(), redis?.stop()]);
    expect(codes).toEqual([0, 0]);
  });

  const ask = (replica: number, authorization: string) =>
    fetch(`${replicas[replica].origin}/v1/accounts/7`, { headers: { authorization } });

  it('count the requests of a caller together', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, (_, i) => ask(i % 2, 'a')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(40);
    expect((await ask(0, 'b')).headers.get('ratelimit')).toMatch(/^"default";r=19;/);
    expect((await ask(1, 'b')).headers.get('ratelimit')).toMatch(/^"default";r=18;/);
  });

  it('serve what the other one was told', async () => {
    const first = await ask(0, 'c');
    const before = recorder.calls.length;
    const second = await ask(1, 'c');
    expect(recorder.calls.length).toBe(before);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await second.text()).toBe(await first.text());
  });

  it('serve on without counting and keeping while Redis is away, and take both up again', async () => {
    await redis.kill();
    for (let i = 0; i < 25; i++) expect((await ask(i % 2, 'd')).status).toBe(200);
    await redis.restart();
    await until(async () => (await ask(0, 'e')).headers.has('ratelimit'));
    expect((await ask(0, 'e')).headers.get('age')).toMatch(/^\d+$/);
  });
});
