// Patterns of settings over the rules of a table: ids and requests.
import { SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { MappingRule } from './mapping.ts';

/** `pattern`: an id or `GET /path`, with `*` for any text. `setting`: for messages. @throws SoapstoneError SETTINGS for a pattern that fits no rule. */
export function ruleSelector(
  pattern: string,
  rules: readonly MappingRule[],
  setting: string,
): (rule: MappingRule) => boolean {
  const expression = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`, 's');
  const takes = (rule: MappingRule) => expression.test(rule.id) || expression.test(requestOf(rule));
  if (rules.some(takes)) return takes;
  const names = rules.flatMap((rule) => [rule.id, requestOf(rule)]);
  throw new SoapstoneError('SETTINGS', `${setting}: "${pattern}" fits no rule`, {
    suggestion: suggest(pattern, names),
  });
}

function requestOf({ request: { rest } }: MappingRule): string {
  return `${rest.method} ${rest.template}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
