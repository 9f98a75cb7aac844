// What must hold before a request is carried out. Knows nothing about what that is.
import type { Filter } from '../../../rule/exchange.ts';

/** Without a store there are no keys, and so no repeats for which it would be checked in vain. */
export const precondition: Filter = (next) => (exchange) =>
  exchange.precondition === undefined ? next(exchange) : exchange.precondition(exchange).then(() => next(exchange));
