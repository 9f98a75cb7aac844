// What is left of a release that was upgraded, refused and tested.
import type { Cluster } from '../cluster.ts';
import type { Row } from '../row.ts';
import { otherTitle, payments, paymentsBridge, wrongLetter } from './payments.ts';

const NAMESPACE = 'uninstall';
/** Kinds that Kubernetes itself writes. */
const ITS_OWN = ['events', 'events.events.k8s.io', 'leases.coordination.k8s.io'];

export async function uninstall(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { kubectl, node } = cluster;
  await cluster.namespace(NAMESPACE, ...payments);
  const before = await everything(cluster);
  const release = cluster.release(NAMESPACE, {
    bridges: [paymentsBridge()],
    networkPolicy: { enabled: true },
    autoscaling: { enabled: true },
    monitoring: {
      serviceMonitor: { enabled: true },
      rules: { enabled: true },
      dashboard: { enabled: true },
    },
  });
  await release.install();
  const made = (await everything(cluster)).filter((name) => !before.includes(name)).length;
  await release.upgrade({ bridges: [paymentsBridge({}, otherTitle)] }, ['--wait', '--timeout', '120s']);
  const tested = await release.test();
  const bad = await release.upgrade({ bridges: [paymentsBridge({}, wrongLetter)] }, ['--wait', '--timeout', '120s']);
  const ended = await release.uninstall();
  const left = async () => (await everything(cluster)).filter((name) => !before.includes(name));
  const leftObjects = async () => (await left()).filter((name) => !name.includes('gateway-check'));
  // Pods drain first; the Job that has refused the last upgrade stays for its log.
  await node.daemons.until('the pods end', 60, async () => (await leftObjects()).length === 0).catch(() => {});
  const [job, stay] = [await left(), await leftObjects()];
  await kubectl.run('-n', NAMESPACE, 'patch', 'job', 'gateway-check', '-p', '{"spec":{"ttlSecondsAfterFinished":1}}');
  await node.daemons.until('the Job is removed', 60, async () => (await left()).length === stay.length);
  const aside = stay.length === 0 ? '' : `; others: ${stay.join(', ')}`;
  report({
    name: 'helm uninstall, after an upgrade, a test and an upgrade that was refused',
    outcome: `${made} objects were made; helm test ${tested.ok ? 'succeeds' : 'fails'}; left are ${job.length - stay.length} of the Job that has refused, which its time to live removes${aside}`,
    ok: made > 0 && tested.ok && !bad.ok && ended.ok && stay.length === 0,
  });
}

/** All objects of the namespace, of every kind that the API server has. */
async function everything({ kubectl }: Cluster): Promise<string[]> {
  const kinds = (await kubectl.run('api-resources', '--namespaced', '--verbs=list', '-o', 'name')).split('\n');
  const wanted = kinds.filter((kind) => kind !== '' && !ITS_OWN.includes(kind));
  const names = await kubectl.run('-n', NAMESPACE, 'get', wanted.join(), '-o', 'name', '--ignore-not-found');
  return names
    .split('\n')
    .filter((name) => name !== '')
    .toSorted();
}
