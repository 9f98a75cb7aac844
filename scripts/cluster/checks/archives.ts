// Archives that were imported: the gateway's image, mappings that pods mount as images, and an image that has both.
import type { Cluster } from '../cluster.ts';
import { archiveOf, mappingImages, packedImage } from '../images.ts';
import { restrictedContainer } from '../objects.ts';
import type { Row } from '../row.ts';
import { payments } from './payments.ts';

const NAMESPACE = 'archives';
const IMPORTED = 'OCI archives (npm run image, soapstone pack), imported';
const UPSTREAM = 'http://payments:8000/';

type Outcome = Pick<Row, 'outcome' | 'ok'>;

export async function archives(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { node } = cluster;
  for (const image of [...Object.values(mappingImages), packedImage]) await node.importImage(archiveOf(image), image);
  const mounted = await release(cluster, NAMESPACE, mappingImages, {});
  report({ name: `${IMPORTED}: pods mount two mappings as images`, ...mounted });
  const copying = await release(cluster, `${NAMESPACE}-copying`, { '70-faults': packedImage }, { copy: true });
  report({ name: `${IMPORTED}: a mapping copies itself out of an image by pack --base`, ...copying });
  report({ name: `${IMPORTED}: the image with a mapping in it, as a plain pod`, ...(await plainPod(cluster)) });
}

/** `images`: of the mappings of bridges, by their names. `more`: of the chart's `image`. */
async function release(
  cluster: Cluster,
  namespace: string,
  images: Readonly<Record<string, string>>,
  more: object,
): Promise<Outcome> {
  await cluster.namespace(namespace, ...payments);
  const bridges = Object.entries(images).map(([name, reference]) => ({
    name,
    upstream: UPSTREAM,
    mapping: { image: { reference, pullPolicy: 'Never', ...more } },
  }));
  const gateways = cluster.release(namespace, { bridges });
  await gateways.install();
  const { ok } = await gateways.test();
  const status = await cluster.statusOf(namespace, '/v1/payments/7');
  const rules = await cluster.ruleCounts(namespace);
  await cluster.remove(namespace);
  const counts = rules.map(([name, count]) => `${count} of ${name}`);
  return {
    outcome: `helm test ${ok ? 'succeeds' : 'fails'}, a request has ${status}; rules: ${counts.join(', ')}`,
    ok: ok && status === 200 && rules.length === bridges.length && rules.every(([, count]) => count > 0),
  };
}

/** Without the chart: the image knows its mapping. */
async function plainPod(cluster: Cluster): Promise<Outcome> {
  const { kubectl } = cluster;
  const namespace = `${NAMESPACE}-plain`;
  await cluster.namespace(namespace, ...payments);
  const labels = { app: 'packed' };
  const container = restrictedContainer({
    name: 'gateway',
    image: packedImage,
    env: [{ name: 'SOAPSTONE_UPSTREAM', value: UPSTREAM }],
    ports: [{ name: 'http', containerPort: 8080 }],
    readinessProbe: { httpGet: { path: '/readyz', port: 9090 }, periodSeconds: 1 },
  });
  const spec = { containers: [container], enableServiceLinks: false };
  await cluster.namespace(namespace, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'packed', labels }, spec });
  await kubectl.run('-n', namespace, 'wait', 'pod/packed', '--for=condition=Ready', '--timeout=60s');
  const { status: pod } = await kubectl.get('-n', namespace, 'pod', 'packed');
  const response = await fetch(`http://${pod.podIP}:8080/v1/payments/7`);
  await cluster.remove(namespace);
  return {
    outcome: `ready, and a request has ${response.status}`,
    ok: response.status === 200 && pod.containerStatuses[0].image === packedImage,
  };
}
