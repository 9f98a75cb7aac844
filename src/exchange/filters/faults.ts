import { Fault, type FaultInit, toFault } from '../../fault/fault.ts';
import type { Exchange, Filter } from '../../rule/exchange.ts';

/** Calls of a flow have their own rules, and their own tables: what such a table has said is not translated again. */
const translatedFaults = new WeakSet<Fault>();

/** Whatever fails inside leaves as one Fault: what a peer said is translated by the rule's fault table, what we say ourselves is not. */
export const faults: Filter = (next) => (exchange) => {
  try {
    return next(exchange).catch((error: unknown) => {
      throw translated(exchange, error);
    });
  } catch (error) {
    return Promise.reject(translated(exchange, error));
  }
};

function translated(exchange: Exchange, error: unknown): Fault {
  const fault = toFault(error);
  if (translatedFaults.has(fault) || !(fault.init.soap || fault.init.rest)) return fault;
  const { faults: table } = exchange.rule;
  const answer = fault.init.soap ? table.fromSoap(fault) : table.fromRest(fault);
  translatedFaults.add(answer);
  return answer;
}

/** The same fault with more to say. */
export function amended(fault: Fault, changes: Partial<FaultInit>): Fault {
  const copy = new Fault({ ...fault.init, ...changes });
  if (translatedFaults.has(fault)) translatedFaults.add(copy);
  return copy;
}
