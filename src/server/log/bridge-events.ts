// Lines of the log about one bridge, or about traces, that belong to no request.
import type { Drift } from '../../binding/soap/back/contract-drift.ts';
import { lossIn } from '../../contract/model/lost-operations.ts';
import { errorTable, formatError } from '../../errors/errors.ts';
import { counted } from '../../errors/wording.ts';
import type { ReplicaListener } from '../../transport/balanced.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { eventOf, type StoreListener } from '../bridges/store-watch.ts';
import type { Fields, Level, LineWriter } from './open-log.ts';

const EVENTS = {
  unknown: 'the contract does not have this part of a response: skipped',
  misplaced: 'the response has an element where the contract has it no more: left out',
  href: 'a response refers to a value that stands elsewhere in it: read there',
  namespace: 'the contract has this element in another namespace: accepted',
  missing: 'the response lacks what the contract requires: null',
  value: 'the response has a value that its enumeration lacks: shown as it is',
  invalid: 'the response has a value that does not fit its type: null',
} as const;

/** One line for each path that is new. Its names come from the service, and no value does. */
export function driftEvent(bridge: string, { operation, deviation, path, code }: Drift) {
  const reason = deviation === 'invalid' && code !== undefined ? `${errorTable[code][2]} (${code})` : undefined;
  return { event: `bridge ${bridge}: ${EVENTS[deviation]}`, bridge, operation, path, ...(reason && { reason }) };
}

/** Once for each bridge and configuration, where its contract is broken in part. */
export function lossEvent({ settings: { name }, mapping }: Bridge): Fields | undefined {
  const loss = lossIn(mapping.contract);
  if (loss === undefined) return undefined;
  const more = loss.further > 0 ? `, and ${counted(loss.further, 'further cause')}` : '';
  return {
    event: `bridge ${name}: ${loss.lost} of the contract left out`,
    bridge: name,
    problem: formatError(loss.first) + more,
  };
}

/** What the store says of its durability, unless nobody wants to know, and whether it can be reached. */
export function storeEvents(
  { name, storeDurability }: Bridge['settings'],
  log: Pick<LineWriter, 'write'>,
): StoreListener {
  return {
    durability: (durability) => {
      if (storeDurability === 'ignore') return;
      const problem = durability.problems.length === 0 ? undefined : durability.problems.join('\n');
      const level = durability.state === 'durable' ? 'info' : 'warn';
      log.write(level, { event: `bridge ${name}: ${eventOf(durability)}`, bridge: name, problem });
    },
    connection: (problem) => {
      if (problem === undefined) log.write('info', { event: `bridge ${name}: the store is back`, bridge: name });
      else log.write('warn', { event: `bridge ${name}: the store is away`, bridge: name, problem });
    },
  };
}

/** An address of the service gets no requests from now on, or gets them again. */
export function replicaEvent(
  bridge: string,
  log: Pick<LineWriter, 'write'>,
  ...[origin, problem]: Parameters<ReplicaListener>
): void {
  const change = problem === undefined ? 'gets requests again' : 'gets no requests';
  log.write(problem === undefined ? 'info' : 'warn', {
    event: `bridge ${bridge}: ${origin} ${change}`,
    bridge,
    problem,
  });
}

/** Once for each change. `failure`: why spans are lost from now on; undefined: they are sent again. */
export function tracesEvent(failure: string | undefined): [Level, Fields] {
  if (failure === undefined) return ['info', { event: 'traces are sent again' }];
  return ['warn', { event: 'traces are not sent: their spans are lost', problem: failure }];
}
