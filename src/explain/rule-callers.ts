// Who may use a rule, as its table says it. Settings may demand more.
import type { Access, Requirement } from '../rule/access.ts';
import type { Rule } from '../rule/rule.ts';

export interface RuleCallers {
  /** For everybody, whatever the settings demand. */
  readonly open?: true;
  readonly access?: Access;
}

export function ruleCallers({ open, access }: Pick<Rule, 'open' | 'access'>): RuleCallers | undefined {
  if (open) return { open };
  return access && { access };
}

/** Indented as what stands below a rule; none where the table says nothing. */
export function callerLines(rule: Pick<Rule, 'open' | 'access'>): string[] {
  const callers = ruleCallers(rule);
  if (callers === undefined) return [];
  return [`  for ${callers.open ? 'everybody' : `callers with ${demands(callers.access!).join('; ')}`}`];
}

function demands({ scope, roles, claims = [] }: Access): string[] {
  return [
    ...(scope ? [`the scope ${named(scope)}`] : []),
    ...(roles ? [`the role ${named(roles)}`] : []),
    ...claims.map(([claim, values]) => `the claim ${claim}: ${named(values)}`),
  ];
}

function named({ texts, any }: Requirement): string {
  return texts.join(any ? ' or ' : ' and ');
}
