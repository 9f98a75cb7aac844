// The outcome of a check: what a later load of the same table needs in place of its rows, which were checked then. Rules are compiled from their
// texts when they are first used, as after a check.

import type { Uncovered } from '../model/coverage.ts';
import type { IdleResponse, Mapping, UndecidedKey } from '../model/mapping.ts';
import { type CompileRow, DeferredRule, RowRules, type RuleHead } from '../runtime/deferred-rule.ts';
import type { RowText } from '../syntax/table.ts';
import type { PlacedRow, PlacedRule, Placement } from './placement.ts';
import type { PresentationOutcome } from './presentation/read.ts';

export interface CheckOutcome {
  /** `types:` of the table. */
  readonly types?: PresentationOutcome;
  /** Rows whose `when` holds, in the order of the table. */
  readonly rows: readonly RowOutcome[];
  /** Of the rules for the status of all jobs, which no row has. */
  readonly statusKeys: readonly string[];
  readonly uncovered: readonly Uncovered[];
  readonly undecided: readonly UndecidedKey[];
  readonly idle: readonly IdleResponse[];
  readonly lacks: NonNullable<Mapping['lacks']>;
}

export interface RowOutcome {
  /** Of its text, among those of the table. */
  readonly index: number;
  readonly id: string;
  readonly rules: readonly RuleOutcome[];
}

interface RuleOutcome {
  readonly head: RuleHead;
  readonly placement: Placement;
}

export function rowOutcome(index: number, id: string, rules: readonly PlacedRow[]): RowOutcome {
  return { index, id, rules: rules.map(({ rule, route, placement }) => ({ head: headOf(rule, route), placement })) };
}

/** Rows have deferred rules alone. */
function headOf(rule: PlacedRow['rule'], { segments }: PlacedRow['route']): RuleHead {
  const { id, sort, template, continuation } = rule as DeferredRule;
  return { id, sort, template, segments, continuation: continuation && { id: continuation.id } };
}

/** `textAt`: reads the texts of the rows at its first call. */
export function recalledRules(
  { index, id, rules }: RowOutcome,
  textAt: (index: number) => RowText,
  compile: CompileRow<RowText>,
): PlacedRule[] {
  const row = new RowRules<number>((at, rowId) => compile(textAt(at), rowId), index, id);
  return rules.map(({ head, placement }, i) => ({
    rule: new DeferredRule(head, row as RowRules, i),
    route: { segments: head.segments, needed: head.sort.needed },
    placement,
  }));
}
