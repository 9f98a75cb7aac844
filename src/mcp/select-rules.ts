// Which rules are tools: patterns over their ids and requests.
import type { MappingRule } from '../mapping/model/mapping.ts';
import { ruleSelector } from '../mapping/model/rule-selector.ts';
import { continuesPages } from '../mapping/runtime/deferred-rule.ts';

/**
 * Rules that some pattern takes and no pattern with `!` excludes, in their order. A pattern is an id or `GET /path`, with `*` for any text;
 * without patterns, all. `readOnly`: those that change nothing. @throws SoapstoneError SETTINGS for a pattern that fits no rule.
 */
export function selectRules<R extends MappingRule>(
  rules: readonly R[],
  patterns: readonly string[],
  readOnly: boolean,
): readonly R[] {
  const selectors = patterns.map((pattern) => selectorOf(pattern, rules));
  const [included, excluded] = [selectors.filter(({ not }) => !not), selectors.filter(({ not }) => not)];
  return rules.filter(
    (rule) =>
      !continuesPages(rule) &&
      (!readOnly || rule.safe) &&
      (included.length === 0 || included.some(({ takes }) => takes(rule))) &&
      !excluded.some(({ takes }) => takes(rule)),
  );
}

interface Selector {
  readonly not: boolean;
  takes(rule: MappingRule): boolean;
}

function selectorOf(pattern: string, rules: readonly MappingRule[]): Selector {
  const not = pattern.startsWith('!');
  return { not, takes: ruleSelector(not ? pattern.slice(1).trim() : pattern, rules, 'tools') };
}
