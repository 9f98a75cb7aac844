// Two pods of an application with a gateway in front of it, replaced one after the other under load, in the order of Kubernetes.
import { look } from '../asks.ts';
import { type BalancedReplica, Balancer } from '../balancer.ts';
import type { Experiment } from '../experiment.ts';
import { startLoad } from '../load.ts';
import { startReplica } from '../replica.ts';
import { type Service, startService } from '../start-service.ts';

const ROLLOUTS = 10;
const RATE = 100;
/** ms in which gateways go on serving. */
const DRAIN = 2000;
/** A machine that is busy with other work must not count as a lost request. */
const FLAGS = ['--drain-delay', `${DRAIN}ms`, '--overload-delay', '0'];

interface Pod {
  readonly app: Service;
  readonly gateway: BalancedReplica;
}

async function startPod(balancer: Balancer): Promise<Pod> {
  const app = await startService();
  await app.behave({ delay: [0, 50] });
  const replica = await startReplica({ upstream: app.url, flags: FLAGS });
  return { app, gateway: await balancer.add(replica) };
}

/** The hooks of both containers at once; the application's signal; the gateway's, as of a native sidecar. Resolves with its exit code. */
async function endPod({ app, gateway: { replica } }: Pod): Promise<number | null> {
  const [drained] = await Promise.all([replica.drain(), replica.drain()]);
  await app.stop();
  const code = await replica.stop();
  return drained === 200 ? code : drained;
}

export const sidecar: Experiment = {
  title: `${ROLLOUTS} pods of a gateway in front of an application are replaced, ${RATE} requests a second`,
  async run(say) {
    const balancer = new Balancer();
    const pods = await Promise.all([startPod(balancer), startPod(balancer)]);
    const load = startLoad(RATE, (due) => balancer.next().ask(look, due));
    let badExits = 0;
    for (let i = 0; i < ROLLOUTS; i++) {
      pods.push(await startPod(balancer));
      const oldest = pods.shift() as Pod;
      if ((await endPod(oldest)) !== 0) badExits++;
      say(`${i + 1} pods, ${load.tally.total} requests (${load.tally.kinds()})`);
      balancer.remove(oldest.gateway);
    }
    const tally = await load.stop();
    say(`${tally.total} requests (${tally.kinds()})`);
    balancer.close();
    await Promise.all(pods.map(({ app, gateway }) => Promise.all([app.stop(), gateway.replica.kill()])));
    const lost = tally.count(({ status }) => status !== 200);
    return [
      { what: `sidecar: requests of ${tally.total} that were lost`, bound: 0, sense: 'at most', measured: lost },
      { what: 'sidecar: exits with another code than 0', bound: 0, sense: 'at most', measured: badExits },
    ];
  },
};
