// The fault rules of one rule at run time: its faults, and the responses that report failure.

import type { Fault } from '../../../fault/fault.ts';
import { type DetailElement, FaultRows, type Fit, fitsOf, type RequestValues, WEAK } from '../../../fault/table.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { IncompleteFault, MappingFaults, WrittenProblem } from '../../model/mapping.ts';
import { TableFaultRow } from '../../runtime/fault-row.ts';
import type { Gap } from './completeness.ts';
import type { Unbound } from './fault-variables.ts';
import type { FaultResponse } from './response-row.ts';

/** A fault row, and what `check` found about it. */
export class CheckedFaultRow extends TableFaultRow {
  readonly unbound: readonly Unbound[];
  readonly gaps: readonly Gap[];

  constructor(
    ...[soap, rest, variables, outside, findings]: [...ConstructorParameters<typeof TableFaultRow>, Findings]
  ) {
    super(soap, rest, variables, outside);
    this.unbound = findings.unbound;
    this.gaps = findings.gaps;
  }
}

interface Findings {
  readonly unbound: readonly Unbound[];
  readonly gaps: readonly Gap[];
}

/** A fault rule whose SOAP side is a fault, or a response. */
export type Entry = TableFaultRow | FaultResponse;

/** `declared`: the detail elements of the operation's faults. */
export function tableOf(
  all: readonly Entry[],
  declared: readonly DetailElement[],
  restSides: readonly WrittenProblem[],
  incomplete: readonly IncompleteFault[] = [],
): MappingFaults {
  const rows = all.filter((row): row is TableFaultRow => 'fromRest' in row);
  const table = new FaultRows(rows, declared);
  const declaredNames = new Set(declared.map(({ name }) => clark(name)));
  return {
    restSides,
    incomplete,
    fromSoap: (fault, request) => table.fromSoap(fault, request),
    fromRest: (fault, request) => table.fromRest(fault, request),
    asResponse: (fault, request, ofItem = false) =>
      responseIn(all, declaredNames, fault, request) ?? (ofItem ? itemResponse(all, fault, request) : undefined),
    responses: all.filter((row): row is FaultResponse => 'bind' in row),
  };
}

function responseIn(
  all: readonly Entry[],
  declared: ReadonlySet<string>,
  fault: Fault,
  request?: RequestValues,
): ReturnType<MappingFaults['asResponse']> {
  // Problems of the gateway itself are never translated.
  if (fault.init.rest === undefined) return undefined;
  for (const fit of fitsOf(fault.init)) {
    for (const row of all) {
      if ('fromRest' in row) {
        if (row.element && WEAK.has(fit) && !declared.has(clark(row.element))) continue;
        if (row.fromRest(fault.init, fit, request) !== undefined) return undefined;
        continue;
      }
      const bindings = row.bind(fault, fit, request);
      if (bindings) return { soap: row.writtenMessage, bindings };
    }
  }
  return undefined;
}

const ITEM_FITS: readonly Fit[] = ['whole', 'code', 'title', 'uncoded', 'status', 'any'];

/** The failure of one item of a list: a response in place of a declared fault too, and by the status alone. */
function itemResponse(
  all: readonly Entry[],
  fault: Fault,
  request?: RequestValues,
): ReturnType<MappingFaults['asResponse']> {
  const rows = all.filter((row): row is FaultResponse => 'bind' in row);
  const fits = fault.init.rest?.code === undefined ? ITEM_FITS : ITEM_FITS.filter((fit) => !UNCODED.has(fit));
  for (const fit of fits) {
    for (const row of rows) {
      const bindings = row.bind(fault, fit, request, true);
      if (bindings) return { soap: row.writtenMessage, bindings };
    }
  }
  return undefined;
}

/** A row may go by them where the response has no code. */
const UNCODED: ReadonlySet<Fit> = new Set(['title', 'uncoded', 'status']);
