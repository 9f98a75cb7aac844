// Fault rows of one operation as one table, in their order, whatever their SOAP sides are.

import type { Fault } from '../../../fault/fault.ts';
import { type DetailElement, FaultRows, fitsOf } from '../../../fault/table.ts';
import type { MappingFaults } from '../../model/mapping.ts';
import type { WrittenProblem } from '../../model/written.ts';
import type { TableFaultRow } from '../../runtime/fault-row.ts';
import type { FaultResponse } from './response-row.ts';

/** A row whose SOAP side is a fault, or a response. */
export type Entry = TableFaultRow | FaultResponse;

/** `declared`: what may stand in the detail of the operation's faults. */
export function tableOf(
  all: readonly Entry[],
  declared: readonly DetailElement[],
  restSides: readonly WrittenProblem[],
): MappingFaults {
  const rows = all.filter((row): row is TableFaultRow => 'fromRest' in row);
  const table = new FaultRows(rows, declared);
  return {
    restSides,
    fromSoap: (fault) => table.fromSoap(fault),
    fromRest: (fault) => table.fromRest(fault),
    asResponse: (fault) => responseIn(all, fault),
    responses: all.filter((row): row is FaultResponse => 'bind' in row),
  };
}

function responseIn(all: readonly Entry[], fault: Fault): ReturnType<MappingFaults['asResponse']> {
  // What we say ourselves is not translated, whichever row would fit.
  if (fault.init.rest === undefined) return undefined;
  for (const fit of fitsOf(fault.init)) {
    for (const row of all) {
      if ('fromRest' in row) {
        if (row.fromRest(fault.init, fit) !== undefined) return undefined;
        continue;
      }
      const bindings = row.bind(fault, fit);
      if (bindings) return { soap: row.soap, bindings };
    }
  }
  return undefined;
}
