// The cluster as checks see it: namespaces, releases of the chart, callers.

import { realpathSync } from 'node:fs';
import { operatorDefinitions } from '../setup/cache.ts';
import { archiveOf, pauseImage, projectImage, toolsImage } from './images.ts';
import type { Kubectl } from './kubectl.ts';
import { NODE_ADDRESS } from './network.ts';
import { Node } from './node.ts';
import { deployed, restricted } from './objects.ts';
import { type Callers, type Calls, type Counts, startCallers } from './pods/callers.ts';
import { Prometheus } from './prometheus.ts';
import { Release } from './release.ts';
import { RATE } from './under-load.ts';

const CALLER = 'scripts/cluster/pods/caller.ts';

export type Target = Pick<Calls, 'host' | 'port' | 'requests'>;

export class Cluster {
  readonly node: Node;
  readonly kubectl: Kubectl;
  readonly prometheus: Prometheus;
  private readonly cgroup: string;

  constructor(folder: string, cgroup: string) {
    this.node = new Node(folder);
    this.kubectl = this.node.kubectl;
    this.prometheus = new Prometheus(this.node);
    this.cgroup = cgroup;
  }

  async start(): Promise<void> {
    await this.node.start(this.cgroup);
    for (const image of [pauseImage, toolsImage, projectImage]) await this.node.importImage(archiveOf(image), image);
    await this.prometheus.start();
    await this.kubectl.run('apply', '--server-side', '-f', realpathSync(operatorDefinitions));
    await this.kubectl.run('wait', 'crd', '--all', '--for=condition=Established', '--timeout=60s');
  }

  /** A namespace that takes restricted pods alone, with objects in it; resolves when their pods are ready. */
  async namespace(name: string, ...objects: readonly object[]): Promise<void> {
    await this.kubectl.apply(name, restricted(name));
    if (objects.length === 0) return;
    await this.kubectl.apply(name, ...objects);
    await this.kubectl.run('-n', name, 'wait', 'deployment', '--all', '--for=condition=Available', '--timeout=120s');
  }

  /** Its pods ask for a part of the node, which has only so much. */
  async remove(...namespaces: readonly string[]): Promise<void> {
    await this.kubectl.run('delete', 'namespace', '--wait=false', ...namespaces);
  }

  release(namespace: string, values: object): Release {
    return new Release(this.kubectl, namespace, values);
  }

  /** Callers in a pod of their own. */
  async callersInside(namespace: string, target: Target): Promise<Callers> {
    await this.namespace(namespace, ...deployed({ name: 'caller', script: [CALLER], port: 7000 }));
    const { spec } = await this.kubectl.get('-n', namespace, 'service', 'caller');
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`http://${spec.clusterIP}:7000${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return (await response.json()) as Counts;
    };
    // A Service is there a moment after its pods.
    const answers = () =>
      ask('/counts').then(
        () => true,
        () => false,
      );
    await this.node.daemons.until('the caller responds', 30, answers);
    await ask('/start', { ...target, rate: RATE });
    return { counts: () => ask('/counts'), stop: () => ask('/stop') };
  }

  /** Callers on the node, who come through its port for the Service. */
  async callersOutside(
    namespace: string,
    service: string,
    port: string,
    requests: Calls['requests'],
  ): Promise<Callers> {
    const { spec } = await this.kubectl.get('-n', namespace, 'service', service);
    const { nodePort } = spec.ports.find(({ name }: { name: string }) => name === port);
    return startCallers({ host: NODE_ADDRESS, port: nodePort, rate: RATE, requests });
  }

  /** Of one request to the gateways of a namespace, through their Service. */
  async statusOf(namespace: string, path: string): Promise<number> {
    const { spec } = await this.kubectl.get('-n', namespace, 'service', 'gateway');
    const response = await fetch(`http://${spec.clusterIP}:${spec.ports[0].port}${path}`);
    await response.arrayBuffer();
    return response.status;
  }

  /** Of each bridge, how many rules a gateway of a namespace has loaded. */
  async ruleCounts(namespace: string): Promise<(readonly [string, number])[]> {
    const { subsets } = await this.kubectl.get('-n', namespace, 'endpoints', 'gateway-admin');
    const [{ ip }] = subsets[0].addresses;
    const response = await fetch(`http://${ip}:${subsets[0].ports[0].port}/mappings`);
    const { bridges } = (await response.json()) as { bridges: { name: string; rules: readonly unknown[] }[] };
    return bridges.map(({ name, rules }) => [name, rules.length] as const);
  }
}
