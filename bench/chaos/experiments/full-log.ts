// A log on a disk that is full: what clients, the memory and the end of the process notice of it.
import { openSync } from 'node:fs';
import { look } from '../asks.ts';
import { Client } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { loadFor } from '../load.ts';
import { startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const RATE = 200;
const MS = 30_000;
const DRAIN_MS = 1000;

async function round(stdout: string) {
  const service = await startService();
  const flags = [
    '--log-format',
    'json',
    '--overload-delay',
    '0',
    '--drain-delay',
    '0',
    '--drain-timeout',
    `${DRAIN_MS}ms`,
  ];
  const replica = await startReplica({ upstream: service.url, flags, stdout: openSync(stdout, 'w') });
  const client = new Client(replica.port);
  const tally = await loadFor(MS, RATE, (due) => client.ask(look, due));
  const memory = replica.memory();
  client.close();
  const began = performance.now();
  await replica.stop();
  const seconds = (performance.now() - began) / 1000;
  await service.stop();
  return { failed: tally.count(({ status }) => status !== 200), memory, seconds };
}

export const fullLog: Experiment = {
  title: `${RATE} requests a second, with a log that is taken, then on a full disk`,
  async run(say) {
    const taken = await round('/dev/null');
    const full = await round('/dev/full');
    say(
      `${taken.failed} failed, then ${full.failed}; ${taken.memory.toFixed(0)} MB, then ${full.memory.toFixed(0)} MB; ${full.seconds.toFixed(2)} s from SIGTERM to the end`,
    );
    const end = DRAIN_MS / 1000 + 1;
    return [
      { what: 'full log: failed requests', bound: 0, sense: 'at most', measured: full.failed },
      { what: 'full log: MB more than without', bound: 24, sense: 'at most', measured: full.memory - taken.memory },
      { what: 'full log: s from SIGTERM to the end', bound: end, sense: 'at most', measured: full.seconds },
    ];
  },
};
