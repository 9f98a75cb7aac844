// The pages of the admin port over several workers.
import type { ServerResponse } from 'node:http';
import { configuration, exchanges, type Page, type Phase, readiness } from '../admin/admin.ts';
import { sendJson, sendText } from '../admin/send-text.ts';
import { formatFor } from '../metrics/format.ts';
import { type Family, mergeMetrics, metricsText, processFamilies } from './merged-metrics.ts';
import type { WorkerProcess } from './worker-process.ts';
import type { Workers } from './workers.ts';

/** `phase`: of all together. */
export function pagesOfAll(workers: Workers, phase: () => Phase): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    ['/livez', (res) => sendText(res, 200, 'ok\n')],
    ['/readyz', async (res, query) => readiness(res, query, phase(), await notesOf(workers))],
    ['/configz', (res) => configurationOfAll(res, workers)],
    [
      '/metrics',
      async (res, _query, req) => {
        const families = await familiesOfAll(workers, phase() === 'ready');
        const { text, type } = await metricsText(families, formatFor(req.headers.accept));
        sendText(res, 200, text, type);
      },
    ],
    ['/mappings', (res) => mappings(res, workers)],
    ['/exchanges', (res, query, req) => exchanges(res, req, () => exchangesOf(workers, query))],
  ]);
}

/** Each note once: workers mostly say the same. */
async function notesOf({ all }: Workers): Promise<readonly string[]> {
  const notes = await answers(
    all.filter(({ ready }) => ready),
    (worker) => worker.peer.ask('notes', undefined),
  );
  const states = all.map(({ number, ready, pid }) =>
    ready ? `[+] worker ${number}: process ${pid}` : `[!] worker ${number} is starting`,
  );
  return [...new Set([...notes.flat(), ...states])];
}

function configurationOfAll(res: ServerResponse, workers: Workers): void {
  const stats = workers.reloadStats();
  if (stats.digest !== undefined) return configuration(res, stats);
  const digests = workers.ready.map(({ number, digest }) => `worker ${number}: ${digest}\n`);
  sendText(res, 503, `workers serve different files; reload to make them equal\n${digests.join('')}`);
}

async function mappings(res: ServerResponse, { ready }: Workers): Promise<void> {
  const [page] = await answers(ready.slice(0, 1), (worker) => worker.peer.ask('mappings', undefined));
  if (page === undefined) sendText(res, 503, 'no worker is ready\n');
  else sendJson(res, 200, page);
}

/** Oldest first, as far as workers have them in order. */
async function exchangesOf({ ready }: Workers, query: string) {
  const pages = await answers(ready, (worker) => worker.peer.ask('exchanges', query));
  const captured = pages.filter((page) => page !== undefined);
  if (captured.length === 0) return undefined;
  const all = captured.flatMap((page) => page.exchanges);
  const dropped = captured.reduce((sum, page) => sum + page.dropped, 0);
  return { exchanges: all.toSorted((a, b) => (a.time < b.time ? -1 : 1)), dropped };
}

async function familiesOfAll(workers: Workers, isReady: boolean): Promise<readonly Family[]> {
  const processSums = [...(await processFamilies()), ...ownFamilies(workers, isReady)];
  const ofWorkers = await Promise.all(
    workers.ready.map(async (worker) => ({ worker: String(worker.number), families: await worker.metrics() })),
  );
  return mergeMetrics([
    ...ofWorkers,
    { worker: 'primary', families: processSums },
    { worker: '', families: workers.departed },
  ]);
}

/** What only the process knows. */
function ownFamilies({ ready, crashes }: Workers, isReady: boolean): readonly Family[] {
  const single = (name: string, help: string, type: Family['type'], aggregator: string, value: number): Family => ({
    name,
    help,
    type,
    aggregator,
    values: [{ value, labels: {} }],
  });
  return [
    single('soapstone_workers_ready', 'Workers that take requests', 'gauge', 'sum', ready.length),
    single('soapstone_worker_restarts_total', 'Workers that ended by themselves', 'counter', 'sum', crashes.total),
    single('soapstone_ready', '1 while ready, 0 while starting or draining', 'gauge', 'min', isReady ? 1 : 0),
  ];
}

/** Of those that answer in time. */
async function answers<T>(
  workers: readonly WorkerProcess[],
  ask: (worker: WorkerProcess) => Promise<T>,
): Promise<readonly T[]> {
  const all = await Promise.all(workers.map((worker) => worker.soon(ask(worker).then((value) => ({ value })))));
  return all.flatMap((answer) => (answer === undefined ? [] : [answer.value]));
}
