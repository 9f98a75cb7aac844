// Callers who send the head of a request byte by byte and never finish, and what the others notice of them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stop } from '../../measure/process.ts';
import { look } from '../asks.ts';
import { Client } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { loadFor } from '../load.ts';
import { startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const RATE = 200;
/** Rounds without and with them, in turn; length of each, ms. */
const ROUNDS = 6;
const MS = 12_000;

/** In a process of their own: what they cost it is nothing that the others notice of the gateway. */
async function startSlow(port: number): Promise<() => Promise<number>> {
  const child = fork(join(import.meta.dirname, '..', 'slow-callers.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'spawn');
  child.send(port);
  return async () => {
    child.send('stop');
    const [ended] = (await once(child, 'message')) as [number];
    await stop(child);
    return ended;
  };
}

export const slowHeads: Experiment = {
  title: `1000 connections that send their heads byte by byte, beside ${RATE} good requests a second`,
  async run(say) {
    const service = await startService();
    const replica = await startReplica({ upstream: service.url, cpu: 1 });
    const client = new Client(replica.port);
    const round = () => loadFor(MS, RATE, (due) => client.ask(look, due));
    await round();
    const ratios: number[] = [];
    let failed = 0;
    let ended = 0;
    for (let i = 0; i < ROUNDS; i++) {
      const without = await round();
      const stopSlow = await startSlow(replica.port);
      const withThem = await round();
      ended += await stopSlow();
      failed += withThem.count(({ status }) => status !== 200);
      const [a, b] = [without, withThem].map((tally) => tally.percentile(0.99));
      ratios.push(b / a);
      say(`round ${i + 1}: p99 ${a.toFixed(2)} ms without, ${b.toFixed(2)} ms with them; ${ended} ended so far`);
    }
    client.close();
    await replica.kill();
    await service.stop();
    ratios.sort((a, b) => a - b);
    const median = (ratios[ROUNDS / 2 - 1] + ratios[ROUNDS / 2]) / 2;
    return [
      { what: 'slow heads: p99 of the others, with ÷ without', bound: 1.1, sense: 'at most', measured: median },
      { what: 'slow heads: failed requests of the others', bound: 0, sense: 'at most', measured: failed },
    ];
  },
};
