import { type Fault, toFault } from '../../fault/fault.ts';
import type { Exchange, Filter } from '../exchange.ts';

/** Calls of a flow have their own rules, and their own tables: what such a table has said is not translated again. */
const done = new WeakSet<Fault>();

/** Whatever fails inside leaves as one Fault, translated by the rule's fault table. */
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
  if (!fault.init.soap || done.has(fault)) return fault;
  const answer = exchange.rule.faults.fromSoap(fault);
  done.add(answer);
  return answer;
}
