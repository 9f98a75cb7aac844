// Gateways that are killed at random moments while payments with keys are on their way; whoever asked asks again elsewhere.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pay } from '../asks.ts';
import { Client, type Outcome } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { pause } from '../load.ts';
import { startRedis, startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const KILLS = 200;
/** Payments that are on their way at each kill. */
const AT_ONCE = 4;
/** Longest time that the service takes, and a third of that from the first of them to the kill, ms. */
const LATEST = 40;
/** Replicas that are started ahead. */
const AHEAD = 2;

/** What callers who repeat their request hear in the end. */
type Ending = 'paid' | 'unknown' | 'other';

async function untilSettled(client: Client, key: string): Promise<Ending> {
  for (;;) {
    const outcome = await client.ask(pay(key));
    if (outcome.status !== 409) return endingOf(outcome);
    await pause(100);
  }
}

function endingOf({ status, body }: Outcome): Ending {
  if (status === 201) return 'paid';
  return status === 502 && body.includes('"OUTCOME_UNKNOWN"') ? 'unknown' : 'other';
}

export const kill: Experiment = {
  title: `${KILLS} times kill -9 with ${AT_ONCE} payments under way, each repeated at another replica until it is settled`,
  async run(say) {
    const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
    const redis = await startRedis(folder);
    const service = await startService();
    await service.behave({ delay: [0, LATEST] });
    const start = () => startReplica({ upstream: service.url, flags: [...redis.flags, '--timeout', '1s'] });
    const staying = await start();
    const other = new Client(staying.port);
    const ahead = Array.from({ length: AHEAD }, start);
    const endings: Promise<readonly [string, Ending]>[] = [];
    let confirmed = 0;
    for (let i = 0; i < KILLS; i++) {
      const replica = await ahead.shift()!;
      if (i + AHEAD < KILLS) ahead.push(start());
      const client = new Client(replica.port);
      const keys = Array.from({ length: AT_ONCE }, (_, n) => `k${i}-${n}`);
      // A first request brings everything up that is loaded when it is needed.
      await client.ask(pay(`w${i}`));
      const first = keys.map((key) => client.ask(pay(key)));
      await pause(Math.random() * 3 * LATEST);
      await replica.kill();
      confirmed += (await Promise.all(first)).filter(({ status }) => status === 201).length;
      endings.push(...keys.map(async (key) => [key, await untilSettled(other, key)] as const));
      if (i % 50 === 49) say(`${i + 1} kills, ${confirmed} payments were confirmed before`);
    }
    say('waiting until every payment is settled');
    const all = await Promise.all(endings);
    const { effects } = await service.done();
    other.close();
    await staying.kill();
    await Promise.all([service.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
    const of = (wanted: Ending) => all.filter(([, ending]) => ending === wanted);
    say(`paid ${of('paid').length}, unknown ${of('unknown').length}, other ${of('other').length}`);
    const twice = Object.values(effects).filter((count) => count > 1).length;
    const wrong = of('paid').filter(([key]) => effects[key] !== 1).length;
    return [
      { what: `kill: keys of ${all.length} with more than one effect`, bound: 0, sense: 'at most', measured: twice },
      { what: 'kill: keys told "paid" without an effect', bound: 0, sense: 'at most', measured: wrong },
      {
        what: 'kill: keys told neither "paid" nor "outcome unknown"',
        bound: 0,
        sense: 'at most',
        measured: of('other').length,
      },
      { what: 'kill: keys told "outcome unknown"', bound: 1, sense: 'at least', measured: of('unknown').length },
    ];
  },
};
