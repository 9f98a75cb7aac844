// What the table as a whole wants of a checked rule. A snapshot of the table has it in place of the row.

import type { MappingRule } from '../model/mapping.ts';
import type { RuleRow } from '../runtime/job.ts';
import type { BuiltRule } from './rule.ts';
import { isContinuation, isRouted, type RuleRoute, soapConstraints, soapKey } from './shadowed-rules.ts';

export interface Placement {
  readonly method: string;
  readonly direction: MappingRule['direction'];
  /** Its path leads to it. */
  readonly isRouted: boolean;
  /** The result of a job. */
  readonly byJob: boolean;
  /** The job form of a rule begins with it (`async`). */
  readonly isSubmission: boolean;
  /** SOAP clients ask for it by a name that the gateway gave it. */
  readonly isContinuation: boolean;
  /** The number of conditions of its SOAP request. */
  readonly weight: number;
  /** Rules with the same key match the same SOAP requests; absent from rules for REST clients alone. */
  readonly soapKey?: string;
}

export interface PlacedRule {
  readonly rule: BuiltRule;
  readonly route: RuleRoute;
  readonly placement: Placement;
}

/** A rule that was built from its row. */
export interface PlacedRow extends PlacedRule {
  readonly row: RuleRow;
}

export function placedRow({ row, rule, route }: Omit<PlacedRow, 'placement'>): PlacedRow {
  return { row, rule, route, placement: placementOf(row, rule) };
}

function placementOf(row: RuleRow, rule: MappingRule): Placement {
  const { direction, line, byJob, job } = row;
  return {
    method: line.value.method,
    direction,
    isRouted: isRouted(row),
    byJob: byJob === true,
    isSubmission: job?.phase === 'submit' && job.results !== undefined,
    isContinuation: isContinuation(row),
    weight: soapConstraints(row).size,
    soapKey: direction === 'rest-to-soap' ? undefined : soapKey(row, rule),
  };
}
