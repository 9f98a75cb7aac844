// Finds the rule that takes a request, of either side, with its variables. The reasons of the others are for people.
import { formatError, SoapstoneError } from '../../errors/errors.ts';
import { missesOf, nameOf } from '../../explain/explain-rest.ts';
import { envelopeBody, restOnlyRules, trySoapRule } from '../../explain/explain-soap.ts';
import type { DescribedRequest } from '../../explain/request-line.ts';
import { restOutcome } from '../../explain/rest-outcome.ts';
import { Fault } from '../../fault/fault.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { compiledOf } from '../../mapping/runtime/deferred-rule.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { messageText, parseRequest } from './rest-message.ts';

export interface RuleMatch {
  readonly rule?: MappingRule;
  readonly bindings: Bindings;
  readonly misses: readonly string[];
  /** What the client gets in place of a response. */
  readonly refusal?: Fault;
  /** The REST request that leads to the envelope, where the rule takes REST requests alone. */
  readonly restText?: string;
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
export async function findBySoap(mapping: Mapping, envelope: string): Promise<RuleMatch> {
  const bytes = Buffer.from(envelope);
  const { version, element } = envelopeBody(bytes, 'envelope');
  const misses: string[] = [];
  const attempt = (rule: MappingRule) => {
    const outcome = trySoapRule(mapping, rule, bytes, version, {});
    if (typeof outcome === 'string') misses.push(`not ${nameOf(rule)}: ${outcome}`);
    return typeof outcome === 'string' ? undefined : outcome;
  };
  for (const rule of mapping.lookupSoap(element)) {
    const bindings = attempt(rule);
    if (bindings) return { rule: compiledOf(rule), bindings, misses: bounded(misses) };
  }
  for (const rule of restOnlyRules(mapping, element)) {
    const bindings = attempt(rule);
    const match = bindings && (await findByWritten(mapping, rule, bindings));
    if (match?.rule) return match;
    if (match) misses.push(`rule ${nameOf(rule)} is only rest-to-soap`, ...match.misses);
  }
  const none = `no rule has the body element ${element === '' ? '(none)' : element}`;
  return nobody(misses.length === 0 ? [none] : bounded(misses));
}

/** By the REST request that the rule writes of the envelope, if it is the one that takes it. */
async function findByWritten(mapping: Mapping, rule: MappingRule, bindings: Bindings): Promise<RuleMatch> {
  try {
    const { rest } = rule.request;
    const { method, target, headers, body } = rest.fill(bindings);
    const media = rest.media === undefined ? [] : ['content-type', rest.media];
    const restText = messageText(`${method} ${target}`, [...media, ...Object.entries(headers).flat()], body);
    const match = await findByRest(mapping, parseRequest(restText).message);
    return match.rule?.id === rule.id ? { ...match, restText } : nobody(match.misses);
  } catch (error) {
    return nobody([reasonOf(error)]);
  }
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
