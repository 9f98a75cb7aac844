// CPU per request and memory of fronts that are driven in turn, operation by operation.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadAnswer, LoadAsk } from '../http/load.ts';
import { OTHER_CPU } from '../http/measure.ts';
import { cpuOf, memoryOf, startNode, stop, treeOf } from '../measure/process.ts';
import { ask } from './correctness.ts';
import { type Call, type Face, orderText } from './face.ts';
import type { Front, Running } from './front.ts';

export const operationNames = ['get one', 'create', 'fault', 'list of 100'] as const;
export type Operation = (typeof operationNames)[number];

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
  readonly running: Running;
  /** ms of CPU from its start to its first connection */
  readonly start: number;
}

const SOAP_HEADERS = { 'Content-Type': 'text/xml; charset=utf-8' };

function envelope(name: string, content: string): Call {
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:example:orders"><soap:Body><o:${name}>${content}</o:${name}></soap:Body></soap:Envelope>`;
  return { method: 'POST', path: '/', headers: { ...SOAP_HEADERS, SOAPAction: `"urn:example:orders:${name}"` }, body };
}

const newOrder =
  '<o:order><o:number>new-1</o:number><o:placed>2026-03-01T12:00:00+05:30</o:placed><o:status>open</o:status><o:total>10000000000000000000.000000001</o:total><o:lines><o:line><o:sku>BRACKET-1</o:sku><o:quantity>2</o:quantity><o:price>1.25</o:price></o:line></o:lines></o:order>';

/** The same operations as SOAP messages, for what passes them on. */
const messages: Readonly<Record<Operation, Call>> = {
  'get one': envelope('GetOrder', '<o:number>full</o:number>'),
  create: envelope('CreateOrder', newOrder),
  fault: envelope('GetOrder', '<o:number>gone</o:number>'),
  'list of 100': envelope('ListOrders', ''),
};

function callOf(operation: Operation, face: Face | undefined): Call {
  if (!face) return messages[operation];
  if (operation === 'create') return face.create(orderText(face));
  return operation === 'list of 100' ? face.list() : face.get(operation === 'fault' ? 'gone' : 'full');
}

/** A value that every response of the operation has; of a fault only its status counts. */
const expected: Readonly<Record<Operation, string>> = {
  'get one': 'BRACKET-1022',
  create: 'created-1',
  fault: '',
  'list of 100': 'order-100',
};

type Drive = Pick<LoadAsk, 'path' | 'post' | 'expect' | 'status'>;

/** undefined: the front does not carry the operation. Tried once, alone. */
async function driveOf(operation: Operation, { front, running }: Candidate): Promise<Drive | undefined> {
  const call = callOf(operation, front.face);
  const { status, body } = await ask(running.port, call);
  const expect = expected[operation];
  const isGood = operation === 'fault' ? status >= 400 : status >= 200 && status < 300 && body.includes(expect);
  if (!isGood) return undefined;
  const head = Object.entries(call.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const post = call.body === undefined ? undefined : { method: call.method, head, body: call.body };
  return { path: call.path, post, expect, status: String(status) };
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

async function measureOperation(
  load: ChildProcess,
  operation: Operation,
  candidates: readonly Candidate[],
  rounds: number,
  costs: ReadonlyMap<string, Costs>,
): Promise<void> {
  const driven: { candidate: Candidate; what: Drive; cost: Cost }[] = [];
  for (const candidate of candidates) {
    const what = await driveOf(operation, candidate);
    if (!what) continue;
    const cost: Cost = { cpu: [], requests: 0, failures: 0 };
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
export async function measureCosts(candidates: readonly Candidate[], rounds: number): Promise<Map<string, Costs>> {
  const costs = new Map<string, Costs>(
    candidates.map(({ front, start }) => [front.name, { operations: new Map(), memory: 0, start }]),
  );
  const path = join(import.meta.dirname, '../http/load.ts');
  const load = startNode(OTHER_CPU, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    for (const operation of operationNames) {
      console.error(`peers: cost of "${operation}", ${rounds} rounds`);
      await measureOperation(load, operation, candidates, rounds, costs);
    }
  } finally {
    await stop(load);
  }
  for (const { front, running } of candidates) costs.get(front.name)!.memory = memoryOfTree(running);
  return costs;
}
