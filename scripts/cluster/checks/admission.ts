// What the API server says of the chart before anything runs.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Cluster } from '../cluster.ts';
import type { Kubectl } from '../kubectl.ts';
import { container } from '../objects.ts';
import { CHART } from '../places.ts';
import type { Row } from '../row.ts';
import { paymentsBridge } from './payments.ts';

const NAMESPACE = 'admission';
const DRY = ['-n', NAMESPACE, '--dry-run=server', '--validate=strict'];

export async function admission(cluster: Cluster, report: (row: Row) => void): Promise<void> {
  const { kubectl } = cluster;
  await cluster.namespace(NAMESPACE);
  report(await valuesOfTheChart(kubectl));
  report(await podSecurity(kubectl));
}

async function valuesOfTheChart(kubectl: Kubectl): Promise<Row> {
  const files = globSync('ci/*-values.yaml', { cwd: CHART }).toSorted();
  const refused: string[] = [];
  for (const file of files) {
    const objects = kubectl.write('rendered', await render(kubectl, join(CHART, file)));
    const { ok, said } = await kubectl.attempt('apply', ...DRY, '-f', objects);
    if (!ok) refused.push(`${basename(file)}: ${said}`);
  }
  return {
    name: 'values in ci/: apply --dry-run=server --validate=strict',
    seen: refused.length === 0 ? `all ${files.length} files are accepted` : refused.join('; '),
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
    for (const pod of podsOf(await render(kubectl, kubectl.write('values', values)))) {
      count++;
      const { ok, said } = await kubectl.attempt('create', ...DRY, '-f', kubectl.write('pod', pod));
      if (!ok) refused.push(`${mode}: ${said}`);
    }
  }
  const open = { containers: [{ name: 'open', image: 'open:1' }] };
  const control = await kubectl.attempt('create', ...DRY, '-f', kubectl.write('pod', podOf(open)));
  const guarded = !control.ok && control.said.includes('violates PodSecurity');
  return {
    name: 'Pod Security "restricted": standalone, native and classic sidecar, in front of an application',
    seen: `${count - refused.length} of ${count} pods are admitted, a plain pod is ${guarded ? '' : 'not '}refused ${refused.join('; ')}`,
    ok: refused.length === 0 && count >= Object.keys(MODES).length && guarded,
  };
}

async function render(kubectl: Kubectl, values: string): Promise<string> {
  const { ok, said } = await kubectl.helm('3', 'template', 'release', CHART, '-n', NAMESPACE, '-f', values);
  if (!ok) throw new Error(said);
  return said;
}

/** Of Deployments and Jobs, and those that are objects themselves. */
function podsOf(text: string): object[] {
  const specs = parseAllDocuments(text)
    .map((document) => document.toJS())
    .map((one) => (one?.kind === 'Pod' ? one.spec : one?.spec?.template?.spec));
  // Its account is not there.
  return specs.filter((spec) => spec !== undefined).map(({ serviceAccountName: _, ...spec }) => podOf(spec));
}

const podOf = (spec: object): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'x-' }, spec });
