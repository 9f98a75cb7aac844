// Random REST requests, responses and problems of a rule: what its patterns make of random messages of the contract, in random spelling.

import fc from 'fast-check';
import type { Message } from '../../src/contract/model/contract.ts';
import type { ElementDecl } from '../../src/contract/model/model.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import type { Fault } from '../../src/fault/fault.ts';
import { textOf } from '../../src/json/value.ts';
import type { CaseMessage } from '../../src/mapping/cases/cases.ts';
import { SoapMessages } from '../../src/mapping/cases/soap-messages.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import type { Bindings } from '../../src/rule/pattern.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { inOwnForm } from './own-forms.ts';
import type { Elements } from './random.ts';

export interface RestMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

export interface RandomRequest extends RestMessage {
  readonly method: string;
  readonly target: string;
}

export interface RandomReply extends RestMessage {
  readonly status: number;
  /** Of an error in a form of the table. */
  readonly media?: string;
}

export interface RandomExchange {
  readonly request: RandomRequest;
  readonly response: RandomReply;
}

/** Requests with a response of success. Values that no REST message can carry are left out: the loop of SOAP is about those. */
export function exchanges(mapping: Mapping, rule: Rule, elements: Elements): fc.Arbitrary<RandomExchange> {
  const { input, output } = rule.operation;
  const response = output ? parts(output, elements) : fc.constant<CaseMessage>({ body: [], headers: new Map() });
  return fc
    .tuple(parts(input, elements), response, fc.nat())
    .map(([asked, said, seed]) => filled(mapping, rule, asked, said, seed))
    .filter((found) => found !== undefined);
}

function parts({ body, headers }: Message, elements: Elements): fc.Arbitrary<CaseMessage> {
  const one = (element: ElementDecl) => elements(element).map((xml) => xml.trim());
  const blocks = fc.tuple(
    ...headers.map(({ part, element }) => fc.option(one(element).map((xml) => [part, xml] as const))),
  );
  return fc.tuple(fc.tuple(...body.map(one)), blocks).map(([found, list]) => ({
    body: found,
    headers: new Map(list.filter((entry) => entry !== null)),
  }));
}

function filled(
  mapping: Mapping,
  rule: Rule,
  asked: CaseMessage,
  said: CaseMessage,
  seed: number,
): RandomExchange | undefined {
  const messages = new SoapMessages(mapping);
  try {
    const bindings = messages.decode(rule.request.soap, asked, []);
    const all = bindings && messages.decode(rule.response.soap, said, bindings.slice());
    if (all === undefined) return undefined;
    const request = rule.request.rest.fill(bindings as Bindings);
    const response = rule.response.rest.fill(all);
    return {
      request: { ...request, headers: request.headers, body: respelled(request.body, seed) },
      response: { status: response.status, headers: response.headers, body: respelled(response.body, seed) },
    };
  } catch (e) {
    if (e instanceof SoapstoneError) return undefined;
    throw e;
  }
}

/** Problems of the table: what its rows make of declared faults with random detail, and of responses that report failure. */
export function problems(mapping: Mapping, rule: Rule, elements: Elements): fc.Arbitrary<RandomReply> {
  const messages = new SoapMessages(mapping);
  const reason = fc.constantFrom('It was in May', 'no such thing: "7"', 'zu spät – 漢字');
  const declared = rule.operation.faults.map(({ element }) =>
    fc
      .tuple(elements(element), fc.constantFrom('Client', 'Server'), reason)
      .map(([xml, code, said]) => messages.fault({ code, reason: said, detail: xml.trim() }))
      .map((fault) => rule.faults.fromSoap(fault))
      // Limit: white space around a reason. The data of a form still has the blank text where the title stands.
      .filter(({ init }) => mapping.errorForms.length === 0 || init.detail?.trim() !== '')
      .map((fault) => problemOf(mapping, fault)),
  );
  const { responses: replies } = rule.faults;
  const failures = (rule.operation.output && replies.length > 0 ? [parts(rule.operation.output, elements)] : []).map(
    (message) => message.map((said) => failureIn(mapping, rule, said)).filter((found) => found !== undefined),
  );
  return fc.oneof(...declared, ...failures);
}

function failureIn(mapping: Mapping, rule: Rule, said: CaseMessage): RandomReply | undefined {
  const messages = new SoapMessages(mapping);
  if (messages.decode(rule.response.soap, said, [])) return undefined;
  for (const row of rule.faults.responses) {
    const bindings = messages.decode(row.soap, said, []);
    if (bindings) return problemOf(mapping, row.fault(bindings));
  }
  return undefined;
}

function problemOf(mapping: Mapping, { init }: Fault): RandomReply {
  const { status, code, title, detail, headers, data } = init;
  const own = inOwnForm(mapping, init);
  if (own) return { status, headers: headers ?? {}, ...own };
  const words = JSON.stringify({ status, code, title, detail: detail === '' ? undefined : detail });
  const body = data === undefined ? words : `${words.slice(0, -1)},"data":${textOf(data)}}`;
  return { status, headers: headers ?? {}, body };
}

/** Another order of members, other white space; every digit kept. */
function respelled(body: Uint8Array | undefined, seed: number): string | undefined {
  if (body === undefined) return undefined;
  const text = Buffer.from(body).toString();
  let state = seed;
  const draw = (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % n;
  };
  const value = JSON.parse(text, ((_key: string, found: unknown, { source }: { source: string }) => {
    if (typeof found === 'number') return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);
    if (found === null || typeof found !== 'object' || Array.isArray(found) || isRaw(found)) return found;
    const entries = Object.entries(found);
    for (let i = entries.length - 1; i > 0; i--) {
      const j = draw(i + 1);
      [entries[i], entries[j]] = [entries[j], entries[i]];
    }
    return Object.fromEntries(entries);
  }) as never);
  return JSON.stringify(value, undefined, draw(3));
}

function isRaw(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);
}
