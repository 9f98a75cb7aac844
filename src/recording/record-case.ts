// A captured exchange → a case of the mapping that passes, as YAML. Knows nothing about files.
import type { CapturedCall, CapturedExchange, CapturedMessage, CapturedRequest } from '../capture/captured.ts';
import { CASE_ID, caseOutcomes } from '../case-runner/case-runner.ts';
import { formatError, Problems, SoapstoneError } from '../errors/errors.ts';
import { parseCases } from '../mapping/cases/cases.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import { writtenForm } from '../rule/error-form.ts';
import type { SoapPattern } from '../rule/pattern.ts';
import type { Direction, Rule } from '../rule/rule.ts';
import { clark } from '../xml/reader/names.ts';
import type { XmlElement } from '../xml/tree.ts';
import { type CaseParts, caseYaml, type RestPart, type SoapPart } from './case-yaml.ts';
import { type RecordedMessage, recordedMessage } from './envelope.ts';
import { causeOf } from './failure-cause.ts';
import { fittedRest } from './fitted-rest.ts';
import { withFittingMasks } from './fitting-masks.ts';
import { hasSupplied, suppliedRequest } from './supplied-request.ts';

/** `text`: the YAML of one case. `reason`: why there is none. */
export type Recorded = RecordedText | { readonly reason: string };

export interface RecordedText {
  readonly text: string;
  readonly rule: string;
}

/** Unique: an exchange has an id and a time. */
export function caseName({ id, rule = 'no rule', time }: CapturedExchange): string {
  return `${rule}, recorded ${time} as ${id}`;
}

/**
 * `name`: of the case. `settings`: with which the mapping has been loaded, where they are not its own. `earlier`: cases that will run
 * before this one, which may go on with what they have stored.
 */
export async function recordCase(
  mapping: Mapping,
  exchange: CapturedExchange,
  name: string,
  settings: ReadonlyMap<string, string> = new Map(),
  earlierCases: readonly RecordedText[] = [],
): Promise<Recorded> {
  try {
    const rule = ruleOf(mapping, exchange);
    const parts = { name, rule: rule.id, settings, ...sidesOf(mapping, rule, exchange) };
    const previousCases = earlierCases.filter((earlier) => earlier.rule === rule.id).map(({ text }) => text);
    const text = await passing(mapping, rule, exchange, variantsOf(mapping, rule, parts), previousCases);
    return typeof text === 'string' ? { text, rule: rule.id } : text;
  } catch (error) {
    if (error instanceof SoapstoneError)
      return { reason: error.code === 'CAPTURE' ? error.message : formatError(error) };
    throw error;
  }
}

/** The first text that passes, in both directions if one does. */
async function passing(
  mapping: Mapping,
  rule: MappingRule,
  exchange: CapturedExchange,
  variants: readonly (CaseParts & Pick<Sides, 'isFlow'>)[],
  previousCases: readonly string[],
): Promise<string | { readonly reason: string }> {
  const oneWay: Direction = exchange.present === 'soap' ? 'soap-to-rest' : 'rest-to-soap';
  let problems: readonly string[] = [];
  for (const parts of variants)
    for (const only of parts.isFlow ? [undefined] : [undefined, oneWay]) {
      const text = caseYaml({ ...parts, only });
      problems = await problemsOf(mapping, text);
      if (problems.length > 0 && parts.isFlow && previousCases.length > 0)
        problems = await problemsOf(mapping, text, previousCases);
      if (problems.length === 0) return text;
    }
  return {
    reason: `the case would fail: ${problems.join('; ')}${causeOf(mapping, rule, exchange, problems, variants)}`,
  };
}

/** With the values that the gateway supplies as cases have them; else as captured, which may have a credential. */
function variantsOf<T extends CaseParts & Sides>(mapping: Mapping, rule: MappingRule, parts: T): T[] {
  const { soap, rest } = parts;
  if (Array.isArray(rest)) return [parts];
  const rules = [rule, ...callsOf<Rule>(rule)].filter(hasSupplied);
  if (rules.length === 0) return [parts];
  const supplied = (part: SoapPart): SoapPart => {
    const request = suppliedRequest(mapping, rules, part.request, parts);
    return request === undefined ? part : { ...part, request };
  };
  return [{ ...parts, soap: Array.isArray(soap) ? soap.map(supplied) : supplied(soap as SoapPart) }];
}

function ruleOf({ rules }: Mapping, { rule: id }: CapturedExchange): MappingRule {
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw unfit(id === undefined ? 'no rule has taken it' : `the mapping has no rule ${id}`);
  return rule;
}

function unfit(message: string): SoapstoneError {
  return new SoapstoneError('CAPTURE', message);
}

/** `previousCases`: cases that run first, whose own problems do not count. */
async function problemsOf(
  mapping: Mapping,
  text: string,
  previousCases: readonly string[] = [],
): Promise<readonly string[]> {
  try {
    const cases = parseCases([...previousCases, text].join('\n'), 'case');
    const ownCase = cases.at(-1);
    const allOutcomes = await caseOutcomes(cases, () => Promise.resolve(mapping));
    const outcomes = allOutcomes.filter(({ place }) => place === ownCase?.place);
    return outcomes.length === 0
      ? ['its settings are not those of the mapping']
      : outcomes.flatMap(({ problems }) => problems);
  } catch (error) {
    if (error instanceof Problems) return error.problems.map(formatError);
    throw error;
  }
}

type Sides = Pick<CaseParts, 'rest' | 'soap'> & { readonly isFlow: boolean };

function sidesOf(mapping: Mapping, rule: MappingRule, exchange: CapturedExchange): Sides {
  const { present, request, response } = exchange;
  if (present === undefined || response === undefined) throw unfit('the exchange is not complete');
  if (present === 'mcp')
    throw unfit('calls of tools are not recorded: send the request as REST, such as with soapstone call');
  for (const message of [request, response, ...exchange.calls.flatMap((call) => [call.request, call.response])])
    if (message?.cut) throw unfit('a body is cut off: capture more of it (debugWireBody)');
  const isFlow = rule.flow !== undefined || rule.soapFlow !== undefined;
  const calls = exchange.calls.filter((call) => !beginsSession(mapping, call));
  // A retry sends the same again: the last one counts.
  const counted = isFlow ? calls : calls.slice(-1);
  const isRefusal = present === 'rest' && counted.length === 0 && response.status >= 400;
  if (!isFlow && counted.length === 0 && !isRefusal) throw unfit('nothing was sent to the service');
  return present === 'rest'
    ? restInFront(mapping, rule, exchange, counted, isFlow || isRefusal)
    : soapInFront(mapping, rule, exchange, counted, isFlow);
}

/** Logins of the gateway are no part of a case. */
function beginsSession({ auth: { session } }: Mapping, { request: { body } }: CapturedCall): boolean {
  if (session === undefined || body === undefined || !body.trimStart().startsWith('<')) return false;
  return messageIn(body).body.some(({ name }) => name.local === session.operation.input.body[0]?.name.local);
}

function restInFront(
  mapping: Mapping,
  rule: MappingRule,
  exchange: CapturedExchange,
  calls: readonly CapturedCall[],
  isFlow: boolean,
): Sides {
  const response = exchange.response as CapturedCall['response'];
  const rest = inFormOfTable(mapping, exchange, restPart(rule, exchange.request, exchange.request.target, response));
  const fitted = ({ body }: CapturedMessage) => fittedMessage(messageIn(body), mapping);
  const parts = calls.map(({ request, response }) =>
    soapPart(isFlow ? undefined : rule, fitted(request), response && fitted(response)),
  );
  return { rest: isFlow ? rest : fittedRest(mapping, rule, rest, parts[0]), soap: isFlow ? parts : parts[0], isFlow };
}

/** An error in a form of the table is compared as a whole; the request has another id in each run. */
function inFormOfTable({ errorForms }: Mapping, { id }: CapturedExchange, rest: RestPart): RestPart {
  const { response } = rest;
  if (!response?.isProblem || writtenForm(errorForms, response.status)?.body === undefined) return rest;
  return {
    ...rest,
    response: { ...response, isProblem: false, body: response.body?.replaceAll(requestUrn(id), requestUrn(CASE_ID)) },
  };
}

function requestUrn(id: string): string {
  return `urn:soapstone:request:${id}`;
}

function soapInFront(
  mapping: Mapping,
  rule: MappingRule,
  { request, response }: CapturedExchange,
  calls: readonly CapturedCall[],
  isFlow: boolean,
): Sides {
  const fitted = (body: string | undefined) => fittedMessage(messageIn(body), mapping);
  const soap = soapPart(rule, fitted(request.body), fitted(response?.body));
  const parts = calls.map((call) =>
    restPart(isFlow ? undefined : rule, call.request, belowBase(mapping, call.request), call.response, false),
  );
  return { soap, rest: isFlow ? parts : fittedRest(mapping, rule, parts[0], soap), isFlow };
}

function messageIn(body: string | undefined): RecordedMessage {
  return body === undefined ? { headers: [], body: [] } : recordedMessage(body);
}

function fittedMessage({ headers, body, fault }: RecordedMessage, { codec }: Mapping): RecordedMessage {
  const fitting = (element: XmlElement) => withFittingMasks(element, codec);
  if (fault === undefined) return { headers: headers.map(fitting), body: body.map(fitting) };
  return { headers: headers.map(fitting), body, fault: { ...fault, detail: fault.detail && fitting(fault.detail) } };
}

/** Header parts that the rule names. Without a rule, all: those that a rule does not name are not compared. */
function soapPart(
  rule: MappingRule | undefined,
  request: RecordedMessage,
  response: RecordedMessage | undefined,
): SoapPart {
  return {
    request: named(request, rule?.request.soap),
    fault: response?.fault,
    response: response === undefined || response.fault ? undefined : named(response, rule?.response.soap),
  };
}

function named({ headers, body }: RecordedMessage, pattern: SoapPattern | undefined): SoapPart['request'] {
  if (pattern === undefined)
    return { body, headers: headers.map((element) => ({ part: element.name.local, element })) };
  const parts = pattern.headers.flatMap(({ part }) => {
    const element = headers.find(({ name }) => clark(name) === clark(part.element.name));
    return element === undefined ? [] : [{ part: part.part, element }];
  });
  return { body, headers: parts };
}

/** The path of a call without that of the upstream's URL. */
function belowBase(mapping: Mapping, { method, target }: CapturedRequest): string {
  const { pathname, search } = new URL(target);
  const segments = pathname.split('/').slice(1);
  for (let skipped = 0; skipped < segments.length; skipped++) {
    const path = `/${segments.slice(skipped).join('/')}`;
    if (mapping.lookup(method, path).kind === 'found') return path + search;
  }
  return pathname + search;
}

/** `isShown`: clients see the response. Errors of a service stay as they are. */
function restPart(
  rule: MappingRule | undefined,
  request: CapturedRequest,
  target: string,
  response: (CapturedMessage & { readonly status: number }) | undefined,
  isShown = true,
): RestPart {
  const fields = (message: CapturedMessage, names: readonly string[]) =>
    message.headers.filter(([name]) => names.includes(name.toLowerCase()));
  return {
    line: `${request.method} ${target}`,
    headers: fields(request, requestFields(rule)),
    body: jsonIn(request),
    response: response && {
      status: response.status,
      headers: fields(response, RESPONSE_FIELDS),
      body: jsonIn(response),
      isProblem: isShown && response.status >= 400,
    },
  };
}

/** `$host` comes from the field Host. `Prefer: respond-async` chooses the rule that submits a job (RFC 7240 §4.1). */
function requestFields(rule: MappingRule | undefined): readonly string[] {
  const { headers = [] } = rule?.request.rest ?? {};
  const hostField = rule?.variables.some((name) => name.startsWith('$host')) ? ['host'] : [];
  const preferField = rule?.restSide.job?.needsPrefer ? ['prefer'] : [];
  return [...headers, ...hostField, ...preferField];
}

/** Header fields of responses that rules write. */
const RESPONSE_FIELDS = ['location', 'content-location'];

function jsonIn({ body, bytes }: CapturedMessage): string | undefined {
  if (bytes === 0) return undefined;
  if (body === undefined) throw unfit('a body is not in the capture: it is neither XML nor JSON');
  return body;
}
