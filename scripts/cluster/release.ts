// One release of the chart.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectImage } from './images.ts';
import type { Ended, Kubectl } from './kubectl.ts';
import { CHART, root } from './places.ts';
import type { HelmVersion } from './programs.ts';

const [repository, tag] = projectImage.split(':');
/** Name of the release, and of its objects. */
const NAME = 'gateway';

/** The files of a tutorial, as values have them. */
export function mappingFiles(tutorial: string, change: (table: string) => string = (table) => table): object {
  const folder = join(root, 'mappings', tutorial);
  const text = (file: string) => readFileSync(join(folder, file), 'utf8');
  const contracts = globSync('contract/*', { cwd: folder }).map((file) => [file, text(file)]);
  return { files: { 'mapping.yaml': change(text('mapping.yaml')), ...Object.fromEntries(contracts) } };
}

export class Release {
  readonly namespace: string;
  readonly kubectl: Kubectl;
  readonly name = NAME;
  private readonly values: object;

  constructor(kubectl: Kubectl, namespace: string, values: object) {
    this.kubectl = kubectl;
    this.namespace = namespace;
    this.values = { fullnameOverride: NAME, image: { repository, tag, pullPolicy: 'Never' }, ...values };
  }

  /** Throws where helm fails. */
  async install(version: HelmVersion = '3'): Promise<void> {
    const ended = await this.helm(version, 'install', {}, '--wait', '--timeout', '180s');
    if (!ended.ok) throw new Error(`helm install: ${ended.output}`);
  }

  /** `changes`: values in place of those of the release. */
  async upgrade(changes: object, flags: readonly string[], version: HelmVersion = '3'): Promise<Ended> {
    return this.helm(version, 'upgrade', changes, ...flags);
  }

  async test(): Promise<Ended> {
    return this.kubectl.helm('3', 'test', NAME, '-n', this.namespace, '--timeout', '60s');
  }

  async uninstall(): Promise<Ended> {
    return this.kubectl.helm('3', 'uninstall', NAME, '-n', this.namespace, '--wait', '--timeout', '120s');
  }

  /** The newest revision. */
  async status(): Promise<{ readonly revision: number; readonly status: string; readonly description: string }> {
    const { output } = await this.kubectl.helm('3', 'history', NAME, '-n', this.namespace, '-o', 'json');
    return JSON.parse(output).at(-1);
  }

  /** All pods anew; resolves when the old ones have ended. */
  async rollout(): Promise<void> {
    await this.kubectl.run('-n', this.namespace, 'rollout', 'restart', `deployment/${NAME}`);
    await this.settled();
  }

  /** Pods go one after the other, as those of a node that is drained: each with the consent of the disruption budget. Resolves with how many went. */
  async evict(): Promise<number> {
    const names = await this.pods();
    for (const name of names) {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: this.namespace } };
      const file = this.kubectl.write('eviction', eviction);
      const path = `/api/v1/namespaces/${this.namespace}/pods/${name}/eviction`;
      for (let tries = 0; !(await this.kubectl.attempt('create', '--raw', path, '-f', file)).ok; tries++) {
        if (tries === 120) throw new Error(`${name} cannot be evicted`);
        await wait(500);
      }
    }
    await this.settled();
    return names.length;
  }

  /** Names, without those that are ending. */
  async pods(): Promise<string[]> {
    return (await this.allPods())
      .filter(({ metadata }: { metadata: { deletionTimestamp?: string } }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }: { metadata: { name: string } }) => metadata.name)
      .toSorted();
  }

  /** Resolves when the Deployment has all of its pods, and no others are there. */
  async settled(): Promise<void> {
    await this.kubectl.run('-n', this.namespace, 'rollout', 'status', `deployment/${NAME}`, '--timeout=240s');
    const { spec } = await this.kubectl.get('-n', this.namespace, 'deployment', NAME);
    for (let tries = 0; tries < 240; tries++) {
      if ((await this.allPods()).length === spec.replicas) return;
      await wait(500);
    }
    throw new Error(`${this.namespace}: old pods do not end`);
  }

  /** Those of the Deployment, also while they end. */
  // biome-ignore lint/suspicious/noExplicitAny: objects of the API.
  private async allPods(): Promise<any[]> {
    const selector = `app.kubernetes.io/name=soapstone,app.kubernetes.io/instance=${NAME}`;
    return (await this.kubectl.get('-n', this.namespace, 'pods', '-l', selector)).items;
  }

  private async helm(version: HelmVersion, verb: string, changes: object, ...flags: readonly string[]): Promise<Ended> {
    const values = this.kubectl.write('values', { ...this.values, ...changes });
    return this.kubectl.helm(version, verb, NAME, CHART, '-n', this.namespace, '-f', values, ...flags);
  }
}
