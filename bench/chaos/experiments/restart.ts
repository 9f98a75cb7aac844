// Two replicas behind a balancer, replaced one after the other under load.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { look, pay } from '../asks.ts';
import { Balancer } from '../balancer.ts';
import type { Experiment } from '../experiment.ts';
import { startLoad } from '../load.ts';
import { startRedis, startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const RESTARTS = 20;
const RATE = 300;
/** ms in which replicas go on serving. */
const DRAIN = 2000;

export const restart: Experiment = {
  title: `${RESTARTS} rolling restarts of two replicas, ${RATE} requests a second, half of them payments with keys`,
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
    const redis = await startRedis(folder);
    const service = await startService();
    await service.behave({ delay: [0, 50] });
    const flags = ['--drain-delay', `${DRAIN}ms`, ...redis.flags];
    const start = () => startReplica({ upstream: service.url, flags });
    const balancer = new Balancer();
    for (const replica of await Promise.all([start(), start()])) await balancer.add(replica);
    const paid: string[] = [];
    let number = 0;
    const load = startLoad(RATE, async (due) => {
      const key = `r${number++}`;
      const outcome = await balancer.next().ask(number % 2 === 0 ? look : pay(key), due);
      if (outcome.status === 201) paid.push(key);
      return outcome;
    });
    let badExits = 0;
    for (let i = 0; i < RESTARTS; i++) {
      const [oldest] = balancer.targets;
      await balancer.add(await start());
      const code = await oldest.replica.stop();
      if (code !== 0) badExits++;
      balancer.remove(oldest);
      if (i % 5 === 4) say(`${i + 1} restarts, ${load.tally.total} requests (${load.tally.kinds()})`);
    }
    const tally = await load.stop();
    say(`${tally.total} requests (${tally.kinds()})`);
    const { effects } = await service.done();
    balancer.close();
    await Promise.all(balancer.targets.map(({ replica }) => replica.kill()));
    await Promise.all([service.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
    const duplicates = Object.values(effects).filter((count) => count > 1).length;
    const unpaid = paid.filter((key) => effects[key] !== 1).length;
    const lost = tally.count(({ status }) => status !== 200 && status !== 201);
    return [
      { what: `restart: requests of ${tally.total} that were lost`, bound: 0, sense: 'at most', measured: lost },
      { what: 'restart: payments made twice', bound: 0, sense: 'at most', measured: duplicates },
      { what: 'restart: payments confirmed and not made once', bound: 0, sense: 'at most', measured: unpaid },
      { what: 'restart: exits with another code than 0', bound: 0, sense: 'at most', measured: badExits },
    ];
  },
};
