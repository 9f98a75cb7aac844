// A Prometheus on the node, with the alerts of the chart. It finds targets as one does that the Prometheus operator configures for a ServiceMonitor.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from './node.ts';
import { root } from './places.ts';

const ADDRESS = '127.0.0.1:9099';

export class Prometheus {
  private readonly node: Node;

  constructor(node: Node) {
    this.node = node;
  }

  async start(): Promise<void> {
    const { folder, certificates, daemons } = this.node;
    const label = (name: string) => `__meta_kubernetes_${name}`;
    const found = {
      job_name: 'gateways',
      kubernetes_sd_configs: [{ role: 'endpoints', kubeconfig_file: certificates.kubeconfig('admin') }],
      relabel_configs: [
        { source_labels: [label('service_label_app_kubernetes_io_component')], regex: 'admin', action: 'keep' },
        { source_labels: [label('namespace')], target_label: 'namespace' },
        { source_labels: [label('service_name')], target_label: 'job' },
        { source_labels: [label('pod_name')], target_label: 'pod' },
      ],
    };
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
