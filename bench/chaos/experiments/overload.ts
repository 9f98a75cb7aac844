// Twice as many requests as can be answered: once the service is what cannot, once the gateway is.
import { look } from '../asks.ts';
import { Client, type Outcome } from '../client.ts';
import type { Experiment, Say } from '../experiment.ts';
import { loadFor, Tally } from '../load.ts';
import { startReplica } from '../replica.ts';
import { type Service, startService } from '../start-service.ts';

const MS = 10_000;
const WARM_MS = 3000;
/** The service takes so many calls at once, and so many ms for each. */
const AT_ONCE = 16;
const TAKES = 20;
/** Requests under way while the most that the gateway can do is measured. */
const BUSY = 64;
/** Bytes of a record where the gateway is what has too much to do. */
const LARGE = 60_000;

const good = ({ status }: Outcome) => status === 200;
const shed = ({ status }: Outcome) => status === 503;

/** As many requests under way as `BUSY`: how many are answered in a second. */
async function most(client: Client, ms: number): Promise<number> {
  const tally = new Tally();
  const until = performance.now() + ms;
  const one = async () => {
    while (performance.now() < until) tally.add(await client.ask(look));
  };
  await Promise.all(Array.from({ length: BUSY }, one));
  return tally.count(good) / (ms / 1000);
}

async function twice(what: string, service: Service, flags: readonly string[], say: Say) {
  const replica = await startReplica({ upstream: service.url, flags, cpu: 1 });
  const client = new Client(replica.port);
  await most(client, WARM_MS);
  const peak = await most(client, MS / 2);
  const tally = await loadFor(MS, 2 * peak, (due) => client.ask(look, due));
  const goodput = tally.count(good) / (MS / 1000);
  say(`${what}: at most ${Math.round(peak)} a second; of twice as many ${Math.round(goodput)} (${tally.kinds()})`);
  say(`${what}: p99 of the served ${Math.round(tally.percentile(0.99, good))} ms, ${client.connections} connections`);
  client.close();
  await replica.kill();
  return [
    {
      what: `overload of the ${what}: goodput ÷ peak`,
      bound: 0.9,
      sense: 'at least' as const,
      measured: goodput / peak,
    },
    {
      what: `overload of the ${what}: answer of the refused, median ms`,
      bound: 5,
      sense: 'at most' as const,
      measured: tally.percentile(0.5, shed),
    },
    {
      what: `overload of the ${what}: answer of the refused, p99 ms`,
      bound: 5,
      sense: 'at most' as const,
      measured: tally.percentile(0.99, shed),
    },
  ];
}

export const overload: Experiment = {
  title: 'twice as many requests as the service, and then the gateway, can answer',
  async run(say) {
    const service = await startService();
    await service.behave({ delay: [TAKES, TAKES] });
    const slow = await twice('service', service, ['--connections', String(AT_ONCE), '--queue', '32'], say);
    await service.behave({ delay: [0, 0], size: LARGE });
    const busy = await twice('gateway', service, [], say);
    await service.stop();
    return [...slow, ...busy];
  },
};
