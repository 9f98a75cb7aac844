import { type Fault, toFault } from '../../fault/fault.ts';
import type { Exchange, Filter } from '../exchange.ts';

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
  if (fault.init.soap) return exchange.rule.faults.fromSoap(fault);
  return fault.init.rest ? exchange.rule.faults.fromRest(fault) : fault;
}
