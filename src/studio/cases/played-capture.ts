// The exchange at hand in the form of a capture, so that one recorder serves both. Nothing has been sent.
import type { CapturedCall, CapturedExchange, CapturedMessage, CapturedResponse } from '../../capture/captured.ts';
import { Redaction } from '../../capture/redaction.ts';
import { secretNamesOf, secretValues } from '../../explain/secrets.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { pathNames } from '../../mapping/runtime/path-names.ts';
import type { RecordRequest, Side } from '../protocol/api.ts';
import { Refusal } from '../protocol/refusal.ts';
import type { OfflineCall } from '../sides/offline.ts';
import { parseRequest, parseResponse } from '../sides/rest-message.ts';
import { soapScript } from '../sides/samples.ts';
import { findRule, nothingSent, otherSide, type PlayedExchange, playExchange, takenText } from '../sides/translate.ts';

/** Secrets that the user typed are masked, as those of real exchanges. @throws Refusal where the texts are no exchange. */
export async function playedCapture(
  mapping: Mapping,
  { request, response }: Pick<RecordRequest, 'request' | 'response'>,
): Promise<CapturedExchange> {
  const match = await findRule(mapping, request);
  if ('problem' in match) throw new Refusal('refused', match.problem);
  const { rule, bindings } = match;
  const { side, text } = takenText(match, request);
  if (rule === undefined) throw new Refusal('refused', 'no rule takes this request, so there is no case to record');
  const played = await playExchange(mapping, { ...match, rule }, side, response);
  const client = played.response[side];
  if (client.text === '') throw new Refusal('refused', client.problem ?? 'the exchange has no response');
  const calls = callsOf(rule, played, side, response.side);
  const redaction = new Redaction({
    ids: pathNames(mapping.rules, rule),
    template: rule.request.rest.template,
    values: secretValues(rule, bindings, secretNamesOf(mapping, rule)),
  });
  return redacted(redaction, {
    id: 'studio',
    time: new Date().toISOString(),
    bridge: '',
    present: side,
    rule: rule.id,
    ms: 0,
    request: side === 'rest' ? restRequest(text) : { method: 'POST', target: '/', ...message([], text) },
    response: side === 'rest' ? restResponse(client.text) : { status: 200, ...message([], client.text) },
    calls,
  });
}

function redacted(redaction: Redaction, exchange: CapturedExchange): CapturedExchange {
  const masked = <M extends CapturedMessage>(message: M): M => {
    const headers = redaction.headers(message.headers);
    const { body, bytes } = message;
    return body === undefined
      ? { ...message, headers }
      : { ...message, headers, ...redaction.body(Buffer.from(body), bytes, message.headers) };
  };
  const request = (sent: CapturedExchange['request']) => ({ ...masked(sent), target: redaction.target(sent.target) });
  const response = (answer: CapturedResponse | undefined) => answer && masked(answer);
  return {
    ...exchange,
    request: request(exchange.request),
    response: response(exchange.response),
    calls: exchange.calls.map((call) => ({
      ...call,
      request: request(call.request),
      response: response(call.response),
    })),
  };
}

function callsOf(
  rule: MappingRule,
  { exchange, response }: PlayedExchange,
  present: Side,
  writtenSide: Side,
): CapturedCall[] {
  const { calls, outcome } = exchange;
  const isFlow = rule.flow !== undefined || rule.soapFlow !== undefined;
  if (calls.length === 0 && !isFlow) throw new Refusal('refused', nothingSent(outcome));
  const service = otherSide(present);
  const captured = calls.map((call) => capturedCall(call, service));
  if (isFlow || writtenSide !== present) return captured;
  // The client's response is written by hand: the service's one follows from it.
  const { text, problem } = response[service];
  if (text === '') throw new Refusal('refused', problem ?? 'the service has no response that leads to this one');
  return [{ ...captured[0], response: service === 'rest' ? restResponse(text) : soapResponse(rule, text) }];
}

function capturedCall({ rule, request, response }: OfflineCall, service: Side): CapturedCall {
  const { method, path, headers, body } = request;
  const sent = message(pairs(headers), bodyText(body));
  const { status, body: answer } = response;
  return {
    request: { method, target: `http://service.invalid${path}`, ...sent },
    response:
      service === 'soap'
        ? soapResponse(rule, bodyText(answer) ?? '')
        : { status, ...message(Object.entries(response.headers), bodyText(answer)) },
    startMs: 0,
    ms: 0,
  };
}

function soapResponse(rule: MappingRule, text: string): CapturedResponse {
  const { status, body } = soapScript(text, rule);
  return { status, ...message([], bodyText(body)) };
}

function restRequest(text: string): CapturedExchange['request'] {
  const { method, path, query, headers, body } = parseRequest(text).message;
  const target = `${path}${query === '' ? '' : `?${query}`}`;
  return { method, target, ...message(Object.entries(headers), bodyText(body)) };
}

function restResponse(text: string): CapturedResponse {
  const { status, headers, body } = parseResponse(text).message;
  return { status, ...message(Object.entries(headers), bodyText(body)) };
}

function message(headers: CapturedMessage['headers'], body: string | undefined): CapturedMessage {
  return { headers, bytes: Buffer.byteLength(body ?? ''), body };
}

function bodyText(body: Uint8Array | undefined): string | undefined {
  return body && Buffer.from(body).toString();
}

/** Names and values in turn. */
function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]] as [string, string]] : []));
}
