// Two gateway processes on one Redis, in front of PHP's SoapServer: they behave as one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Peer } from '../peers/peer.ts';
import { startPhpLibrary } from '../peers/php.ts';
import { until } from '../server/until.ts';
import { type RedisServer, startRedis } from '../store/redis-server.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { tutorial } from './scene.ts';

describe('two replicas on one Redis', () => {
  let redis: RedisServer;
  let peer: Peer;
  let recorder: Recorder;
  let replicas: RunningGateway[] = [];

  beforeAll(async () => {
    [redis, peer] = await Promise.all([startRedis(), startPhpLibrary()]);
    recorder = await startRecorder(peer.origin);
    const flags = ['--store', `unix:${redis.socket}`, '--store-timeout', '500ms'];
    const start = () => startGateway(tutorial('40-paging'), `${recorder.origin}/`, flags);
    replicas = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    const codes = await Promise.all(replicas.map((one) => one.stop()));
    await recorder?.stop();
    await Promise.all([peer?.stop(), redis?.stop()]);
    expect(codes).toEqual([0, 0]);
  });

  /** Status, ids and the number of calls that it took. */
  const ask = async (replica: number, target: string) => {
    const before = recorder.calls.length;
    const response = await fetch(replicas[replica].origin + target, { headers: { authorization: 'Bearer a' } });
    const { items } = (await response.json()) as { items: { id: number }[] };
    return { status: response.status, ids: items.map(({ id }) => id), calls: recorder.calls.length - before };
  };

  it('one goes on with the search that the other made', async () => {
    expect(await ask(0, '/v1/books?words=book&limit=20')).toMatchObject({ status: 200, calls: 1 });
    const ids = Array.from({ length: 20 }, (_, i) => 21 + i);
    expect(await ask(1, '/v1/books?words=book&limit=20&offset=20')).toEqual({ status: 200, ids, calls: 1 });
    expect(recorder.calls.at(-1)!.request.toString()).toContain('SearchBooksMore');
  });

  it('windows cost a search while Redis is away, and no more when it is back', async () => {
    await redis.kill();
    const ids = Array.from({ length: 20 }, (_, i) => 41 + i);
    expect(await ask(0, '/v1/books?words=book&limit=20&offset=40')).toEqual({ status: 200, ids, calls: 2 });
    await redis.restart();
    await until(async () => {
      await ask(0, '/v1/books?words=book&limit=20');
      return (await ask(1, '/v1/books?words=book&limit=20&offset=40')).calls === 1;
    });
  });

  it('keeps neither credentials nor questions', async () => {
    await ask(0, '/v1/books?words=canary&limit=20');
    const keys = await redis.command('KEYS', '*');
    expect(keys).toContain('soapstone:search:');
    expect(keys).not.toMatch(/canary|Bearer/);
  });
});
