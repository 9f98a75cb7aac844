// What is tried, by name.
import { admission } from './checks/admission.ts';
import { outage, reload } from './checks/alerts.ts';
import { archives } from './checks/archives.ts';
import { inFront, sidecar } from './checks/sidecar.ts';
import { standalone } from './checks/standalone.ts';
import { store } from './checks/store.ts';
import { uninstall } from './checks/uninstall.ts';
import type { Cluster } from './cluster.ts';
import type { Row } from './row.ts';

export interface Check {
  /** It waits most of the time: others go on beside it. */
  readonly waits?: boolean;
  run(cluster: Cluster, report: (row: Row) => void): Promise<void>;
}

export const checks: Readonly<Record<string, Check>> = {
  admission: { run: admission },
  outage: { run: outage, waits: true },
  reload: { run: reload, waits: true },
  standalone: { run: standalone },
  sidecar: { run: sidecar },
  'in-front': { run: inFront },
  store: { run: store },
  archives: { run: archives },
  uninstall: { run: uninstall },
};
