// Responses as text: what a client gets for an outcome, and the other way round.
import { writtenProblem } from '../../binding/rest/front/problem.ts';
import { FaultWriter } from '../../binding/soap/front/fault-writer.ts';
import { requestMessage, responseMessage } from '../../binding/soap/message.ts';
import { writeDocument } from '../../binding/soap/write.ts';
import { Mismatch } from '../../codec/model/codec.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { prettyXml } from '../../explain/explain-rest.ts';
import { Fault } from '../../fault/fault.ts';
import { type FaultTexts, shownFault } from '../../fault/texts.ts';
import { json } from '../../json/value.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Pair, ShownMessage, Side } from '../protocol/api.ts';
import { reasonOf } from './find-rule.ts';
import type { OfflineCall, OfflineExchange } from './offline.ts';
import { responseMarks } from './rest-marks.ts';
import { messageText, parseResponse } from './rest-message.ts';
import { soapScript } from './samples.ts';
import { soapMarks } from './soap-marks.ts';

export interface SideText {
  readonly side: Side;
  readonly text: string;
}

/** The response of a face, or the error that clients get in place of it. */
export function clientResponse(
  mapping: Mapping,
  present: Side,
  outcome: OfflineExchange['outcome'],
  call: OfflineCall | undefined,
  faultTexts?: FaultTexts,
): ShownMessage {
  if (outcome instanceof Fault) return faultResponse(mapping, present, outcome, call, faultTexts);
  try {
    return present === 'rest'
      ? restResponse(outcome.rule, outcome.bindings)
      : soapResponse(mapping, outcome.rule, outcome.bindings);
  } catch (error) {
    return { text: '', marks: [], problem: reasonOf(error) };
  }
}

/** The client's text as a gateway shows it; `problem` is for the user, who sees the service's response too. */
function faultResponse(
  mapping: Mapping,
  present: Side,
  original: Fault,
  call: OfflineCall | undefined,
  faultTexts: FaultTexts = 'client-errors',
): ShownMessage {
  const { code, detail } = original.init;
  const problem = `the response is a failure: ${code}${detail === undefined ? '' : `: ${detail}`}`;
  const fault = shownFault(original, faultTexts);
  if (present === 'rest') {
    const { media, body } = writtenProblem(fault, 'studio', mapping.errorForms);
    const fields = ['content-type', media, ...Object.entries(fault.init.headers ?? {}).flat()];
    return { text: messageText(String(fault.init.status), fields, body), marks: [], problem };
  }
  const version = call?.rule.operation.version ?? '1.1';
  const { body } = new FaultWriter(mapping.codec).write(version, fault);
  return { text: prettyXml(Buffer.from(body).toString()), marks: [], problem };
}

function restResponse(rule: MappingRule, bindings: Bindings): ShownMessage {
  const { status, headers, media, body } = rule.response.rest.fill(bindings);
  const fields = [...(body ? ['content-type', media] : []), ...Object.entries(headers).flat()];
  const text = messageText(String(status), fields, body);
  return { text, marks: responseMarks(rule, parseResponse(text)) };
}

function soapResponse(mapping: Mapping, rule: MappingRule, bindings: Bindings): ShownMessage {
  const { soap } = rule.response;
  const { program } = requestMessage(mapping.codec, soap, rule.operation.version);
  const text = prettyXml(Buffer.from(writeDocument(program, soap.fill(bindings))).toString());
  return { text, marks: soapMarks(soap, bindings, text) };
}

/** The client's response was written by hand: the response of the service that would have led to it. */
export function serviceResponse(
  mapping: Mapping,
  rule: MappingRule,
  request: Bindings,
  { side, text }: SideText,
): { readonly pair: Pair; readonly bindings?: Bindings } {
  const source: ShownMessage = { text, marks: [] };
  const pairOf = (client: ShownMessage, service: ShownMessage): Pair =>
    side === 'rest' ? { rest: client, soap: service } : { rest: service, soap: client };
  try {
    const bindings =
      side === 'rest' ? readRest(rule, text, request.slice()) : readSoap(mapping, rule, text, request.slice());
    const service = side === 'rest' ? soapResponse(mapping, rule, bindings) : restResponse(rule, bindings);
    const marks =
      side === 'rest' ? responseMarks(rule, parseResponse(text)) : soapMarks(rule.response.soap, bindings, text);
    return { bindings, pair: pairOf({ text, marks }, service) };
  } catch (error) {
    const problem = error instanceof Mismatch ? `${error.message} at ${error.path}` : reasonOf(error);
    return { pair: pairOf(source, { text: '', marks: [], problem }) };
  }
}

function readRest(rule: MappingRule, text: string, bindings: Bindings): Bindings {
  const { status, headers, body } = parseResponse(text).message;
  const matched = rule.response.rest.match({ status, headers, body: body && json(body) }, bindings);
  if (matched) return matched;
  const hint = `write a response with status ${rule.response.rest.status}; failures are read from the service's side`;
  throw new SoapstoneError('BAD_BODY', 'the response of the rule is another one', { suggestion: hint });
}

function readSoap(mapping: Mapping, rule: MappingRule, text: string, bindings: Bindings): Bindings {
  const { soap } = rule.response;
  const { program } = responseMessage(mapping.codec, soap, rule.operation.version);
  const decoder = program.decoder();
  decoder.write(soapScript(text, rule).body ?? new Uint8Array(0));
  const matched = soap.match(decoder.end(), bindings);
  if (matched) return matched;
  throw new SoapstoneError('BAD_BODY', 'the response of the rule is another one');
}
