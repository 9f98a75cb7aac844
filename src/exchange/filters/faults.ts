// Turns every failure of an exchange into a Fault, and translates faults of the service by the rule's table.
import { Fault, type FaultInit, toFault } from '../../fault/fault.ts';
import type { Exchange, Filter } from '../../rule/exchange.ts';
import { attempted } from '../model/watched.ts';

/** Calls of a flow have fault tables of their own: a fault is translated once. */
const translatedFaults = new WeakSet<Fault>();

/** Every failure becomes a Fault. The rule's fault table translates faults of the service, not those of the gateway. */
export const faults: Filter = (next) => (exchange) =>
  attempted(next, exchange).catch((error: unknown) => {
    throw translated(exchange, error);
  });

function translated(exchange: Exchange, error: unknown): Fault {
  const fault = toFault(error);
  if (translatedFaults.has(fault) || !(fault.init.soap || fault.init.rest)) return fault;
  const { faults: table, variables } = exchange.rule;
  const request = { variables, bindings: exchange.bindings };
  const answer = fault.init.soap ? table.fromSoap(fault, request) : table.fromRest(fault, request);
  translatedFaults.add(answer);
  return answer;
}

/** A copy of a fault with changes. */
export function amended(fault: Fault, changes: Partial<FaultInit>): Fault {
  const copy = new Fault({ ...fault.init, ...changes });
  if (translatedFaults.has(fault)) translatedFaults.add(copy);
  return copy;
}
