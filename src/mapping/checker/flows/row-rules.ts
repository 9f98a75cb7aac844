// The rules of one row of the table: built when the table is checked, and once more when one of them is first used.

import type { MappingRule } from '../../model/mapping.ts';
import { type Continuation, DeferredRule, headOf, RowRules } from '../../runtime/deferred-rule.ts';
import { Report } from '../../syntax/report.ts';
import type { Row } from '../../syntax/row.ts';
import { Identities } from '../identities.ts';
import type { BuiltRow, RuleEnvironment } from '../rule.ts';
import { type AsyncRules, buildAsync } from './async.ts';
import { buildRules } from './rules.ts';

/** The rules of a row, then those of its job form. */
export function buildRow(row: Row, jobs: AsyncRules | undefined, env: RuleEnvironment): BuiltRow[] {
  const rules = buildRules(row, env);
  return row.async && jobs ? [...rules, ...buildAsync(row, row.async, jobs, env)] : rules;
}

/** `rowAgain`: reads the row once more. */
export function deferred(
  built: readonly BuiltRow[],
  rowAgain: () => Row,
  jobs: AsyncRules | undefined,
  env: RuleEnvironment,
): BuiltRow[] {
  const heads = built.map(({ rule }) => headOf(rule, continuationOf(rule)));
  const kins = heads.map(({ continuation }) => continuation);
  const rules = new RowRules(() => linked(compiledAgain(rowAgain(), jobs, env), kins));
  return built.map(({ row }, i) => ({ row, rule: new DeferredRule(heads[i], rules, i) }));
}

/** A checked row has no mistakes. What it says of the table as a whole has been noted when it was checked. */
function compiledAgain(row: Row, jobs: AsyncRules | undefined, env: RuleEnvironment): readonly MappingRule[] {
  const report = new Report();
  const rules = buildRow(row, jobs, { ...env, ctx: { ...env.ctx, report, identities: new Identities() } });
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
