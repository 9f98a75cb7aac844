// The laws of a rule, tried on the four sides of one case: what a side writes it reads back, and the other way round.

import { SoapstoneError } from '../../errors/errors.ts';
import { scan } from '../../json/tape.ts';
import { textOf } from '../../json/value.ts';
import type { Bindings, RestRequest, RestRequestParts, RestResponseParts, SoapPattern } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { canonicalXml } from '../../xml/c14n.ts';
import type { Mapping } from '../model/mapping.ts';
import type { CaseRequest } from './cases.ts';
import { same, show, Wrong } from './compare.ts';
import type { Encoded, SoapMessages } from './soap-messages.ts';

const LAWS = {
  1: 'both sides name the same variables',
  2: 'match(fill(b)) = b',
  3: 'fill(match(x)) is the canonical form of x',
  4: 'values are of the types of the contract',
} as const;

export type Law = keyof typeof LAWS;

export function lawText(law: Law): string {
  return `law ${law} (${LAWS[law]})`;
}

/** A law that fails for a case. */
export class BrokenLaw extends Wrong {
  readonly law: Law;
  constructor(law: Law, message: string) {
    super(message);
    this.law = law;
  }
}

/** The law that an error breaks: a variable without a value, or a value of the wrong type. */
export function lawOf(error: unknown): Law | undefined {
  if (error instanceof BrokenLaw) return error.law;
  if (!(error instanceof SoapstoneError)) return undefined;
  if (error.code === 'CODEC_MISSING' && error.message.startsWith('no value for {')) return 1;
  return error.code.startsWith('CODEC_') ? 4 : undefined;
}

/** One side of one pair. */
export interface Side<X> {
  fill(bindings: Bindings): X;
  match(message: X): Bindings | undefined;
  /** Equal for equal messages. */
  text(message: X): string;
}

/** `bindings`: those that the side has read from the case. Throws BrokenLaw. */
export function checkSide<X>(side: Side<X>, rule: Rule, bindings: Bindings): void {
  const message = side.fill(bindings.slice());
  const secondBindings = side.match(message);
  if (secondBindings === undefined) throw new BrokenLaw(2, `it does not match what it writes: ${side.text(message)}`);
  rule.variables.forEach((name, i) => {
    if (name.startsWith('$') || same(secondBindings[i], bindings[i])) return;
    throw new BrokenLaw(2, `{${name}} = ${show(bindings[i])} comes back as ${show(secondBindings[i])}`);
  });
  const twice = side.text(side.fill(secondBindings));
  if (twice !== side.text(message))
    throw new BrokenLaw(3, `${side.text(message)} is written as ${twice} the second time`);
}

export class CaseSides {
  readonly request: { readonly rest: Side<RestRequestParts>; readonly soap: Side<Encoded> };
  readonly response: { readonly rest: Side<RestResponseParts>; readonly soap: Side<Encoded> };
  private readonly messages: SoapMessages;

  /** `bindings` of the request: a response may use them. */
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

/** A written request in the form of a case. */
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
