// Gateways of their own behind a Service, called from a pod and from outside.
import type { Cluster } from '../cluster.ts';
import type { Callers } from '../pods/callers.ts';
import type { Release } from '../release.ts';
import type { Row } from '../row.ts';
import { underLoad } from '../under-load.ts';
import { look, otherTitle, pay, payments, paymentsBridge, wrongLetter } from './payments.ts';

const NAMESPACE = 'standalone';
const GOOD = { bridges: [paymentsBridge({}, otherTitle)] };
const BAD = { bridges: [paymentsBridge({}, wrongLetter)] };
const UNCHECKED = { ...BAD, check: { enabled: false } };

export async function standalone(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  await cluster.namespace(NAMESPACE, ...payments);
  const release = cluster.release(NAMESPACE, { bridges: [paymentsBridge()], service: { type: 'NodePort' } });
  await release.install();
  const tested = await release.test();
  const pods = await release.pods();
  report({
    name: 'helm install and helm test, standalone',
    outcome: `${pods.length} pods ready; the test pod ${tested.ok ? 'succeeded' : 'failed'}`,
    ok: tested.ok && pods.length === 2,
  });
  const both = () => callers(cluster);
  const rolled = await underLoad(await both(), () => release.rollout());
  report({
    name: 'rollout, standalone: callers in a pod and outside',
    outcome: `all pods were replaced${rolled.lost}`,
    requests: rolled.requests,
    ok: rolled.requests.lost === 0 && disjoint(pods, await release.pods()),
  });
  const evicted = await underLoad(await both(), () => release.evict());
  report({
    name: 'drain: pods are evicted one after the other',
    outcome: `${evicted.result} evictions${evicted.lost}`,
    requests: evicted.requests,
    ok: evicted.requests.lost === 0 && evicted.result === 2,
  });
  await upgrade(cluster, release, report);
  for (const version of ['3', '4'] as const) await refuse(cluster, release, version, report);
  await rollBack(cluster, release, report);
  await cluster.remove(NAMESPACE);
}

async function callers(cluster: Cluster): Promise<Callers[]> {
  const requests = [look, pay];
  return [
    await cluster.callersInside(NAMESPACE, { host: 'gateway', port: 80, requests }),
    await cluster.callersOutside(NAMESPACE, 'gateway', 'gateway', requests),
  ];
}

async function upgrade(cluster: Cluster, release: Release, report: (row: Row) => void): Promise<void> {
  const before = await release.pods();
  const { result, requests, lost } = await underLoad(await callers(cluster), async () => {
    const ended = await release.upgrade(GOOD, ['--wait', '--atomic', '--timeout', '180s']);
    await release.settled();
    return ended;
  });
  const { status, revision } = await release.status();
  report({
    name: 'upgrade with another table (helm 3, --atomic)',
    outcome: `revision ${revision} is ${status}, its pods are new${lost}`,
    requests,
    ok: result.ok && status === 'deployed' && requests.lost === 0 && disjoint(before, await release.pods()),
  });
}

/** By the Job before the upgrade. */
async function refuse(
  cluster: Cluster,
  release: Release,
  version: '3' | '4',
  report: (row: Row) => void,
): Promise<void> {
  const back = version === '3' ? '--atomic' : '--rollback-on-failure';
  const before = await release.pods();
  const { result, requests, lost } = await underLoad(await callers(cluster), () =>
    release.upgrade(BAD, ['--wait', back, '--timeout', '120s'], version),
  );
  const logs = await cluster.kubectl.try('-n', NAMESPACE, 'logs', 'job/gateway-check');
  const { status, description } = await release.status();
  const same = String(before) === String(await release.pods());
  const named = logs.includes('GetPaymemt');
  report({
    name: `upgrade with one wrong letter in a table (helm ${version}, ${back})`,
    outcome: `refused: helm fails, the Job ${named ? 'names' : 'does not name'} the word; ${status}: ${description}; the pods are ${same ? 'the same' : 'others'}${lost}`,
    requests,
    ok: !result.ok && status === 'deployed' && same && named && requests.lost === 0,
  });
}

/** Without the Job: new pods do not start, and helm goes back. */
async function rollBack(cluster: Cluster, release: Release, report: (row: Row) => void): Promise<void> {
  const before = await release.pods();
  const { result, requests, lost } = await underLoad(await callers(cluster), async () => {
    const ended = await release.upgrade(UNCHECKED, ['--wait', '--atomic', '--timeout', '30s']);
    await release.settled();
    return ended;
  });
  const { status, description } = await release.status();
  const same = String(before) === String(await release.pods());
  report({
    name: 'the same without the check before it (helm 3, --atomic)',
    outcome: `${description} (${status}); the pods are ${same ? 'the same' : 'others'}${lost}`,
    requests,
    ok: !result.ok && status === 'deployed' && /^Rollback to/.test(description) && same && requests.lost === 0,
  });
}

function disjoint(before: readonly string[], after: readonly string[]): boolean {
  return after.length === before.length && after.every((name) => !before.includes(name));
}
