import { type Fault, toFault } from '../../fault/fault.ts';
import type { Exchange, Filter } from '../exchange.ts';

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
  return fault.init.soap ? exchange.rule.faults.fromSoap(fault) : fault;
}
