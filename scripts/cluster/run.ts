// The run itself, in the namespaces that ../cluster.ts makes: `node run.ts [CHECK …] FOLDER`.
import { checks } from './checks.ts';
import { Cluster } from './cluster.ts';
import { isolate } from './namespaces.ts';
import { writePage } from './page.ts';
import { type Row, summaryOf, tableOf } from './row.ts';

async function main(args: readonly string[]): Promise<number> {
  const folder = args[args.length - 1];
  const wanted = args.slice(0, -1);
  const unknown = wanted.filter((name) => !(name in checks));
  if (unknown.length > 0)
    throw new Error(`no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);
  const cluster = new Cluster(folder, isolate(folder));
  await cluster.start();
  const rows = await runChecks(cluster, wanted.length === 0 ? Object.keys(checks) : wanted);
  console.log(`\n${tableOf(rows)}\n\ncluster: ${summaryOf(rows)}`);
  if (wanted.length === 0) writePage(rows);
  return rows.every(({ ok }) => ok) ? 0 : 1;
}

/** One after the other, but for those that wait most of the time. What throws is a row that fails. */
async function runChecks(cluster: Cluster, names: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const report = (row: Row) => {
    rows.push(row);
    console.error(`cluster: ${row.ok ? 'ok' : 'NOT OK'}: ${row.name}: ${row.outcome}`);
  };
  const runOne = async (name: string) => {
    try {
      await checks[name].run(cluster, report);
    } catch (e) {
      report({ name, outcome: e instanceof Error ? e.message : String(e), ok: false });
      if (process.env['CLUSTER_HOLD'] === name) await hold(cluster);
    }
  };
  const waiting = names.filter((name) => checks[name].waits).map(runOne);
  for (const name of names) if (!checks[name].waits) await runOne(name);
  await Promise.all(waiting);
  return rows;
}

/** Keeps what a failed check has left, until Ctrl-C. */
async function hold({ node }: Cluster): Promise<void> {
  console.error(`cluster: held; nsenter -t ${process.pid} -a, KUBECONFIG=${node.certificates.kubeconfig('admin')}`);
  await new Promise(() => setInterval(() => {}, 60_000));
}

process.exit(await main(process.argv.slice(2)));
