// The REST side of a case with masks that fit: a mask is no number, and the SOAP side has a sample of the type in its place.
import { MASK } from '../capture/secret-names.ts';
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import type { RestPart, SoapPart } from './case-yaml.ts';
import { elementLines } from './element-text.ts';
import { withFittingQuery, withFittingValues } from './fitting-json.ts';

/** `soap`: whose masks fit already. */
export function fittedRest(mapping: Mapping, rule: Rule, rest: RestPart, soap: SoapPart): RestPart {
  if (![rest.line, rest.body, rest.response?.body].some((text) => text?.includes(MASK))) return rest;
  const messages = new SoapMessages(mapping);
  const bound = (side: 'request' | 'response', message: SoapPart['request'], bindings: Bindings) =>
    messages.decode(rule[side].soap, messageOf(message), bindings.slice());
  const request = attempt(() => bound('request', soap.request, new Array(rule.variables.length)));
  const { response } = soap;
  const both = request && response && attempt(() => bound('response', response, request));
  return { ...withRequest(rest, rule, request), response: fittedResponse(rest.response, rule, both) };
}

function withRequest(rest: RestPart, rule: Rule, bindings: Bindings | undefined): RestPart {
  const filled = bindings && attempt(() => rule.request.rest.fill(bindings.slice()));
  if (filled === undefined) return rest;
  return { ...rest, line: withFittingQuery(rest.line, filled.target), body: fittedBody(rest.body, filled.body) };
}

function fittedResponse(response: RestPart['response'], rule: Rule, bindings: Bindings | undefined) {
  const filled = bindings && attempt(() => rule.response.rest.fill(bindings.slice()));
  return response && filled ? { ...response, body: fittedBody(response.body, filled.body) } : response;
}

function fittedBody(body: string | undefined, filled: Uint8Array | undefined): string | undefined {
  return body && filled ? withFittingValues(body, Buffer.from(filled).toString()) : body;
}

/** In the form of a case. */
export function messageOf({ body, headers }: SoapPart['request']) {
  return {
    body: body.map((element) => elementLines(element).join('\n')),
    headers: new Map(headers.map(({ part, element }) => [part, elementLines(element).join('\n')])),
  };
}

/** undefined: a message that does not fit the rule. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Mismatch) return undefined;
    throw error;
  }
}
