// What the API server says of the chart before anything runs.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Cluster } from '../cluster.ts';
import type { Kubectl } from '../kubectl.ts';
import { container } from '../objects.ts';
import { CHART } from '../places.ts';
import type { Row } from '../row.ts';
import { podsBeside } from './beside.ts';
import { paymentsBridge } from './payments.ts';

const NAMESPACE = 'admission';
const DRY = ['-n', NAMESPACE, '--dry-run=server', '--validate=strict'];

export async function admission(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { kubectl } = cluster;
  await cluster.namespace(NAMESPACE);
  report(await valuesOfTheChart(kubectl));
  report(await podSecurity(kubectl));
  report(await securityBeside(kubectl));
}

async function valuesOfTheChart(kubectl: Kubectl): Promise<Row> {
  const files = globSync('ci/*-values.yaml', { cwd: CHART }).toSorted();
  const refused: string[] = [];
  for (const file of files) {
    const objects = kubectl.write('rendered', await render(kubectl, join(CHART, file)));
    const { ok, output } = await kubectl.attempt('apply', ...DRY, '-f', objects);
    if (!ok) refused.push(`${basename(file)}: ${output}`);
  }
  return {
    name: 'values in ci/: apply --dry-run=server --validate=strict',
    outcome: refused.length === 0 ? `all ${files.length} files are accepted` : refused.join('; '),
    ok: refused.length === 0 && files.length > 0,
  };
}

const app = { container: container({ name: 'app', script: ['app.ts'], port: 3000 }) };
const bridges = [paymentsBridge()];
/** Values of each way to run. */
const MODES = {
  standalone: { bridges },
  'native sidecar': { mode: 'sidecar', bridges, app },
  'classic sidecar': { mode: 'sidecar', bridges, app, sidecar: { native: false } },
  'in front of an application': { mode: 'sidecar', bridges, app, sidecar: { expose: true } },
};

/** The namespace takes restricted pods alone: those of all modes, of the check before an upgrade, and of the test. */
async function podSecurity(kubectl: Kubectl): Promise<Row> {
  const refused: string[] = [];
  let count = 0;
  for (const [mode, values] of Object.entries(MODES)) {
    for (const spec of specsOf(await render(kubectl, kubectl.write('values', values)))) {
      count++;
      const { ok, output } = await create(kubectl, spec);
      if (!ok) refused.push(`${mode}: ${output}`);
    }
  }
  const open = { containers: [{ name: 'open', image: 'open:1' }] };
  const control = await create(kubectl, open);
  const guarded = !control.ok && control.output.includes('violates PodSecurity');
  return {
    name: 'Pod Security "restricted": standalone, native and classic sidecar, in front of an application',
    outcome: `${count - refused.length} of ${count} pods are admitted, a plain pod is ${guarded ? '' : 'not '}refused ${refused.join('; ')}`,
    ok: refused.length === 0 && count >= Object.keys(MODES).length && guarded,
  };
}

/** The application is restricted by its own container, its pod says nothing: the gateway's container must be restricted by itself. */
async function securityBeside(kubectl: Kubectl): Promise<Row> {
  const pods = await podsBeside(kubectl, app.container, { bridges });
  const refused: string[] = [];
  let guarded = 0;
  for (const [name, spec] of pods) {
    const { ok, output } = await create(kubectl, spec);
    if (!ok) refused.push(`${name}: ${output}`);
    const control = await create(kubectl, { ...spec, initContainers: spec.initContainers.map(withoutSecurity) });
    if (!control.ok && control.output.includes('violates PodSecurity')) guarded++;
  }
  return {
    name: 'Pod Security "restricted": components of kustomize, mode: library and sidecar.yaml, beside an application that is restricted by its own container',
    outcome: `${pods.length - refused.length} of ${pods.length} pods are admitted; without the gateway's securityContext ${guarded} are refused ${refused.join('; ')}`,
    ok: refused.length === 0 && guarded === pods.length,
  };
}

const create = (kubectl: Kubectl, spec: object) =>
  kubectl.attempt('create', ...DRY, '-f', kubectl.write('pod', podOf(spec)));

const withoutSecurity = ({ securityContext: _, ...container }: { readonly securityContext?: object }) => container;

async function render(kubectl: Kubectl, values: string): Promise<string> {
  const { ok, output } = await kubectl.helm('3', 'template', 'release', CHART, '-n', NAMESPACE, '-f', values);
  if (!ok) throw new Error(output);
  return output;
}

/** Of the pods of Deployments and Jobs, and of those that are objects themselves. */
function specsOf(text: string): object[] {
  const specs = parseAllDocuments(text)
    .map((document) => document.toJS())
    .map((one) => (one?.kind === 'Pod' ? one.spec : one?.spec?.template?.spec));
  // Its account is not there.
  return specs.filter((spec) => spec !== undefined).map(({ serviceAccountName: _, ...spec }) => spec);
}

const podOf = (spec: object): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'x-' }, spec });
