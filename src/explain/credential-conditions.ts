// Which credential a rule shows, and which fields need values for it: without one of them nothing of it is sent.
import { within } from '../auth/outbound/parameters.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { CREDENTIAL } from '../mapping/model/supplied.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import type { Rule } from '../rule/rule.ts';
import { allowedFor } from './request-writers.ts';

/** One line for each way to show it. Empty where the rule shows none, or none of its fields is required. */
export function credentialConditions({ auth }: Mapping, rule: MappingRule, service: 'rest' | 'soap'): string[] {
  const calls = [...new Set(callsOf<Rule>(rule))];
  const lines = calls.flatMap((call) => (service === 'soap' ? partLine(call, auth.soap) : fieldLine(call, auth.rest)));
  return [...new Set(lines)];
}

function partLine(rule: Rule, alternatives: Mapping['auth']['soap']): string[] {
  const alternative = allowedFor(rule, alternatives);
  if (alternative === undefined) return [];
  const names = within(alternative, rule).parts.map(({ element }) => element.name.local);
  return line('header part', names, alternative.needed);
}

function fieldLine(rule: Rule, alternatives: Mapping['auth']['rest']): string[] {
  const alternative = allowedFor(rule, alternatives);
  if (alternative === undefined) return [];
  return line(
    'header',
    alternative.fields.map(({ name }) => name),
    alternative.needed,
  );
}

function line(kind: string, names: readonly string[], needed: readonly string[]): string[] {
  const fields = needed.filter((name) => name.startsWith(CREDENTIAL)).map((name) => name.slice(CREDENTIAL.length));
  if (names.length === 0 || fields.length === 0) return [];
  const noun = names.length === 1 ? kind : `${kind}s`;
  return [`only with values for ${fields.join(', ')}: ${noun} ${names.join(', ')}`];
}
