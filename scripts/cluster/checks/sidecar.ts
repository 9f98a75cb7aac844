// Gateways beside an application: it calls through one, or stands behind one.
import type { Cluster } from '../cluster.ts';
import { container } from '../objects.ts';
import { mappingFiles } from '../release.ts';
import type { Row } from '../row.ts';
import { underLoad } from '../under-load.ts';
import { look, payments, paymentsBridge, soapLook } from './payments.ts';

const APP = 'scripts/cluster/pods/app.ts';
const service = { type: 'NodePort' };

export async function sidecar(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  report(await calling(cluster, 'sidecar', true));
  report(await calling(cluster, 'sidecar-classic', false));
}

/** An application calls through the gateway, and serves on for a moment when it is told to end. */
async function calling(cluster: Cluster, namespace: string, native: boolean): Promise<Row> {
  await cluster.namespace(namespace, ...payments);
  const app = container({ name: 'app', script: [APP, 'calling'], port: 3000, ready: '/v1/payments/7' });
  const release = cluster.release(namespace, {
    mode: 'sidecar',
    sidecar: { native },
    bridges: [paymentsBridge()],
    app: { container: app },
    service,
  });
  await release.install();
  const { ok } = await release.test();
  const { result, requests, lost } = await underLoad(
    [
      await cluster.callersInside(namespace, { host: 'gateway', port: 3000, requests: [look] }),
      await cluster.callersOutside(namespace, 'gateway', 'http', [look]),
    ],
    async () => {
      await release.rollout();
      return release.evict();
    },
  );
  await cluster.remove(namespace);
  return {
    name: `rollout and drain, ${native ? 'native' : 'classic'} sidecar: an application calls through it`,
    outcome: `helm test ${ok ? 'succeeds' : 'fails'}; a rollout and ${result} evictions${lost}`,
    requests,
    ok: ok && requests.lost === 0,
  };
}

/** An application that ends at once when it is told to, behind a gateway. */
const app = container({ name: 'app', script: [APP, 'called'], port: 3000 });
/** A hook that waits for nothing, in place of the chart's. */
const hurried = { ...app, lifecycle: { preStop: { httpGet: { path: '/', port: 3000 } } } };

export async function inFront(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const name = 'rollout and drain, SOAP in front of an application';
  const native = await front(cluster, 'in-front', { native: true }, app);
  report({ name: `${name}, native sidecar`, ...native, ok: native.requests.lost === 0 });
  const classic = await front(cluster, 'in-front-classic', { native: false }, app);
  report({ name: `${name}, classic sidecar`, ...classic, ok: classic.requests.lost === 0 });
  const { outcome, requests } = await front(cluster, 'in-front-hurried', { native: true }, hurried);
  report({
    name: 'control: the same, native, without the hook by which the chart lets the application wait',
    outcome: `${outcome}: ${requests.lost} requests are lost`,
    ok: requests.lost > 0,
  });
}

async function front(
  cluster: Cluster,
  namespace: string,
  gateway: { readonly native: boolean },
  application: object,
): Promise<Required<Pick<Row, 'outcome' | 'requests'>>> {
  const bridge = {
    name: 'payments',
    present: 'soap',
    path: '/PaymentService',
    upstream: 'http://127.0.0.1:3000',
    mapping: mappingFiles('70-faults'),
  };
  await cluster.namespace(namespace);
  const release = cluster.release(namespace, {
    mode: 'sidecar',
    sidecar: { ...gateway, expose: true },
    bridges: [bridge],
    app: { container: application },
    service,
  });
  await release.install();
  const { result, requests, lost } = await underLoad(
    [
      await cluster.callersInside(namespace, { host: 'gateway', port: 80, requests: [soapLook] }),
      await cluster.callersOutside(namespace, 'gateway', 'gateway', [soapLook]),
    ],
    async () => {
      await release.rollout();
      return release.evict();
    },
  );
  await cluster.remove(namespace);
  return { outcome: `a rollout and ${result} evictions${lost}`, requests };
}
