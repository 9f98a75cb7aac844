// A Prometheus on the node, with the alerts of the chart. Its targets are what a ServiceMonitor of the chart selects: the endpoints of admin Services.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from './node.ts';
import { root } from './places.ts';
import { program } from './programs.ts';

const ADDRESS = '127.0.0.1:9099';
/** Port of the API, for those that have no certificate. */
const PROXY = 9098;
/** ms between two looks for targets. */
const LOOK = 2000;
const SLICES = `http://127.0.0.1:${PROXY}/apis/discovery.k8s.io/v1/endpointslices?labelSelector=app.kubernetes.io/component%3Dadmin`;

interface Slice {
  readonly metadata: { readonly namespace: string; readonly labels: Readonly<Record<string, string>> };
  readonly endpoints:
    | readonly { readonly addresses: readonly string[]; readonly targetRef?: { readonly name: string } }[]
    | null;
  readonly ports: readonly { readonly port: number }[] | null;
}

export class Prometheus {
  private readonly node: Node;

  constructor(node: Node) {
    this.node = node;
  }

  async start(): Promise<void> {
    const { folder, certificates, daemons } = this.node;
    daemons.start(program('kubectl'), ['proxy', `--kubeconfig=${certificates.kubeconfig('admin')}`, `--port=${PROXY}`]);
    const targets = join(folder, 'targets.json');
    const find = () => void this.writeTargets(targets).catch(() => {});
    setInterval(find, LOOK).unref();
    const found = { job_name: 'gateways', file_sd_configs: [{ files: [targets] }] };
    const configuration = {
      global: { scrape_interval: '5s', evaluation_interval: '5s' },
      rule_files: [join(root, 'helm', 'soapstone', 'files', 'alerts.yaml')],
      scrape_configs: [found],
    };
    const file = join(folder, 'prometheus.json');
    writeFileSync(file, JSON.stringify(configuration));
    const data = `--storage.tsdb.path=${join(folder, 'prometheus')}`;
    daemons.start('prometheus', [`--config.file=${file}`, data, `--web.listen-address=${ADDRESS}`]);
    await daemons.until('Prometheus is ready', 60, async () => {
      return fetch(`http://${ADDRESS}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  }

  /** Debian's Prometheus cannot ask Kubernetes itself. Labels are those that the operator gives. */
  private async writeTargets(file: string): Promise<void> {
    const { items } = (await (await fetch(SLICES)).json()) as { items: readonly Slice[] };
    const groups = items.flatMap(({ metadata, endpoints, ports }) =>
      (endpoints ?? []).map(({ addresses, targetRef }) => ({
        targets: (ports ?? []).map(({ port }) => `${addresses[0]}:${port}`),
        labels: {
          namespace: metadata.namespace,
          job: metadata.labels['kubernetes.io/service-name'],
          pod: targetRef?.name ?? '',
        },
      })),
    );
    writeFileSync(`${file}.new`, JSON.stringify(groups));
    renameSync(`${file}.new`, file);
  }

  /** Values of the series that an expression has now. */
  async query(expression: string): Promise<number[]> {
    const response = await fetch(`http://${ADDRESS}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
    return data.result.map(({ value }) => Number(value[1]));
  }

  /** Names of alerts that fire in a namespace. */
  async firing(namespace: string): Promise<string[]> {
    const response = await fetch(`http://${ADDRESS}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: Readonly<Record<string, string>> }[] };
    };
    const here = data.alerts.filter(({ state, labels }) => state === 'firing' && labels['namespace'] === namespace);
    return here.map(({ labels }) => labels['alertname']).toSorted();
  }
}
