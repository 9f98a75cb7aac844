import { Fault, type FaultInit, toFault } from '../../fault/fault.ts';
import type { Exchange, Filter } from '../model/exchange.ts';

/** Calls of a flow have their own rules, and their own tables: what such a table has said is not translated again. */
const done = new WeakSet<Fault>();

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
  if (done.has(fault) || !(fault.init.soap || fault.init.rest)) return fault;
  const { faults: table } = exchange.rule;
  const answer = fault.init.soap ? table.fromSoap(fault) : table.fromRest(fault);
  done.add(answer);
  return answer;
}

/** The same fault with more to say. */
export function amended(fault: Fault, more: Partial<FaultInit>): Fault {
  const made = new Fault({ ...fault.init, ...more });
  if (done.has(fault)) done.add(made);
  return made;
}
