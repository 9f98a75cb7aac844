// Explains a REST request: the rule, its variables, the SOAP request, the expected response.

import type { SoapRequest } from '../binding/soap/back/back.ts';
import { formatError, SoapstoneError, withOthers } from '../errors/errors.ts';
import { flowOf } from '../exchange/flows/flows.ts';
import { Fault, toFault } from '../fault/fault.ts';
import { LazyJson } from '../json/lazy-json.ts';
import { defaultJsonLimits } from '../json/limits.ts';
import { textOf } from '../json/value.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import { nearestRules, unknownPath } from '../mapping/runtime/unknown-path.ts';
import type { Bindings, RestRequest } from '../rule/pattern.ts';
import { indented, refusalLines, soapCalls } from './explain-flow.ts';
import type { DescribedRequest } from './request-line.ts';
import { restOutcome } from './rest-outcome.ts';
import { callerLines } from './rule-callers.ts';
import { MASK, maskedHeader, maskerOf, secretVariables } from './secrets.ts';
import { skeleton } from './skeleton.ts';

export interface Explained {
  readonly lines: readonly string[];
  /** Whether a rule took the request. */
  readonly matched: boolean;
  /** The rule that took it. */
  readonly rule?: MappingRule;
}

/** Writes the SOAP request of a rule without sending it. */
export type WriteRequest = (rule: MappingRule, bindings: Bindings) => SoapRequest;

export async function explainRest(
  mapping: Mapping,
  request: DescribedRequest,
  write: WriteRequest,
): Promise<Explained> {
  const outcome = await restOutcome(mapping, request);
  const misses = missesOf(mapping, request, outcome instanceof Fault ? undefined : outcome.rule);
  if (!(outcome instanceof Fault)) return explainMatch(mapping, misses, outcome.rule, outcome.bindings, write);
  return { lines: [...misses, 'nothing is sent', ...indented(refusalLines(outcome))], matched: false };
}

/** Why the rules before `taken` do not take the request; those of the path where none does. */
export function missesOf(mapping: Mapping, request: DescribedRequest, match: MappingRule | undefined): string[] {
  const lookup = lookUp(mapping, request);
  if (lookup instanceof SoapstoneError) return unknownPath(mapping, request, formatError(lookup));
  if (lookup.kind === 'none') return unknownPath(mapping, request);
  if (lookup.kind === 'method') {
    const reason = lookup.instead
      ? `${request.method} is for ${lookup.instead}`
      : `this path takes ${lookup.allow.join(', ')}, not ${request.method}`;
    return [reason, ...nearestRules(mapping, request)];
  }
  const tried = match === undefined ? lookup.rules : lookup.rules.slice(0, Math.max(0, lookup.rules.indexOf(match)));
  return tried.flatMap((rule) => {
    const outcome = tryRestRule(rule, request, lookup.segments);
    if ('bindings' in outcome) return [];
    const [first, ...reasons] = outcome.refused;
    return [`not ${nameOf(rule)}: ${first}`, ...indented(reasons)];
  });
}

/** Or why no rule can have the path. */
function lookUp(mapping: Mapping, { method, path }: DescribedRequest): ReturnType<Mapping['lookup']> | SoapstoneError {
  try {
    return mapping.lookup(method === 'HEAD' ? 'GET' : method, path);
  } catch (error) {
    if (error instanceof SoapstoneError) return error;
    throw error;
  }
}

type Outcome = { readonly bindings: Bindings } | { readonly refused: readonly string[] };

/** The bindings, or all reasons why the rule does not take the request, with their places in it. */
function tryRestRule(rule: MappingRule, request: DescribedRequest, segments: readonly string[]): Outcome {
  const { method, query, headers, body } = request;
  const view: RestRequest = { method, segments, query, headers, body: body && new LazyJson(body, defaultJsonLimits) };
  try {
    const bindings = rule.request.rest.match(view);
    if (bindings) rule.take?.(bindings, { headers });
    return bindings ? { bindings } : { refused: ['a constant of its pattern differs'] };
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    const { otherErrors: problems = [] } = withOthers(error, rule.request.rest.problems(view));
    return { refused: [error, ...problems].map(formatError) };
  }
}

/** A request that the rule takes may still not fit the contract: then nothing is sent. */
async function explainMatch(
  mapping: Mapping,
  misses: readonly string[],
  rule: MappingRule,
  bindings: Bindings,
  write: WriteRequest,
): Promise<Explained> {
  const isSecret = secretVariables(mapping, rule);
  const mask = maskerOf(rule, bindings, isSecret);
  try {
    const lines = flowOf(rule, 'rest')
      ? [...(await soapCalls(rule, bindings, write, sentLines, isSecret)).map(mask), '', responseLine(rule)]
      : story(rule, sentLines(write(rule, bindings)).map(mask));
    return { lines: [...misses, ...opening(mapping, rule, bindings), ...lines], matched: true, rule };
  } catch (error) {
    if (!(error instanceof Fault || error instanceof SoapstoneError)) throw error;
    const refused = refusalLines(toFault(error)).map(mask);
    return {
      lines: [...misses, ...opening(mapping, rule, bindings), 'nothing is sent', ...indented(refused)],
      matched: false,
    };
  }
}

function opening(mapping: Mapping, rule: MappingRule, bindings: Bindings): string[] {
  const { operation, request } = rule;
  const calls = callsOf(rule).map((part) => part.operation.name);
  // All calls of a rule are made. Pages may have two operations, which may be the same.
  const names = (rule.flow?.kind === 'pages' ? [...new Set(calls)] : calls).join(', ');
  return [
    `rule ${nameOf(rule)}`,
    `  ${request.rest.method} ${request.rest.template} is ${names} (${operation.port}, SOAP ${operation.version})`,
    ...callerLines(rule),
    '',
    'variables',
    ...variables(mapping, rule, bindings),
    '',
  ];
}

function story(rule: MappingRule, request: readonly string[]): string[] {
  const back = skeleton(rule, rule.response.soap);
  return ['sent', ...indented(request), '', `expected back, and ${responseLine(rule)}`, ...indented(back)];
}

function responseLine({ response }: MappingRule): string {
  return `the response ${response.rest.status}${response.rest.hasBody ? ` ${response.rest.media}` : ' without a body'}`;
}

export function nameOf(rule: MappingRule): string {
  return `${rule.id} (${rule.place.file}:${rule.place.line})`;
}

export function variables(mapping: Mapping, rule: MappingRule, bindings: Bindings): string[] {
  const isSecret = secretVariables(mapping, rule);
  const bound = bindings.flatMap((value, i) => {
    const name = rule.variables[i];
    return value ? [`  ${name} = ${isSecret(name) ? MASK : textOf(value)}`] : [];
  });
  return bound.length > 0 ? bound : ['  none'];
}

function sentLines(request: SoapRequest): string[] {
  const fields: string[] = [];
  for (let i = 0; i < request.headers.length; i += 2) {
    fields.push(`${request.headers[i]}: ${maskedHeader(request.headers[i], request.headers[i + 1])}`);
  }
  const xml = prettyXml(Buffer.from(request.body).toString());
  return [`${request.method} ${request.path}`, ...fields, '', ...xml.split('\n')];
}

const TOKEN = /<[^>]*>|[^<]+/g;

/** Elements with text alone stay on one line. */
export function prettyXml(xml: string): string {
  const lines: string[] = [];
  let depth = 0;
  let open = false;
  for (const [token] of xml.matchAll(TOKEN)) {
    if (token.startsWith('</')) {
      depth--;
      if (open) lines[lines.length - 1] += token;
      else lines.push(indent(depth) + token);
      open = false;
    } else if (token.startsWith('<')) {
      lines.push(indent(depth) + token);
      open = !token.startsWith('<?') && !token.endsWith('/>');
      if (open) depth++;
    } else if (token.trim() !== '') {
      lines[lines.length - 1] += token;
    }
  }
  return lines.join('\n');
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
