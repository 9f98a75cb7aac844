// CPU per request of each front: a 3 KB SOAP response behind, 32 connections in front, fronts driven in turn; and a megabyte behind, 4 in front.
import { join } from 'node:path';
import { median, medianRatio } from '../measure/median.ts';
import { firstLine, peakMemoryOf, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';
import { type Ask, type Figures, FRONT_CPU, measure, OTHER_CPU } from './measure.ts';
import { type Front, OURS, PROXY, RAW, STRONG, STRONG_KEPT, startFronts, stopFronts } from './start-fronts.ts';

// What every response has, XML or JSON: the number of the order.
const ASK: Ask = { path: '/orders/5001', expect: 'SO-100001' };
const LARGE: Ask = { path: '/orders?page=1', expect: 'SO-100001', connections: 4 };

function report(figures: ReadonlyMap<string, Figures>, memory: ReadonlyMap<string, number>): string {
  const raw = figures.get(RAW)!.cpu;
  const rows = [...figures].map(([name, { cpu, rate }]) => {
    const times = name === RAW ? '1' : figure(medianRatio(cpu, raw));
    return [name, figure(median(cpu)), times, figure(median(rate)), figure(memory.get(name))];
  });
  return table(['front', 'CPU µs per request', '× pass-through', 'requests/s', 'peak RSS MB'], rows);
}

function ratio(figures: ReadonlyMap<string, Figures>, base: string): number {
  return medianRatio(figures.get(OURS)?.cpu ?? [], figures.get(base)?.cpu ?? []);
}

function targets(figures: ReadonlyMap<string, Figures>): Target[] {
  const rows: [string, number][] = [
    [STRONG, 1 / 12],
    [STRONG_KEPT, 1 / 12],
    [PROXY, 0.5],
    [RAW, 2.2],
  ];
  return rows.map(([base, bound]) => ({
    what: `CPU per request ÷ ${base}`,
    sense: 'at most',
    bound,
    measured: ratio(figures, base),
  }));
}

/** One table: what `script` answers, behind each front. `names`: fronts beside ours; all unless told. */
async function beside(
  script: string,
  ask: Ask,
  names?: readonly string[],
): Promise<{ figures: ReadonlyMap<string, Figures>; body: string }> {
  const backend = startNode(OTHER_CPU, [join(import.meta.dirname, script)]);
  const fronts: Front[] = [];
  try {
    const upstream = `http://127.0.0.1:${await firstLine(backend)}`;
    fronts.push(...(await startFronts(upstream, FRONT_CPU, names)));
    const figures = await measure(fronts, ask);
    const memory = new Map(fronts.map((f) => [f.name, peakMemoryOf(f.child.pid!)]));
    return { figures, body: report(figures, memory) };
  } finally {
    await stopFronts(fronts);
    await stop(backend);
  }
}

export async function httpSection(): Promise<Section> {
  const { figures, body } = await beside('backend.ts', ASK);
  return { title: 'HTTP', body, targets: targets(figures) };
}

export async function largeSection(): Promise<Section> {
  const { figures, body } = await beside('large-backend.ts', LARGE, [RAW]);
  const measured = ratio(figures, RAW);
  return {
    title: 'A response of a megabyte',
    body,
    targets: [{ what: `CPU per response of a megabyte ÷ ${RAW}`, sense: 'at most', bound: 4, measured }],
  };
}
