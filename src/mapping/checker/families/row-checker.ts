// Checks the rows of a table one by one. A copy of a rule that is like a checked one is not checked again.

import { type CompileRow, DeferredRule, headOf, RowRules, type RuleHead } from '../../runtime/deferred-rule.ts';
import type { RuleRow } from '../../runtime/job.ts';
import { copyOf } from '../../syntax/for-each.ts';
import type { Row } from '../../syntax/row.ts';
import type { RowText, TableRow } from '../../syntax/table.ts';
import type { AsyncRules } from '../flows/async.ts';
import { buildRow, compilerOf, continuationOf } from '../flows/row-rules.ts';
import type { RuleEnvironment } from '../rule.ts';
import type { RuleRoute } from '../shadowed-rules.ts';
import { Families, type Note } from './family.ts';

/** A rule that is compiled when it is first used. */
export interface CheckedRule {
  readonly row: RuleRow;
  readonly rule: DeferredRule;
  readonly route: RuleRoute;
}

export class RowChecker {
  private readonly env: RuleEnvironment;
  private readonly jobs: AsyncRules | undefined;
  /** undefined: each copy is checked by itself. */
  private readonly families: Families | undefined;
  private readonly compile: CompileRow<RowText>;

  constructor(env: RuleEnvironment, jobs: AsyncRules | undefined, eachCopy: boolean) {
    this.env = env;
    this.jobs = jobs;
    this.families = eachCopy ? undefined : new Families(env, jobs);
    this.compile = compilerOf(env, jobs);
  }

  /** The rules of the row. */
  check(tableRow: TableRow, row: Row): CheckedRule[] {
    const copy = copyOf(tableRow.text);
    const like = copy && this.families?.like(copy.rule, row);
    if (like === undefined) return this.checked(tableRow, row);
    for (const note of like.notes) this.env.ctx.identities?.add(...note);
    return this.deferred(tableRow, row, like.rows, like.heads);
  }

  private checked(tableRow: TableRow, row: Row): CheckedRule[] {
    const { env, jobs } = this;
    const { identities, report } = env.ctx;
    const notes: Note[] = [];
    const add = (...note: Note) => {
      notes.push(note);
      identities?.add(...note);
    };
    const { length } = report.problems;
    const built = buildRow(row, jobs, { ...env, ctx: { ...env.ctx, identities: { add } } });
    const heads = built.map(({ rule }) => headOf(rule, continuationOf(rule)));
    const rows = built.map((entry) => entry.row);
    const copy = copyOf(tableRow.text);
    if (copy && report.problems.length === length) this.families?.add(copy.rule, { row, rows, heads, notes });
    const [cell] = copy?.cells.values() ?? [];
    if (cell && report.problems.length > length) report.locateRow(cell.place, length);
    return this.deferred(tableRow, row, rows, heads);
  }

  private deferred(
    tableRow: TableRow,
    { id }: Row,
    rows: readonly RuleRow[],
    heads: readonly RuleHead[],
  ): CheckedRule[] {
    const rules = new RowRules(this.compile, tableRow.text, id);
    return rows.map((row, i) => {
      const { segments, sort } = heads[i];
      return { row, rule: new DeferredRule(heads[i], rules as RowRules, i), route: { segments, needed: sort.needed } };
    });
  }
}
