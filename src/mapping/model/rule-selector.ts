// Patterns of settings over the rules of a table: ids and requests.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { MappingRule } from './mapping.ts';

/** Ids in the message about a pattern that fits none. */
const MOST_NAMED = 6;

/** `pattern`: an id or `GET /path`, with `*` for any text. `setting`, `place`: for messages. @throws SoapstoneError SETTINGS for a pattern that fits no rule. */
export function ruleSelector(
  pattern: string,
  rules: readonly MappingRule[],
  setting: string,
  place?: Place,
): (rule: MappingRule) => boolean {
  const expression = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`, 's');
  const takes = (rule: MappingRule) => expression.test(rule.id) || expression.test(requestOf(rule));
  if (rules.some(takes)) return takes;
  const names = rules.flatMap((rule) => [rule.id, requestOf(rule)]);
  const suggestion = suggest(pattern, names) ?? `ids are ${idsOf(rules)}`;
  throw new SoapstoneError('SETTINGS', `${setting}: "${pattern}" fits no rule`, { place, suggestion });
}

function idsOf(rules: readonly MappingRule[]): string {
  const ending = rules.length > MOST_NAMED ? ', …' : '';
  return (
    rules
      .slice(0, MOST_NAMED)
      .map(({ id }) => id)
      .join(', ') + ending
  );
}

function requestOf({ request: { rest } }: MappingRule): string {
  return `${rest.method} ${rest.template}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
