// What two workers serve beside one process. Counted by CPU, so that the load generator, the service and other programs do not count.
import { join } from 'node:path';
import { freePort, serveArgs, spawnGateway, untilListening } from '../gateway/start.ts';
import { type Ask, type Figures, FRONT_CPU, measure, OTHER_CPU } from '../http/measure.ts';
import { type Front, stopFronts } from '../http/start-fronts.ts';
import { median, medianRatio } from '../measure/median.ts';
import { firstLine, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';

const ASK: Ask = { path: '/orders/5001', expect: 'SO-100001' };
const ONE = 'one process';
const TWO = 'two workers';
/** More than one worker would serve at two CPUs. */
const BOUND = 1.8;

async function startServe(name: string, upstream: string, workers: number): Promise<Front> {
  const port = await freePort();
  const flags = ['--workers', String(workers)];
  const cpu = workers === 1 ? FRONT_CPU : 'any';
  const child = spawnGateway(cpu, [...serveArgs(upstream, port, await freePort()), ...flags]);
  if (!(await untilListening(child, port))) throw new Error(`${name} did not start`);
  return { name, child, port, cpus: workers };
}

function report(figures: ReadonlyMap<string, Figures>): string {
  const rows = [...figures].map(([name, { cpu, rate }]) => [
    name,
    figure(median(cpu)),
    figure(1e6 / median(cpu)),
    figure(median(rate)),
  ]);
  const head = [
    'gateway',
    'µs per request of the busiest CPU',
    'requests/s where it has its CPUs alone',
    'requests/s here',
  ];
  return table(head, rows);
}

export async function workersSection(): Promise<Section> {
  const backend = startNode(OTHER_CPU, [join(import.meta.dirname, '..', 'http', 'backend.ts')]);
  const fronts: Front[] = [];
  try {
    const upstream = `http://127.0.0.1:${await firstLine(backend)}`;
    fronts.push(await startServe(ONE, upstream, 1), await startServe(TWO, upstream, 2));
    const figures = await measure(fronts, ASK);
    const measured = medianRatio(figures.get(ONE)!.cpu, figures.get(TWO)!.cpu);
    const what = 'throughput of two workers ÷ one process, at two CPUs of their own';
    return { title: 'Workers', body: report(figures), targets: [{ what, bound: BOUND, sense: 'at least', measured }] };
  } finally {
    await stopFronts(fronts);
    await stop(backend);
  }
}
