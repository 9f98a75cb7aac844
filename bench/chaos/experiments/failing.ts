// A service that fails every time.
import { look } from '../asks.ts';
import { Client } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { loadFor } from '../load.ts';
import { startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const RATE = 300;
const MS = 10_000;

export const failing: Experiment = {
  title: `a service that says 503 to everything, ${RATE} requests a second for ${MS / 1000} s, without and with the breaker`,
  async run(say) {
    const service = await startService();
    await service.behave({ failing: true });
    const without = await under(service.url, ['--breaker-failures', '0']);
    const { requests } = await service.done();
    say(`without the breaker: ${without.total} asked, ${requests} at the service (${without.kinds()})`);
    const breaker = await under(service.url, []);
    const later = (await service.done()).requests - requests;
    const opened =
      Math.min(...breaker.outcomes.map(({ status, at }) => (status === 503 ? at : Infinity))) - breaker.began;
    say(`with the breaker: ${breaker.total} asked, ${later} at the service (${breaker.kinds()})`);
    await service.stop();
    const prompt = breaker.percentile(0.99, ({ status }) => status === 503);
    return [
      { what: 'failing: calls ÷ requests', bound: 1.2, sense: 'at most', measured: requests / without.total },
      { what: 'failing: ms until the breaker opens', bound: 1000, sense: 'at most', measured: opened },
      {
        what: 'failing: calls with the breaker: what opens it, further tries of that, one each 5 s',
        bound: 2 * 10 + MS / 5000,
        sense: 'at most',
        measured: later,
      },
      { what: 'failing: answer of the open breaker, p99 ms', bound: 5, sense: 'at most', measured: prompt },
    ];
  },
};

async function under(upstream: string, flags: readonly string[]) {
  const replica = await startReplica({ upstream, flags });
  const client = new Client(replica.port);
  const tally = await loadFor(MS, RATE, (due) => client.ask(look, due));
  client.close();
  await replica.kill();
  return tally;
}
