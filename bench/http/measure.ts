// Drives fronts with requests, and takes their CPU per request.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuOf, startNode, stop, treeOf } from '../measure/process.ts';
import type { LoadAnswer, LoadAsk } from './load.ts';
import type { Front } from './start-fronts.ts';

export const FRONT_CPU = 0;
export const OTHER_CPU = 1;
const CONNECTIONS = 32;
const ROUNDS = 5;
const TIME = 1500;
/** ms before a round that count for nothing: V8 drops compiled code of a process that has waited for some seconds. */
const LEAD = 1500;
const WARM_UP = { rounds: 12, time: 500 };

export interface Figures {
  /** µs of the front's CPU for one request, one for each round; of several CPUs the one that has most to do */
  readonly cpu: number[];
  readonly rate: number[];
}

/** What is asked of every front. */
export type Ask = Pick<LoadAsk, 'path' | 'expect' | 'post'> & Partial<Pick<LoadAsk, 'connections'>>;

function startLoad(): ChildProcess {
  const child = startNode(OTHER_CPU, [join(import.meta.dirname, 'load.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return child;
}

async function drive(load: ChildProcess, front: Front, ask: Ask, time: number): Promise<LoadAnswer> {
  const answer = once(load, 'message');
  load.send({ connections: CONNECTIONS, ...ask, port: front.port, time } satisfies LoadAsk);
  const tally = (await answer)[0] as LoadAnswer;
  if (tally.requests === 0) throw new Error(`${front.name} answers nothing`);
  if (tally.failures > 0) throw new Error(`${front.name}: ${tally.failures} bad responses, e.g. ${tally.example}`);
  return tally;
}

async function round(load: ChildProcess, front: Front, ask: Ask, figures: Figures): Promise<void> {
  await drive(load, front, ask, LEAD);
  const pids = treeOf(front.child.pid!);
  const before = pids.map(cpuOf);
  const { requests, time } = await drive(load, front, ask, TIME);
  const used = pids.map((pid, i) => cpuOf(pid) - before[i]);
  figures.cpu.push(busiest(used, front.cpus ?? 1) / requests);
  figures.rate.push((requests * 1000) / time);
}

/** µs of the CPU that has most to do, where these processes have so many CPUs for themselves. */
function busiest(used: readonly number[], cpus: number): number {
  const all = used.reduce((sum, one) => sum + one, 0);
  return Math.max(all / cpus, ...used);
}

/** Who comes first after a pause pays more: the order changes from round to round. */
function inTurn(fronts: readonly Front[], round: number): readonly Front[] {
  return round % 2 === 0 ? fronts : fronts.toReversed();
}

/** In turn: a front that waits after its warm-up loses its connections, and then keeps slower code than the others, up to a fifth. */
async function warmUp(load: ChildProcess, fronts: readonly Front[], ask: Ask): Promise<void> {
  for (let i = 0; i < WARM_UP.rounds; i++)
    for (const front of inTurn(fronts, i)) await drive(load, front, ask, WARM_UP.time);
}

/** Fronts run at the same time, are warmed up, and driven in turn. */
export async function measure(
  fronts: readonly Front[],
  ask: Ask,
  rounds: number = ROUNDS,
): Promise<Map<string, Figures>> {
  const load = startLoad();
  const all = new Map<string, Figures>(fronts.map((f) => [f.name, { cpu: [], rate: [] }]));
  try {
    await warmUp(load, fronts, ask);
    for (let i = 0; i < rounds; i++)
      for (const front of inTurn(fronts, i)) await round(load, front, ask, all.get(front.name)!);
  } finally {
    await stop(load);
  }
  return all;
}
