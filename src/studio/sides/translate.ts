// Both sides of an exchange, from the text of one of them: the rule, its variables, four messages with marks. Sends nothing.

import { SoapstoneError } from '../../errors/errors.ts';
import { refusalLines } from '../../explain/explain-flow.ts';
import { prettyXml } from '../../explain/explain-rest.ts';
import { MASK, maskerOf, secretVariables } from '../../explain/secrets.ts';
import { Fault } from '../../fault/fault.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import { textOf } from '../../json/value.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { callsOf, soapCallsOf } from '../../mapping/runtime/called-operations.ts';
import { compiledOf } from '../../mapping/runtime/deferred-rule.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { doneStatesOf, type SampledCall } from '../../samples/response-samples.ts';
import type { OutgoingRequest } from '../../transport/transport.ts';
import type { Pair, ShownCall, ShownMessage, Side, TranslateRequest, Translation } from '../protocol/api.ts';
import { findByRest, findBySoap, type RuleMatch, reasonOf } from './find-rule.ts';
import { type OfflineCall, type OfflineExchange, runOffline, type Scripted } from './offline.ts';
import { clientResponse, type SideText, serviceResponse } from './responses.ts';
import { requestMarks, responseMarks } from './rest-marks.ts';
import { messageText, parseRequest, parseResponse } from './rest-message.ts';
import { sampleRequestText, sampleRestResponse, sampleSoapResponse, soapScript } from './samples.ts';
import { soapMarks } from './soap-marks.ts';

/** @throws SoapstoneError NOT_FOUND for a rule that the table has not. */
export async function translate(
  mapping: Mapping,
  input: TranslateRequest,
  faultTexts?: FaultTexts,
): Promise<Translation> {
  const request = input.request ?? requestOf(mapping, input.rule ?? '');
  const match = await findRule(mapping, request);
  if ('problem' in match) return unmatched(request, [], match.problem);
  const { rule, refusal } = match;
  if (rule === undefined) return refused(mapping, request, match.misses, refusal, faultTexts);
  const response = input.response?.rule === rule.id ? input.response : undefined;
  const translation = await matched(mapping, { ...match, rule }, takenText(match, request), response, faultTexts);
  return match.restText === undefined
    ? translation
    : withEnvelope(mapping, translation, rule, match.bindings, request.text);
}

/** The text that the rule takes. */
export function takenText({ restText }: RuleMatch, request: SideText): SideText {
  return restText === undefined ? request : { side: 'rest', text: restText };
}

/** The envelope as the user wrote it, in place of the one that the REST request becomes. */
function withEnvelope(
  mapping: Mapping,
  translation: Translation,
  rule: MappingRule,
  bindings: Bindings,
  text: string,
): Translation {
  const { request, source } = translation;
  const soap = { text, marks: soapMarks(rule.request.soap, bindings, text) };
  const sent = maskerOf(rule, bindings, secretVariables(mapping, rule))(request.rest.text);
  const rest = { text: sent, marks: requestMarks(rule, parseRequest(sent)) };
  return { ...translation, request: { rest, soap }, source: { ...source, request: 'soap' } };
}

function requestOf(mapping: Mapping, id: string): SideText {
  const rule = mapping.rules.find((one) => one.id === id);
  if (rule === undefined) throw new SoapstoneError('NOT_FOUND', `the table has no rule "${id}"`);
  return sampleRequestText(mapping, compiledOf(rule));
}

export async function findRule(
  mapping: Mapping,
  { side, text }: SideText,
): Promise<RuleMatch | { readonly problem: string }> {
  try {
    return side === 'rest' ? await findByRest(mapping, parseRequest(text).message) : await findBySoap(mapping, text);
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

const empty: ShownMessage = { text: '', marks: [] };

function unmatched({ side, text }: SideText, misses: readonly string[], problem: string): Translation {
  const source: ShownMessage = { text, marks: [] };
  const request =
    side === 'rest' ? { rest: source, soap: { ...empty, problem } } : { rest: { ...empty, problem }, soap: source };
  const response = { rest: empty, soap: empty };
  return { misses, variables: [], calls: [], request, response, source: { request: side, response: otherSide(side) } };
}

/** With the problem that the client gets. */
function refused(
  mapping: Mapping,
  request: SideText,
  misses: readonly string[],
  refusal: Fault | undefined,
  faultTexts: FaultTexts | undefined,
): Translation {
  if (refusal === undefined) return unmatched(request, misses, 'no rule takes this request');
  const [head, ...reasons] = refusalLines(refusal);
  const { response, ...translation } = unmatched(request, misses, nothingSent(refusal));
  const client = clientResponse(mapping, request.side, refusal, undefined, faultTexts);
  const { code } = refusal.init;
  const isOfRules = code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED';
  return { ...translation, refusal: { head, reasons, isOfRules }, response: { ...response, [request.side]: client } };
}

export function otherSide(side: Side): Side {
  return side === 'rest' ? 'soap' : 'rest';
}

type Match = RuleMatch & { readonly rule: MappingRule };

/** An exchange that the texts of two messages stand for. */
export interface PlayedExchange {
  readonly exchange: OfflineExchange;
  readonly response: Pair;
  /** Variables of request and response. */
  readonly bindings: Bindings;
}

/** `response`: of either side; by default a sample of the service. */
export async function playExchange(
  mapping: Mapping,
  { rule, bindings }: Match,
  present: Side,
  response: SideText | undefined,
  faultTexts?: FaultTexts,
): Promise<PlayedExchange> {
  const service = otherSide(present);
  const text = response?.side === service ? response.text : undefined;
  const doneStates = doneStatesOf([rule]);
  const isSingle = rule.flow === undefined;
  const exchange = await runOffline(
    mapping,
    present,
    rule,
    bindings,
    (called, call, sent) =>
      respond(
        mapping,
        service,
        { rule: called, isSingle, doneState: doneStates.get(called) },
        sent,
        call === 0 ? text : undefined,
      ),
    faultTexts,
  );
  const last =
    response?.side === present
      ? serviceResponse(mapping, rule, bindings, response)
      : forward(mapping, present, exchange, faultTexts);
  return { exchange, response: last.pair, bindings: last.bindings ?? bindings };
}

async function matched(
  mapping: Mapping,
  match: Match,
  request: SideText,
  response: SideText | undefined,
  faultTexts: FaultTexts | undefined,
): Promise<Translation> {
  const { rule, bindings, misses } = match;
  const service = otherSide(request.side);
  const mask = maskerOf(rule, bindings, secretVariables(mapping, rule));
  const played = await playExchange(mapping, match, request.side, response, faultTexts);
  const { exchange, response: pair, bindings: bound } = played;
  return {
    rule: { id: rule.id, file: rule.place.file, line: rule.place.line, calls: callNames(rule, request.side) },
    misses,
    variables: variablesOf(mapping, rule, bound),
    calls: exchange.calls.length > 1 || rule.flow ? exchange.calls.map((call) => shownCall(call, service, mask)) : [],
    request: requestPair(rule, bindings, request, exchange, mask),
    response: pair,
    source: { request: request.side, response: response?.side ?? service },
  };
}

function variablesOf(mapping: Mapping, rule: MappingRule, bindings: Bindings): Translation['variables'] {
  const isSecret = secretVariables(mapping, rule);
  return rule.variables.map((name, i) => {
    const value = bindings[i] && textOf(bindings[i]);
    return { name, value: value !== undefined && isSecret(name) ? MASK : value };
  });
}

function callNames(rule: MappingRule, present: Side): string {
  if (present === 'rest') return [...new Set(callsOf(rule).map(({ operation }) => operation.name))].join(', ');
  const lines = soapCallsOf(rule).map(({ request: { rest } }) => `${rest.method} ${rest.template}`);
  return [...new Set(lines)].join(', ');
}

function respond(
  mapping: Mapping,
  service: Side,
  call: SampledCall,
  bindings: Bindings,
  text: string | undefined,
): Scripted {
  const rule = call.rule as MappingRule;
  if (service === 'soap') return soapScript(text ?? sampleSoapResponse(mapping, call, bindings), rule);
  return text === undefined ? sampleRestResponse(mapping, rule, bindings) : parseResponse(text).message;
}

/** The source as it is, the other side as the gateway writes it. */
function requestPair(
  rule: MappingRule,
  bindings: Bindings,
  { side, text }: SideText,
  { calls, outcome }: OfflineExchange,
  mask: (line: string) => string,
): Pair {
  const [call] = calls;
  const single = call !== undefined && calls.length === 1 && call.rule.id === rule.id;
  const marks = side === 'rest' ? requestMarks(rule, parseRequest(text)) : soapMarks(rule.request.soap, bindings, text);
  const source = { text, marks };
  const sent =
    call === undefined ? { ...empty, problem: nothingSent(outcome) } : sentMessage(call, otherSide(side), single, mask);
  return side === 'rest' ? { rest: source, soap: sent } : { rest: sent, soap: source };
}

export function nothingSent(outcome: OfflineExchange['outcome']): string {
  return outcome instanceof Fault
    ? ['nothing is sent', ...refusalLines(outcome)].join('; ')
    : 'no call: the gateway responds by itself';
}

function sentMessage(call: OfflineCall, side: Side, single: boolean, mask: (line: string) => string): ShownMessage {
  const text = mask(requestText(call.request, side));
  if (!single) return { text, marks: [] };
  const marks =
    side === 'soap'
      ? soapMarks(call.rule.request.soap, call.bindings, text)
      : requestMarks(call.rule, parseRequest(text));
  return { text, marks };
}

function requestText({ method, path, headers, body }: OutgoingRequest, side: Side): string {
  if (side === 'soap') return prettyXml(Buffer.from(body ?? []).toString());
  return messageText(`${method} ${path}`, headers, body);
}

function shownCall({ rule, request, response }: OfflineCall, side: Side, mask: (line: string) => string): ShownCall {
  const { rest } = rule.request;
  const title = side === 'soap' ? rule.operation.name : `${rest.method} ${rest.template}`;
  const body = Buffer.from(response.body ?? []).toString();
  return { title, request: mask(requestText(request, side)), response: side === 'soap' ? prettyXml(body) : body };
}

interface LastMessages {
  readonly pair: Pair;
  readonly bindings?: Bindings;
}

/** The service's response, and what the client gets for it. */
function forward(
  mapping: Mapping,
  present: Side,
  { calls, outcome }: OfflineExchange,
  faultTexts: FaultTexts | undefined,
): LastMessages {
  const service = otherSide(present);
  const last = calls.at(-1);
  const client = clientResponse(mapping, present, outcome, last, faultTexts);
  const bindings = outcome instanceof Fault ? undefined : outcome.bindings;
  const source = serviceMessage(service, last, outcome);
  return { bindings, pair: present === 'rest' ? { rest: client, soap: source } : { rest: source, soap: client } };
}

function serviceMessage(
  service: Side,
  call: OfflineCall | undefined,
  outcome: OfflineExchange['outcome'],
): ShownMessage {
  if (call === undefined) return empty;
  const { status, headers, body } = call.response;
  const bindings = outcome instanceof Fault ? call.bindings : outcome.bindings;
  const answers = !(outcome instanceof Fault) && outcome.rule.id === call.rule.id;
  if (service === 'rest') {
    const text = messageText(String(status), Object.entries(headers).flat(), body);
    return { text, marks: answers ? responseMarks(call.rule, parseResponse(text)) : [] };
  }
  const text = Buffer.from(body ?? []).toString();
  return { text, marks: answers ? soapMarks(call.rule.response.soap, bindings, text) : [] };
}
