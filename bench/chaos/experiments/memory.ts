// A gateway that has nothing to do, and then a mixture of everything for a while: what memory it takes.
import { look, pay } from '../asks.ts';
import { Client, type ClientRequest } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { pause, startLoad } from '../load.ts';
import { startReplica } from '../replica.ts';
import { slopeOf } from '../slope.ts';
import { startService } from '../start-service.ts';

const RATE = 200;
const IDLE_MS = 10_000;

/** Good ones, wrong ones, and ones that nobody can answer, in turn. */
const others: readonly ClientRequest[] = [
  { method: 'GET', path: '/v1/nothing' },
  { method: 'GET', path: '/v1/payments/seven' },
  { method: 'POST', path: '/v1/payments', body: '{"from":"A","to":"B"}' },
  { method: 'POST', path: '/v1/payments', body: '{"from":' },
  { method: 'POST', path: '/v1/payments/7/refunds', body: '{"amount":1}' },
];

export const memory: Experiment = {
  title: `idle, then ${RATE} mixed requests a second`,
  async run(say, { minutes }) {
    const service = await startService();
    await service.behave({ delay: [0, 20], size: 5000 });
    const replica = await startReplica({ upstream: service.url, flags: ['--store-size', '16MiB'] });
    await pause(IDLE_MS);
    const idle = replica.memory();
    const client = new Client(replica.port);
    await client.ask(look);
    await pause(IDLE_MS);
    const idleAfterOne = replica.memory();
    say(`idle: ${idle.toFixed(1)} MB, after a first request ${idleAfterOne.toFixed(1)} MB`);
    let number = 0;
    const load = startLoad(RATE, (due) => {
      const n = number++;
      return client.ask(n % 10 < 6 ? look : n % 10 < 9 ? pay(`m${n}`) : others[((n / 10) % others.length) | 0], due);
    });
    const points: [number, number][] = [];
    const seconds = minutes * 60;
    for (let i = 1; i <= seconds; i++) {
      await pause(1000);
      points.push([i / 60, replica.memory()]);
      if (i % 30 === 0)
        say(`${(i / 60).toFixed(1)} min: ${replica.memory().toFixed(1)} MB, ${load.tally.total} requests`);
      // What they say is not looked at: the tally of hours must not fill our own memory.
      if (load.tally.outcomes.length > 10_000) load.tally.outcomes.splice(0);
    }
    await load.stop();
    const growth = slopeOf(points.slice(points.length / 2)) * (minutes / 2);
    const end = replica.memory();
    client.close();
    await replica.kill();
    await service.stop();
    return [
      { what: 'memory: idle, MB', bound: 70, sense: 'at most', measured: idle },
      { what: 'memory: idle after a first request, MB', bound: 70, sense: 'at most', measured: idleAfterOne },
      {
        what: `memory: growth over the second half of ${minutes} min, MB`,
        bound: 5,
        sense: 'at most',
        measured: growth,
      },
      { what: 'memory: at the end, MB', bound: 200, sense: 'at most', measured: end },
    ];
  },
};
