// The four sides of a rule as the laws see them.

import { scan } from '../../json/tape.ts';
import { textOf } from '../../json/value.ts';
import type { Bindings, RestRequest, RestRequestParts, RestResponseParts, SoapPattern } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { canonicalXml } from '../../xml/c14n.ts';
import type { Mapping } from '../model/mapping.ts';
import type { CaseRequest } from './cases.ts';
import type { Side } from './round-trip-laws.ts';
import type { SoapMessages } from './soap-messages.ts';

type Encoded = ReturnType<SoapMessages['encode']>;

export class CaseSides {
  readonly request: { readonly rest: Side<RestRequestParts>; readonly soap: Side<Encoded> };
  readonly response: { readonly rest: Side<RestResponseParts>; readonly soap: Side<Encoded> };
  private readonly messages: SoapMessages;

  /** `bindings`: those of the request, which a response may use. */
  constructor(mapping: Mapping, messages: SoapMessages, rule: Rule, bindings: Bindings) {
    this.messages = messages;
    const supplied = bindings.map((value, i) => (rule.variables[i].startsWith('$') ? value : undefined));
    this.request = {
      rest: restRequest(mapping, rule),
      soap: this.soap(rule.request.soap, () => supplied.slice()),
    };
    this.response = { rest: restResponse(rule, bindings), soap: this.soap(rule.response.soap, () => bindings.slice()) };
  }

  private soap(pattern: SoapPattern, start: () => Bindings): Side<Encoded> {
    const { messages } = this;
    return {
      fill: (bindings) => messages.encode(pattern, bindings),
      match: (message) => messages.decode(pattern, messages.messageOf(pattern, message), start()),
      text: ({ body, headers }) =>
        [...headers, ...body].map((xml) => (xml.length === 0 ? '' : canonicalXml(xml))).join('\n'),
    };
  }
}

function restRequest(mapping: Mapping, rule: Rule): Side<RestRequestParts> {
  return {
    fill: (bindings) => rule.request.rest.fill(bindings),
    match: (parts) => {
      const request = asCase(parts);
      const look = mapping.lookup(request.method, request.path);
      return look.kind === 'found' ? rule.request.rest.match(view(request, look.segments)) : undefined;
    },
    text: ({ method, target, headers, body }) => `${method} ${target}${headerText(headers)}${bodyText(body)}`,
  };
}

function restResponse(rule: Rule, request: Bindings): Side<RestResponseParts> {
  const { rest } = rule.response;
  return {
    fill: (bindings) => rest.fill(bindings),
    match: ({ status, headers, body }) =>
      rest.match({ status, headers: lowerCase(headers), body: body && scan(body) }, request.slice()),
    text: ({ status, headers, body }) => `${status}${headerText(headers)}${bodyText(body)}`,
  };
}

/** A request that was written, in the form of a case. */
export function asCase({ method, target, headers, body }: RestRequestParts): CaseRequest {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const query = question < 0 ? '' : target.slice(question + 1);
  return { method, path, query, headers: lowerCase(headers), body: body && scan(body) };
}

export function view(request: CaseRequest, segments: readonly string[]): RestRequest {
  return { method: request.method, segments, query: request.query, headers: request.headers, body: request.body };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = Object.create(null);
  for (const name in headers) lower[name.toLowerCase()] = headers[name];
  return lower;
}

function headerText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `, ${name}: ${value}`)
    .join('');
}

function bodyText(body: Uint8Array | undefined): string {
  return body === undefined ? '' : `, ${textOf(scan(body))}`;
}
