// CPU per request of each front: a 3 KB SOAP reply behind, 32 connections in front, fronts driven in turn.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, medianRatio } from '../measure/median.ts';
import { cpuOf, firstLine, peakMemoryOf, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';
import type { LoadAnswer, LoadAsk } from './load.ts';
import { type Front, OURS, PROXY, RAW, STRONG, STRONG_KEPT, startFronts, stopFronts } from './start-fronts.ts';

const FRONT_CPU = 0;
const OTHER_CPU = 1;
const CONNECTIONS = 32;
const ROUNDS = 5;
const WARM_UP = 6000;
const TIME = 1500;

interface Figures {
  /** µs of the front's CPU for one request, one for each round */
  readonly cpu: number[];
  readonly rate: number[];
}

function startLoad(): ChildProcess {
  const child = startNode(OTHER_CPU, [join(import.meta.dirname, 'load.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return child;
}

async function drive(load: ChildProcess, front: Front, time: number): Promise<LoadAnswer> {
  const answer = once(load, 'message');
  // What every reply has, XML or JSON: the number of the order.
  load.send({
    port: front.port,
    path: '/orders/5001',
    connections: CONNECTIONS,
    time,
    expect: 'SO-100001',
  } satisfies LoadAsk);
  const tally = (await answer)[0] as LoadAnswer;
  if (tally.requests === 0) throw new Error(`${front.name} answers nothing`);
  if (tally.failures > 0) throw new Error(`${front.name}: ${tally.failures} bad replies, e.g. ${tally.example}`);
  return tally;
}

async function round(load: ChildProcess, front: Front, figures: Figures): Promise<void> {
  const before = cpuOf(front.child.pid!);
  const { requests, time } = await drive(load, front, TIME);
  figures.cpu.push((cpuOf(front.child.pid!) - before) / requests);
  figures.rate.push((requests * 1000) / time);
}

async function measure(fronts: readonly Front[]): Promise<Map<string, Figures>> {
  const load = startLoad();
  const all = new Map<string, Figures>(fronts.map((f) => [f.name, { cpu: [], rate: [] }]));
  try {
    for (const front of fronts) await drive(load, front, WARM_UP);
    for (let i = 0; i < ROUNDS; i++) for (const front of fronts) await round(load, front, all.get(front.name)!);
  } finally {
    await stop(load);
  }
  return all;
}

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
    [RAW, 2],
  ];
  return rows.map(([base, bound]) => ({
    what: `CPU per request ÷ ${base}`,
    sense: 'at most',
    bound,
    measured: ratio(figures, base),
  }));
}

export async function httpSection(): Promise<Section> {
  const backend = startNode(OTHER_CPU, [join(import.meta.dirname, 'backend.ts')]);
  const fronts: Front[] = [];
  try {
    const upstream = `http://127.0.0.1:${await firstLine(backend)}`;
    fronts.push(...(await startFronts(upstream, FRONT_CPU)));
    const figures = await measure(fronts);
    const memory = new Map(fronts.map((f) => [f.name, peakMemoryOf(f.child.pid!)]));
    return { title: 'HTTP', body: report(figures, memory), targets: targets(figures) };
  } finally {
    await stopFronts(fronts);
    await stop(backend);
  }
}
