// A Redis that is killed and started again while payments are made and repeated with their keys: without AOF it forgets the keys.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../../measure/target.ts';
import { pay } from '../asks.ts';
import { Client, type Outcome } from '../client.ts';
import type { Experiment, Say } from '../experiment.ts';
import { pause } from '../load.ts';
import { startRedis, startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const KILLS = 20;
/** Payments before each kill; each is made once more after it. */
const PAYMENTS = 50;

interface Ran {
  /** Keys with more than one effect, of all. */
  readonly twice: number;
  readonly paid: number;
  readonly refused: number;
  readonly total: number;
}

const AOF = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** Asks again while the store is away or the key is still running. */
async function settled(client: Client, key: string, patience: number): Promise<Outcome> {
  let outcome = await client.ask(pay(key));
  for (let i = 0; i < patience && (outcome.status === 503 || outcome.status === 409 || outcome.status === 0); i++) {
    await pause(20);
    outcome = await client.ask(pay(key));
  }
  return outcome;
}

async function run(options: readonly string[], durability: string, patience: number): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-redis-'));
  const service = await startService();
  let redis = await startRedis(folder, options);
  const flags = [...redis.flags, '--store-durability', durability, '--timeout', '2s', '--breaker-failures', '0'];
  const replica = await startReplica({ upstream: service.url, flags });
  const client = new Client(replica.port);
  let [paid, refused] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    const keys = Array.from({ length: PAYMENTS }, (_, i) => `r${kill}-${i}`);
    await Promise.all(keys.map((key) => settled(client, key, patience)));
    await redis.stop();
    redis = await startRedis(folder, options);
    const again = await Promise.all(keys.map((key) => settled(client, key, patience)));
    paid += again.filter(({ status }) => status === 201).length;
    refused += again.filter(({ status }) => status === 503).length;
  }
  const { effects } = await service.done();
  client.close();
  await replica.kill();
  await Promise.all([service.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
  const twice = Object.values(effects).filter((count) => count > 1).length;
  return { twice, paid, refused, total: KILLS * PAYMENTS };
}

function report(say: Say, name: string, { twice, paid, refused, total }: Ran): void {
  say(`${name}: ${total} keys, ${twice} with two effects; repeats: ${paid} paid, ${refused} refused`);
}

export const redis: Experiment = {
  title: `${KILLS} times kill -9 of Redis, each with ${PAYMENTS} payments before it that are repeated after it`,
  async run(say): Promise<readonly Target[]> {
    const warned = await run([], 'warn', 100);
    report(say, 'without AOF, storeDurability warn', warned);
    const required = await run([], 'require', 0);
    report(say, 'without AOF, storeDurability require', required);
    const kept = await run(AOF, 'require', 100);
    report(say, 'with AOF, storeDurability require', kept);
    const never = { bound: 0, sense: 'at most' } as const;
    return [
      { what: 'redis: keys with two effects without AOF, storeDurability require', ...never, measured: required.twice },
      { what: 'redis: keys with an answer without AOF, storeDurability require', ...never, measured: required.paid },
      { what: 'redis: keys with two effects with AOF', ...never, measured: kept.twice },
      { what: 'redis: keys without an answer in the end with AOF', ...never, measured: kept.total - kept.paid },
      {
        what: 'redis: keys with two effects without AOF, storeDurability warn',
        bound: 1,
        sense: 'at least',
        measured: warned.twice,
      },
    ];
  },
};
