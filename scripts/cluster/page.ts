// docs/reference/cluster.md: what the last whole run has seen.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './namespaces.ts';
import { root } from './places.ts';
import { helms, program } from './programs.ts';
import { type Row, summaryOf, tableOf } from './row.ts';
import { ENOUGH, RATE } from './under-load.ts';

const page = join(root, 'docs', 'reference', 'cluster.md');

export function writePage(rows: readonly Row[]): void {
  writeFileSync(page, pageOf(rows, versions()));
}

/** `parts`: what ran, and its version. */
export function pageOf(rows: readonly Row[], parts: ReadonlyMap<string, string>): string {
  return `# On a real cluster

<!-- Written by scripts/cluster/page.ts. -->

\`npm run cluster\` makes a Kubernetes with one node, installs the chart there, and tries what a release promises. This page is what its last whole run saw: ${summaryOf(rows)}.

${tableOf(rows)}

A request is lost when no whole response comes, or one with another status than 200 or 201. Callers send ${RATE} requests a second on connections that they keep. They obey
\`Connection: close\` and repeat nothing; only those of the two gateways on one Redis do. Each group of callers sends at least ${ENOUGH.toLocaleString('en')} requests.
All pods run in namespaces that enforce Pod Security "restricted". CPU comes first to them, because the machine does other work.

## With these versions

${[...parts].map(([name, version]) => `${name} ${version}`).join(' · ')}

## What it does not show

- More than one node, and the network between nodes. A drain is an eviction of all pods, one after the other, with the consent of the disruption budget.
- Network policies: nothing enforces them there.
- The base images of a release: the image is built over the Node.js of the machine.
- A Prometheus operator: the run gives the endpoints of the admin Services to Prometheus, with the labels that the operator gives.

[Operating](operating.md) says what these promises are. CONTRIBUTING.md says what the run needs.
`;
}

function versions(): Map<string, string> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versionOf = (file: string, ...args: readonly string[]) =>
    /\d+\.\d+(?:\.\d+)?/.exec(run(file, ...args))?.[0] ?? '?';
  return new Map([
    ['Soapstone', version],
    ['Kubernetes', versionOf(program('kube-apiserver'), '--version')],
    ['containerd', versionOf(program('containerd'), '--version')],
    ['runc', versionOf('runc', '--version')],
    ['etcd', versionOf('etcd', '--version')],
    ['CoreDNS', versionOf(program('coredns'), '-version')],
    ['Helm', `${versionOf(helms['3'], 'version', '--short')} and ${versionOf(helms['4'], 'version', '--short')}`],
    ['Prometheus', versionOf('prometheus', '--version')],
    ['Redis', versionOf('redis-server', '--version')],
    ['Linux', versionOf('uname', '-r')],
  ]);
}
