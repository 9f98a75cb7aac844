// A sample exchange of a rule, from samples of its SOAP messages: the request that a client sends and the response that it gets. Descriptions,
// stub cases, the mock and `try` lines have the same one.
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { Wrong } from '../mapping/cases/compare.ts';
import { asCase, view } from '../mapping/cases/round-trip-laws.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import { withCredential } from '../mapping/cases/supplied-values.ts';
import { namesInPath } from '../mapping/checker/names-in.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { splitPath } from '../pattern/text/path.ts';
import type { Bindings, RestRequestParts, SoapPattern } from '../rule/pattern.ts';
import { type SampleSize, sampleXml } from './sample-xml.ts';

/** A request to a rule as its clients send it. */
export interface SampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Fields that the rule demands. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SampleExchange {
  /** Lines of each element of the SOAP body. */
  readonly xml: readonly (readonly string[])[];
  /** Header parts that the gateway writes by itself. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bindings: Bindings;
  readonly request: SampleRequest;
}

export interface SampleResponse {
  readonly xml: readonly (readonly string[])[];
  readonly bindings: Bindings;
  readonly status: number;
  readonly body?: string;
}

/** A request that the rule takes. undefined: a value of the request has no sample. */
export function sampleExchange(mapping: Mapping, rule: MappingRule): SampleExchange | undefined {
  if (needsMore(rule)) return undefined;
  for (const text of SAMPLE_TEXTS)
    for (const size of sizesFor(rule)) {
      const exchange = exchangeOf(mapping, rule, size, text);
      if (exchange !== undefined) return exchange;
    }
  return undefined;
}

/** No sample of a SOAP message has what only the REST request says. */
function needsMore({ oneSided, restSide }: MappingRule): boolean {
  const names = namesInPath(restSide);
  return oneSided.some(({ side, filled, name }) => side === 'rest' && !filled && names.includes(name));
}

/** Converters of a rule may take numbers alone, where the contract takes any text. */
export const SAMPLE_TEXTS = [undefined, '1'] as const;

export function sampleRequest(mapping: Mapping, rule: MappingRule): SampleRequest | undefined {
  return sampleExchange(mapping, rule)?.request;
}

/** Nothing optional where a path names a resource already. A path may also name what an optional element holds. */
function sizesFor({ request: { rest } }: MappingRule): readonly SampleSize[] {
  return rest.template.includes('{') && !rest.hasBody ? ['least', 'short', 'full'] : ['short', 'least', 'full'];
}

function exchangeOf(
  mapping: Mapping,
  rule: MappingRule,
  size: SampleSize,
  text: string | undefined,
): SampleExchange | undefined {
  const { soap, rest } = rule.request;
  const xml = sampleMessage(mapping, soap, size, text);
  return attempt(() => {
    const messages = new SoapMessages(mapping);
    const empty: Bindings = new Array(rule.variables.length);
    const bindings = xml && messages.decode(soap, { body: xml.map(textOf), headers: new Map() }, empty);
    if (xml === undefined || bindings === undefined) return undefined;
    const message = messages.messageOf(soap, messages.encodeRequest(rule, withCredential(rule, bindings)));
    const parts = rest.fill(bindings);
    if (!isTaken(rule, parts)) return undefined;
    const { method, target, headers, body } = parts;
    const request = { method, target, headers, body: body && Buffer.from(body).toString() };
    // A sample of the contract has a text where cases have the sample of a credential.
    const lines = rule.credentialFields === undefined ? xml : message.body.map((element) => [element]);
    return { xml: lines, headers: message.headers, bindings, request };
  });
}

/** @throws SoapstoneError where the rule refuses the request */
function isTaken({ request: { rest } }: MappingRule, parts: RestRequestParts): boolean {
  const request = asCase(parts);
  return rest.match(view(request, splitPath(request.path))) !== undefined;
}

/** `request`: bindings of the request, whose values the response repeats. undefined: no sample goes through the rule. */
export function sampleResponse(
  mapping: Mapping,
  rule: MappingRule,
  request: Bindings,
  size: SampleSize,
): SampleResponse | undefined {
  for (const text of SAMPLE_TEXTS) {
    const response = responseOf(mapping, rule, request, sampleMessage(mapping, rule.response.soap, size, text));
    if (response !== undefined) return response;
  }
  return undefined;
}

function responseOf(
  mapping: Mapping,
  rule: MappingRule,
  request: Bindings,
  xml: string[][] | undefined,
): SampleResponse | undefined {
  const { soap, rest } = rule.response;
  return attempt(() => {
    const message = xml && { body: xml.map(textOf), headers: new Map<string, string>() };
    const bound = message && new SoapMessages(mapping).decode(soap, message, new Array(rule.variables.length));
    if (xml === undefined || bound === undefined) return undefined;
    const bindings = rule.variables.map((_, i) => request[i] ?? bound[i]);
    const { status, body } = rest.fill(bindings.slice());
    return { xml, bindings, status, body: body && Buffer.from(body).toString() };
  });
}

/** Lines of each body element, with what `sampleXml` says. */
export function sampleMessage(
  mapping: Mapping,
  pattern: SoapPattern,
  size: SampleSize,
  text: string | undefined,
): string[][] | undefined {
  const demand = (slot: number) => pattern.demand?.(slot);
  const all = pattern.body.map(({ element, shape }) => sampleXml(element, mapping.codec, size, shape, text, demand));
  return all.every((lines) => lines !== undefined) ? all : undefined;
}

function textOf(lines: readonly string[]): string {
  return lines.join('\n');
}

/** Samples that a rule refuses are none. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Wrong || error instanceof Mismatch) return undefined;
    throw error;
  }
}
