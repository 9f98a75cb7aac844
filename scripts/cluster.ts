// `npm run cluster [-- CHECK …] [--kept]`: installs the chart into a Kubernetes of one node, and tries there what a release promises: upgrades, rollouts and
// drains under load, alerts (cluster/checks.ts). A whole run writes docs/reference/cluster.md. `--kept`: with the images of the last run. Needs root on Debian,
// and Go; where it cannot run it says so. Ends with 1 when something does not hold.

import { join } from 'node:path';
import { searchPath, unpackPackages } from './cluster/debian.ts';
import { buildImages } from './cluster/images.ts';
import { missingPackages, thisMachine, whyNot } from './cluster/machine.ts';
import { inNamespaces } from './cluster/namespaces.ts';
import { buildPrograms } from './cluster/programs.ts';
import { installPackages } from './setup/debian.ts';

const KEPT = '--kept';

async function main(args: readonly string[]): Promise<number> {
  const reason = whyNot(thisMachine);
  if (reason !== undefined) {
    console.log(`cluster: 0 run, skipped: ${reason}`);
    return 0;
  }
  const missing = missingPackages(thisMachine);
  if (missing.length > 0 && !installPackages(missing)) throw new Error(`apt-get cannot install ${missing.join(' ')}`);
  unpackPackages();
  buildPrograms();
  if (!args.includes(KEPT)) await buildImages();
  process.env['PATH'] = searchPath;
  return inNamespaces([
    process.execPath,
    join(import.meta.dirname, 'cluster', 'run.ts'),
    ...args.filter((arg) => arg !== KEPT),
  ]);
}

process.exitCode = await main(process.argv.slice(2));
