// Alerts of a real Prometheus: an outage, and a reload that failed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from '../cluster.ts';
import { root } from '../places.ts';
import type { Row } from '../row.ts';
import { payments, paymentsBridge, wrongLetter } from './payments.ts';

const OUTAGE = 'outage';
const RELOAD = 'reload';

export async function outage(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { prometheus, kubectl, node } = cluster;
  await cluster.namespace(OUTAGE, ...payments);
  await cluster.release(OUTAGE, { bridges: [paymentsBridge()] }).install();
  const ready = async () => (await prometheus.query(`soapstone_ready{namespace="${OUTAGE}"} == 1`)).length;
  await node.daemons.until('both gateways are scraped', 60, async () => (await ready()) === 2);
  const scale = (replicas: number) =>
    kubectl.run('-n', OUTAGE, 'scale', 'deployment/gateway', `--replicas=${replicas}`);
  const before = await prometheus.firing(OUTAGE);
  await scale(0);
  await node.daemons.until('SoapstoneOutage fires', 360, async () => {
    return (await prometheus.firing(OUTAGE)).includes('SoapstoneOutage');
  });
  await scale(2);
  await node.daemons.until('SoapstoneOutage ends', 120, async () => {
    return !(await prometheus.firing(OUTAGE)).includes('SoapstoneOutage');
  });
  report({
    name: 'all replicas are gone: the alert SoapstoneOutage',
    outcome: `it does not fire before (${before.length} alerts), fires without replicas, and ends when two are back`,
    ok: before.length === 0,
  });
  await cluster.remove(OUTAGE);
}

/** The table is in a ConfigMap of somebody else, which is changed for the worse. */
export async function reload(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { prometheus, node } = cluster;
  const folder = join(root, 'mappings', '70-faults');
  const table = readFileSync(join(folder, 'mapping.yaml'), 'utf8').replace('contract/', '');
  const contract = readFileSync(join(folder, 'contract', 'payments.wsdl'), 'utf8');
  const map = (text: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'table' },
    data: { 'mapping.yaml': text, 'payments.wsdl': contract },
  });
  await cluster.namespace(RELOAD, ...payments, map(table));
  const release = cluster.release(RELOAD, {
    bridges: [{ name: 'payments', upstream: 'http://payments:8000/', mapping: { configMap: { name: 'table' } } }],
  });
  await release.install();
  const before = { test: (await release.test()).ok, pods: await release.pods() };
  await cluster.namespace(RELOAD, map(wrongLetter(table)));
  await node.daemons.until('the reload fails', 180, async () => {
    return (await prometheus.query(`soapstone_config_last_reload_successful{namespace="${RELOAD}"} == 0`)).length === 2;
  });
  const after = { test: (await release.test()).ok, pods: await release.pods() };
  await node.daemons.until('SoapstoneReloadFailed fires', 420, async () => {
    return (await prometheus.firing(RELOAD)).includes('SoapstoneReloadFailed');
  });
  const serving = (await cluster.statusOf(RELOAD, '/v1/payments/7')) === 200;
  const same = String(before.pods) === String(after.pods);
  await cluster.namespace(RELOAD, map(table));
  await node.daemons.until('the reload succeeds', 180, async () => (await release.test()).ok);
  report({
    name: 'a ConfigMap gets one wrong letter: reload, helm test and the alert SoapstoneReloadFailed',
    outcome: `helm test ${after.test ? 'succeeds' : 'fails'}, the alert fires, the pods are ${same ? 'the same' : 'others'} and ${serving ? 'serve' : 'do not serve'}; with the right table helm test succeeds`,
    ok: before.test && !after.test && same && serving,
  });
  await cluster.remove(RELOAD);
}
