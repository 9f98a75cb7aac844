// Archives that were imported: the gateway's image, mappings that pods mount as images, and an image that has both.
import type { Cluster } from '../cluster.ts';
import { archiveOf, mappingImages, packedImage, projectImage } from '../images.ts';
import { restrictedContainer } from '../objects.ts';
import type { Row } from '../row.ts';
import { payments } from './payments.ts';

const NAMESPACE = 'archives';
const UPSTREAM = 'http://payments:8000/';

export async function archives(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { node } = cluster;
  for (const image of [...Object.values(mappingImages), packedImage]) await node.importImage(archiveOf(image), image);
  await cluster.namespace(NAMESPACE, ...payments);
  report(await mounted(cluster));
  report(await packed(cluster));
}

async function mounted(cluster: Cluster): Promise<Row> {
  const bridges = Object.entries(mappingImages).map(([name, reference]) => ({
    name,
    upstream: UPSTREAM,
    mapping: { image: { reference, pullPolicy: 'Never' } },
  }));
  const release = cluster.release(NAMESPACE, { bridges });
  await release.install();
  const { ok } = await release.test();
  const status = await cluster.statusOf(NAMESPACE, '/v1/payments/7');
  const rules = await cluster.ruleCounts(NAMESPACE);
  return {
    name: 'OCI archives of the image and of two mappings (soapstone pack), imported; the mappings are mounted as images',
    seen: `helm test ${ok ? 'succeeds' : 'fails'}, a request has ${status}; rules: ${rules.map(([name, count]) => `${count} of ${name}`).join(', ')}`,
    ok: ok && status === 200 && rules.length === bridges.length && rules.every(([, count]) => count > 0),
  };
}

/** Without the chart: the image knows its mapping. */
async function packed(cluster: Cluster): Promise<Row> {
  const { kubectl } = cluster;
  const labels = { app: 'packed' };
  const container = restrictedContainer({
    name: 'gateway',
    image: packedImage,
    env: [{ name: 'SOAPSTONE_UPSTREAM', value: UPSTREAM }],
    ports: [{ name: 'http', containerPort: 8080 }],
    readinessProbe: { httpGet: { path: '/readyz', port: 9090 }, periodSeconds: 1 },
  });
  const spec = { containers: [container], enableServiceLinks: false };
  await cluster.namespace(NAMESPACE, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'packed', labels }, spec });
  await kubectl.run('-n', NAMESPACE, 'wait', 'pod/packed', '--for=condition=Ready', '--timeout=60s');
  const { status: pod } = await kubectl.get('-n', NAMESPACE, 'pod', 'packed');
  const response = await fetch(`http://${pod.podIP}:8080/v1/payments/7`);
  return {
    name: `OCI archive of the image with a mapping in it (soapstone pack --base), as a plain pod`,
    seen: `ready, and a request has ${response.status}`,
    ok: response.status === 200 && pod.containerStatuses[0].image === packedImage && projectImage !== packedImage,
  };
}
