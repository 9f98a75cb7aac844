// Random REST requests, replies and problems of a rule: what its patterns make of random messages of the contract, in random spelling.
import fc from 'fast-check';
import { textOf } from '../../src/json/value.ts';
import type { CaseMessage } from '../../src/mapping/cases.ts';
import { SoapMessages } from '../../src/mapping/golden/soap-messages.ts';
import type { Bindings, Mapping, Rule, SoapPattern } from '../../src/mapping/rule.ts';
import type { Message } from '../../src/contract/contract.ts';
import type { ElementDecl } from '../../src/contract/model.ts';
import { constantCase } from '../../src/fault/words.ts';
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
}

export interface RandomExchange {
  readonly request: RandomRequest;
  readonly reply: RandomReply;
}

/** Requests with a reply of success. Values that no REST message can carry are left out: the loop of SOAP is about those. */
export function exchanges(mapping: Mapping, rule: Rule, elements: Elements): fc.Arbitrary<RandomExchange> {
  const { input, output } = rule.operation;
  const reply = output ? parts(output, elements) : fc.constant<CaseMessage>({ body: [], headers: new Map() });
  return fc
    .tuple(parts(input, elements), reply, fc.nat())
    .map(([asked, said, seed]) => filled(mapping, rule, asked, said, seed))
    .filter((found) => found !== undefined);
}

function parts({ body, headers }: Message, elements: Elements): fc.Arbitrary<CaseMessage> {
  const one = (element: ElementDecl) => elements(element).map((xml) => xml.trim());
  const blocks = fc.tuple(...headers.map(({ part, element }) => fc.option(one(element).map((xml) => [part, xml] as const))));
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
  const bound = (pattern: SoapPattern, message: CaseMessage, start: Bindings) => messages.decode(pattern, message, start);
  try {
    const bindings = bound(rule.request.soap, asked, []);
    const all = bindings && bound(rule.reply.soap, said, bindings.slice());
    if (all === undefined) return undefined;
    const request = rule.request.rest.fill(bindings as Bindings);
    const reply = rule.reply.rest.fill(all);
    return {
      request: { ...request, headers: request.headers, body: respelled(request.body, seed) },
      reply: { status: reply.status, headers: reply.headers, body: respelled(reply.body, seed) },
    };
  } catch {
    return undefined;
  }
}

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  /** JSON text. */
  readonly data?: string;
}

/** Problems that stand for a declared fault: by its name, with its content as data. */
export function declaredProblems(mapping: Mapping, rule: Rule, elements: Elements, statuses: Statuses): fc.Arbitrary<Problem> {
  const messages = new SoapMessages(mapping);
  const choices = rule.operation.faults.map(({ element }) => {
    const code = constantCase(element.name.local);
    return elements(element).map((xml): Problem => {
      const { init } = messages.fault({ code: 'Client', reason: 'x', detail: xml.trim() });
      return { status: statuses[code] ?? 422, code, data: textOf(init.soap!.detail[0].value!) };
    });
  });
  const details = fc.option(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }).map((s) => `a ${s}.`), { nil: undefined });
  return fc.tuple(fc.oneof(...choices), details).map(([problem, detail]) => ({ ...problem, detail }));
}

/** Status of a fault row by its code. */
export type Statuses = Readonly<Record<string, number>>;

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
