// CPU per request and memory of fronts that are driven in turn, operation by operation.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadAnswer, LoadAsk } from '../http/load.ts';
import { OTHER_CPU } from '../http/measure.ts';
import { cpuOf, memoryOf, startNode, stop, stopTree, treeOf } from '../measure/process.ts';
import { type Drive, driveOf, type Operation, operationNames } from './drive.ts';
import type { Front, Place, Running } from './front.ts';

const CONNECTIONS = 32;
/** ms */
const TIME = 1500;
const WARM_UP = { rounds: 12, time: 500 };

export interface Cost {
  /** µs of CPU for one request, one for each round */
  readonly cpu: number[];
  requests: number;
  /** Responses with another status than the first one, or without the value that must be in them. */
  failures: number;
  /** The first of them. */
  example?: string;
  /** Before it the front no longer answered what it had answered at first, and was started again. */
  restarted?: true;
}

export interface Costs {
  readonly operations: Map<Operation, Cost>;
  /** Resident MB after the load */
  memory: number;
  /** ms of CPU */
  readonly start: number;
}

export interface Candidate {
  readonly front: Front;
  /** Another process after a new start. */
  running: Running;
  /** ms of CPU from its start to its first connection */
  readonly start: number;
}

async function drive(load: ChildProcess, port: number, what: Drive, time: number): Promise<LoadAnswer> {
  const answer = once(load, 'message');
  load.send({ ...what, port, connections: CONNECTIONS, time } satisfies LoadAsk);
  return (await answer)[0] as LoadAnswer;
}

/** µs of the process and those that it has started. */
export function cpuOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + cpuOf(one), 0);
}

function isRunning({ child }: Running): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** A front that has ended has failed; the others go on. */
async function round(load: ChildProcess, { running }: Candidate, what: Drive, cost: Cost): Promise<void> {
  if (!isRunning(running)) {
    cost.failures++;
    return;
  }
  const before = cpuOfTree(running.child.pid!);
  const { requests, failures, example } = await drive(load, running.port, what, TIME);
  if (requests > 0) cost.cpu.push((cpuOfTree(running.child.pid!) - before) / requests);
  cost.requests += requests;
  cost.failures += requests === 0 ? 1 : failures;
  cost.example ??= example;
}

/** Who comes first after a pause pays more: the order changes from round to round. */
function inTurn<T>(all: readonly T[], index: number): readonly T[] {
  return index % 2 === 0 ? all : all.toReversed();
}

type Drives = ReadonlyMap<Candidate, ReadonlyMap<Operation, Drive>>;

/** What each front carries, asked before there is any load. */
async function drivesOf(candidates: readonly Candidate[]): Promise<Drives> {
  const all = new Map<Candidate, Map<Operation, Drive>>();
  for (const candidate of candidates) {
    const drives = new Map<Operation, Drive>();
    for (const operation of operationNames) {
      const what = await driveOf(operation, candidate.front, candidate.running);
      if (what) drives.set(operation, what);
    }
    all.set(candidate, drives);
  }
  return all;
}

/** Load may leave a front in a state where it answers nothing: each operation begins with fronts that do. */
async function restartIfBroken(operation: Operation, candidate: Candidate, place: Place): Promise<boolean> {
  if (isRunning(candidate.running) && (await driveOf(operation, candidate.front, candidate.running))) return false;
  console.error(`peers: ${candidate.front.name} no longer answers "${operation}" and is started again`);
  await stopTree(candidate.running.child);
  candidate.running = await candidate.front.start(place);
  return true;
}

interface Plan {
  readonly operation: Operation;
  readonly rounds: number;
  readonly place: Place;
}

async function measureOperation(
  load: ChildProcess,
  { operation, rounds, place }: Plan,
  drives: Drives,
  costs: ReadonlyMap<string, Costs>,
): Promise<void> {
  const driven: { candidate: Candidate; what: Drive; cost: Cost }[] = [];
  for (const [candidate, carried] of drives) {
    const what = carried.get(operation);
    if (!what) continue;
    const cost: Cost = { cpu: [], requests: 0, failures: 0 };
    if (await restartIfBroken(operation, candidate, place)) cost.restarted = true;
    costs.get(candidate.front.name)!.operations.set(operation, cost);
    driven.push({ candidate, what, cost });
  }
  for (let i = 0; i < WARM_UP.rounds; i++)
    for (const { candidate, what } of inTurn(driven, i)) await drive(load, candidate.running.port, what, WARM_UP.time);
  for (let i = 0; i < rounds; i++)
    for (const { candidate, what, cost } of inTurn(driven, i)) await round(load, candidate, what, cost);
}

/** Resident MB; NaN when the front has ended. */
function memoryOfTree(running: Running): number {
  if (!isRunning(running)) return Number.NaN;
  return treeOf(running.child.pid!).reduce((sum, pid) => sum + memoryOf(pid), 0);
}

/** By the name of the front. */
export async function measureCosts(
  candidates: readonly Candidate[],
  place: Place,
  rounds: number,
): Promise<Map<string, Costs>> {
  const costs = new Map<string, Costs>(
    candidates.map(({ front, start }) => [front.name, { operations: new Map(), memory: 0, start }]),
  );
  const path = join(import.meta.dirname, '../http/load.ts');
  const load = startNode(OTHER_CPU, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const drives = await drivesOf(candidates);
  try {
    for (const operation of operationNames) {
      console.error(`peers: cost of "${operation}", ${rounds} rounds`);
      await measureOperation(load, { operation, rounds, place }, drives, costs);
    }
  } finally {
    await stop(load);
  }
  for (const { front, running } of candidates) costs.get(front.name)!.memory = memoryOfTree(running);
  return costs;
}
