// The rules of one row of the table: built when the table is checked, and once more when one of them is first used.

import type { MappingRule } from '../../model/mapping.ts';
import { type Continuation, DeferredRule, headOf, RowRules, type RuleHead } from '../../runtime/deferred-rule.ts';
import type { RuleRow } from '../../runtime/job.ts';
import { Report } from '../../syntax/report.ts';
import type { Row } from '../../syntax/row.ts';
import { Identities } from '../identities.ts';
import type { BuiltRow, RuleEnvironment } from '../rule.ts';
import { type AsyncRules, buildAsync } from './async.ts';
import { buildRules } from './rules.ts';

/** How a row is compiled when it is first used. */
export interface LaterBuild {
  /** Reads the row once more. */
  readonly rowAgain: () => Row;
  readonly jobs: AsyncRules | undefined;
  readonly env: RuleEnvironment;
}

/** The rules of a row, then those of its job form. */
export function buildRow(row: Row, jobs: AsyncRules | undefined, env: RuleEnvironment): BuiltRow[] {
  const rules = buildRules(row, env);
  return row.async && jobs ? [...rules, ...buildAsync(row, row.async, jobs, env)] : rules;
}

/** The same rules, to be compiled when they are first used. */
export function deferred(built: readonly BuiltRow[], build: LaterBuild): BuiltRow[] {
  const heads = built.map(({ rule }) => headOf(rule, continuationOf(rule)));
  return deferredLike(
    built.map(({ row }) => row),
    heads,
    build,
  );
}

export function deferredLike(rows: readonly RuleRow[], heads: readonly RuleHead[], build: LaterBuild): BuiltRow[] {
  const continuations = heads.map(({ continuation }) => continuation);
  const rules = new RowRules(() => linked(compiledAgain(build), continuations));
  return rows.map((row, i) => ({ row, rule: new DeferredRule(heads[i], rules, i) }));
}

/** A checked row has no mistakes. What it says of the table as a whole has been noted when it was checked. */
function compiledAgain({ rowAgain, jobs, env }: LaterBuild): readonly MappingRule[] {
  const report = new Report();
  const rules = buildRow(rowAgain(), jobs, { ...env, ctx: { ...env.ctx, report, identities: new Identities() } });
  report.finish();
  return rules.map(({ rule }) => rule);
}

/** Groups were linked when the table was checked. */
function linked(rules: readonly MappingRule[], continuations: readonly (Continuation | undefined)[]): MappingRule[] {
  return rules.map((rule, i) => {
    const kin = continuations[i]?.kin;
    return kin && rule.flow && 'kin' in rule.flow ? { ...rule, flow: { ...rule.flow, kin } } : rule;
  });
}

function continuationOf({ flow }: MappingRule): Continuation | undefined {
  if (flow?.kind === 'pages' && flow.part === 'next') return { id: flow.plan.first.id, kin: flow.kin };
  if (flow?.kind === 'draft' && flow.part === 'save') return { id: flow.plan.id, kin: flow.kin };
  return flow?.kind === 'jobs' && flow.part !== 'submit' ? { id: flow.plan.id, kin: flow.kin } : undefined;
}
