// Finds the rule that takes a request, of either side, with its variables. The reasons of the others are for people.
import { formatError, SoapstoneError } from '../../errors/errors.ts';
import { missesOf, nameOf } from '../../explain/explain-rest.ts';
import { envelopeBody, trySoapRule } from '../../explain/explain-soap.ts';
import type { DescribedRequest } from '../../explain/request-line.ts';
import { restOutcome } from '../../explain/rest-outcome.ts';
import { Fault } from '../../fault/fault.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { compiledOf } from '../../mapping/runtime/deferred-rule.ts';
import type { Bindings } from '../../rule/pattern.ts';

export interface RuleMatch {
  readonly rule?: MappingRule;
  readonly bindings: Bindings;
  readonly misses: readonly string[];
  /** What the client gets in place of a response. */
  readonly refusal?: Fault;
}

/** Most reasons that are of use. */
const MOST = 12;

export async function findByRest(mapping: Mapping, request: DescribedRequest): Promise<RuleMatch> {
  const outcome = await restOutcome(mapping, request);
  const match = outcome instanceof Fault ? undefined : outcome.rule;
  const misses = bounded(missesOf(mapping, request, match));
  if (outcome instanceof Fault) return { bindings: [], misses, refusal: outcome };
  return { rule: compiledOf(outcome.rule), bindings: outcome.bindings, misses };
}

/** @throws SoapstoneError for a text that is no envelope. */
export function findBySoap(mapping: Mapping, envelope: string): RuleMatch {
  const bytes = Buffer.from(envelope);
  const { version, element } = envelopeBody(bytes, 'envelope');
  const rules = mapping.lookupSoap(element);
  if (rules.length === 0) return nobody([`no rule has the body element ${element === '' ? '(none)' : element}`]);
  return firstOf(rules, (rule) => {
    const outcome = trySoapRule(mapping, rule, bytes, version, {});
    return typeof outcome === 'string' ? [outcome] : outcome;
  });
}

function firstOf(
  rules: readonly MappingRule[],
  attempt: (rule: MappingRule) => Bindings | readonly string[],
): RuleMatch {
  const misses: string[] = [];
  for (const rule of rules) {
    const outcome = attempt(rule);
    if (!isReasons(outcome)) return { rule: compiledOf(rule), bindings: outcome, misses: bounded(misses) };
    misses.push(`not ${nameOf(rule)}: ${outcome.join('; ')}`);
  }
  return nobody(bounded(misses));
}

function isReasons(outcome: Bindings | readonly string[]): outcome is readonly string[] {
  return typeof outcome[0] === 'string';
}

function nobody(misses: readonly string[]): RuleMatch {
  return { bindings: [], misses };
}

function bounded(lines: readonly string[]): string[] {
  return lines.length <= MOST ? [...lines] : [...lines.slice(0, MOST), `and ${lines.length - MOST} more rules`];
}

/** For people. Other errors are mistakes of ours. */
export function reasonOf(error: unknown): string {
  if (error instanceof SoapstoneError) return formatError(error);
  throw error;
}
