// Pods that the chart does not make, with a gateway beside their application: the snippet of `mode: library`, the plain objects, the components of kustomize.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Kubectl } from '../kubectl.ts';
import { CHART, root } from '../places.ts';

const COMPONENTS = [['sidecar'], ['sidecar', 'drain'], ['sidecar', 'in-front']];
const LABELS = { 'soapstone/gateway': 'sidecar' };

export interface PodSpec {
  readonly initContainers: readonly object[];
  readonly containers?: readonly object[];
}

/** Specs of pods, by what puts the gateway in. `application`: their first container. `values`: of the chart as a library. */
export async function podsBeside(
  kubectl: Kubectl,
  application: object,
  values: object,
): Promise<readonly (readonly [string, PodSpec])[]> {
  const components = COMPONENTS.map(
    async (names) => [`kustomize ${names.join(' and ')}`, await built(kubectl, names, application)] as const,
  );
  return [
    ['mode: library', { ...(await snippet(kubectl, values)), containers: [application] }],
    ['sidecar.yaml', { ...plain(), containers: [application] }],
    ...(await Promise.all(components)),
  ];
}

/** What the notes of the chart ask an operator to put into the spec of a pod. */
async function snippet(kubectl: Kubectl, values: object): Promise<PodSpec> {
  const file = kubectl.write('values', { ...values, mode: 'library' });
  const { ok, output } = await kubectl.helm('3', 'install', 'release', CHART, '--dry-run=client', '-f', file);
  const text = /needs this in its spec.*:\n\s*\n((?: {2}.*\n)+)/.exec(output)?.[1];
  if (!ok || text === undefined) throw new Error(`no snippet of mode: library: ${output}`);
  return parse(text);
}

function plain(): PodSpec {
  const text = readFileSync(join(root, 'deploy', 'kubernetes', 'sidecar.yaml'), 'utf8');
  return specIn(text);
}

async function built(kubectl: Kubectl, names: readonly string[], application: object): Promise<PodSpec> {
  const template = { metadata: { labels: LABELS }, spec: { containers: [application] } };
  const folder = kubectl.writeFolder({
    'app.yaml': {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'app', labels: LABELS },
      spec: { selector: { matchLabels: LABELS }, template },
    },
    'kustomization.yaml': { resources: ['app.yaml'], components: names.map((name) => `components/${name}`) },
  });
  cpSync(join(root, 'deploy', 'kustomize'), join(folder, 'components'), { recursive: true });
  return specIn(await kubectl.run('kustomize', folder));
}

/** Of the pods of a Deployment. */
function specIn(text: string): PodSpec {
  const objects = parseAllDocuments(text).map((document) => document.toJS());
  return objects.find(({ kind }) => kind === 'Deployment').spec.template.spec;
}
