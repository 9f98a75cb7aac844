// Checks the rows of a table one by one. A copy of a rule that is like a checked one is not checked again.

import { Report } from '../../syntax/report.ts';
import type { Row } from '../../syntax/row.ts';
import type { TableRow } from '../../syntax/table.ts';
import type { AsyncRules } from '../flows/async.ts';
import { buildRow, deferred, deferredLike, type LaterBuild } from '../flows/row-rules.ts';
import { Identities } from '../identities.ts';
import type { BuiltRow, RuleEnvironment } from '../rule.ts';
import { Families, type Note } from './family.ts';

export class RowChecker {
  private readonly env: RuleEnvironment;
  private readonly jobs: AsyncRules | undefined;
  /** undefined: each copy is checked by itself. */
  private readonly families: Families | undefined;
  private readonly later: RuleEnvironment;

  constructor(env: RuleEnvironment, jobs: AsyncRules | undefined, eachCopy: boolean) {
    this.env = env;
    this.jobs = jobs;
    this.families = eachCopy ? undefined : new Families(env, jobs);
    // What was noted for the check of the whole table is not kept.
    this.later = { ...env, ctx: { ...env.ctx, report: new Report(), identities: new Identities() } };
  }

  /** The rules of the row, which are compiled when they are first used. */
  check({ copy }: TableRow, row: Row, rowAgain: () => Row): BuiltRow[] {
    const build = { rowAgain, jobs: this.jobs, env: this.later };
    const like = copy && this.families?.like(copy.rule, row);
    if (like === undefined) return this.checked(copy, row, build);
    for (const note of like.notes) this.env.ctx.identities.add(...note);
    return deferredLike(like.rows, like.heads, build);
  }

  private checked(copy: TableRow['copy'], row: Row, build: LaterBuild): BuiltRow[] {
    const { env, jobs } = this;
    const { identities, report } = env.ctx;
    const notes: Note[] = [];
    const add = (...note: Note) => {
      notes.push(note);
      identities.add(...note);
    };
    const { length } = report.problems;
    const built = deferred(buildRow(row, jobs, { ...env, ctx: { ...env.ctx, identities: { add } } }), build);
    if (copy && report.problems.length === length) this.families?.add(copy.rule, row, built, notes);
    return built;
  }
}
