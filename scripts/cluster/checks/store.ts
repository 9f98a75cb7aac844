// Two gateways share a Redis; one is killed while payments are made. Whoever gets no response sends the payment again, with the same key.
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { pay as payment } from '../../../bench/chaos/asks.ts';
import { Client } from '../../../bench/chaos/client.ts';
import type { Done } from '../../../bench/chaos/service.ts';
import type { Cluster } from '../cluster.ts';
import { NODE_ADDRESS } from '../network.ts';
import type { Row } from '../row.ts';
import { payments, paymentsBridge } from './payments.ts';

const NAMESPACE = 'store';
const PAYMENTS = 2000;
/** Under way at a time. */
const AT_ONCE = 16;
/** ms between two tries of a payment. */
const PAUSE = 250;
const TRIES = 240;

export async function store(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { node, kubectl } = cluster;
  node.daemons.start('redis-server', [
    '--bind',
    NODE_ADDRESS,
    '--protected-mode',
    'no',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  await cluster.namespace(NAMESPACE, ...payments);
  const release = cluster.release(NAMESPACE, {
    bridges: [paymentsBridge({ store: `redis://${NODE_ADDRESS}:6379/0` })],
  });
  await release.install();
  const { spec } = await kubectl.get('-n', NAMESPACE, 'service', 'gateway');
  const client = new Client(spec.ports[0].port, spec.clusterIP);
  const [victim] = await release.pods();
  const { metadata } = await kubectl.get('-n', NAMESPACE, 'pod', victim);

  let next = 0;
  let repeated = 0;
  let refused = 0;
  const responses = new Map<string, string>();
  const caller = async () => {
    for (let key = next++; key < PAYMENTS; key = next++) {
      if (key === PAYMENTS / 2) process.kill(gatewayOf(metadata.uid), 'SIGKILL');
      const { status, body, tries } = await payUntilDone(client, `k${key}`);
      repeated += tries - 1;
      if (status === 201) responses.set(`k${key}`, body);
      else refused++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  let different = 0;
  for (const [key, body] of responses) {
    const again = await payUntilDone(client, key);
    if (again.status !== 201 || again.body !== body) different++;
  }
  client.close();
  const { effects } = await donePayments(cluster);
  const twice = Object.values(effects).filter((count) => count > 1).length;
  const unmade = [...responses.keys()].filter((key) => effects[key] !== 1).length;
  const restarted = await kubectl.get('-n', NAMESPACE, 'pod', victim);
  const { restartCount } = restarted.status.containerStatuses[0];
  report({
    name: 'two gateways on one Redis: one is killed (SIGKILL) while payments with keys are made',
    outcome: `the container starts again (${restartCount}); ${repeated} sent again with their key, ${twice} made twice, ${unmade} confirmed and not made; of all repeats ${different} have another response`,
    requests: { total: PAYMENTS, lost: refused },
    ok: refused + twice + unmade + different === 0 && repeated > 0 && restartCount === 1,
  });
  await cluster.remove(NAMESPACE);
}

interface Paid {
  readonly status: number;
  readonly body: string;
  readonly tries: number;
}

/** Repeats what has no response, and what the gateway says may be sent again. */
async function payUntilDone(client: Client, key: string): Promise<Paid> {
  for (let tries = 1; ; tries++) {
    const { status, body } = await client.ask(payment(key));
    const again = status === 0 || status === 409 || status === 503;
    if (!again || tries === TRIES) return { status, body, tries };
    await wait(PAUSE);
  }
}

async function donePayments({ kubectl }: Cluster): Promise<Done> {
  const { spec } = await kubectl.get('-n', NAMESPACE, 'service', 'payments');
  return (await (await fetch(`http://${spec.clusterIP}:8000/done`)).json()) as Done;
}

/** Process of the gateway in a pod, by the cgroup that has the pod's id in its path. */
function gatewayOf(uid: string): number {
  for (const file of globSync('/proc/[0-9]*/cgroup')) {
    const pid = file.split('/')[2];
    const inPod = readFileSync(file, 'utf8').includes(`pod${uid}`);
    if (inPod && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('soapstone.js')) return Number(pid);
  }
  throw new Error(`no gateway of pod ${uid}`);
}
