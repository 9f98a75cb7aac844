// A stub case for each rule of a first table: an exchange with sample values that `soapstone test` passes. Its author puts real values in.
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { parseCases } from '../mapping/cases/cases.ts';
import { Wrong } from '../mapping/cases/compare.ts';
import { runCases } from '../mapping/cases/run-cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import type { Bindings } from '../rule/pattern.ts';
import { type SampleSize, sampleXml } from './samples.ts';
import { quoted } from './table.ts';

/** A request to a rule as its clients send it. */
export interface SampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body?: string;
}

interface Exchange {
  readonly xml: readonly string[];
  /** Header headerLines that the gateway writes by itself. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bindings: Bindings;
  readonly request: SampleRequest;
}

/** With nothing optional where the path names something already. undefined: a value of the request has no sample. */
export function sampleRequest(mapping: Mapping, rule: MappingRule): SampleRequest | undefined {
  const least = rule.request.rest.template.includes('{') ? exchangeOf(mapping, rule, 'least') : undefined;
  return (least ?? usualExchange(mapping, rule))?.request;
}

/** The YAML of one case; undefined where no sample goes through the rule. */
export function stubCase(mapping: Mapping, rule: MappingRule): string | undefined {
  const exchange = usualExchange(mapping, rule);
  if (exchange === undefined) return undefined;
  for (const size of ['full', 'short'] as const) {
    const response = responseOf(mapping, rule, exchange.bindings, size);
    if (response === undefined) continue;
    for (const direction of ['', '  only: rest-to-soap\n']) {
      const text = caseText(rule, exchange, response, direction);
      if (passes(mapping, text)) return text;
    }
  }
  return undefined;
}

/** A path may name what an optional element holds. */
function usualExchange(mapping: Mapping, rule: MappingRule): Exchange | undefined {
  return exchangeOf(mapping, rule, 'short') ?? exchangeOf(mapping, rule, 'full');
}

function exchangeOf(mapping: Mapping, rule: MappingRule, size: SampleSize): Exchange | undefined {
  const xml = rule.request.soap.body.map(({ element }) => sampleXml(element, mapping.codec, size));
  if (xml.some((lines) => lines === undefined)) return undefined;
  const lines = xml.flatMap((one) => one!);
  return attempt(() => {
    const empty: Bindings = new Array(rule.variables.length);
    const message = { body: xml.map((one) => one!.join('\n')), headers: new Map() };
    const messages = new SoapMessages(mapping);
    const bindings = messages.decode(rule.request.soap, message, empty);
    if (bindings === undefined) return undefined;
    const { headers } = messages.messageOf(rule.request.soap, messages.encodeRequest(rule, bindings));
    const { method, target, body } = rule.request.rest.fill(bindings);
    return { xml: lines, headers, bindings, request: { method, target, body: body && Buffer.from(body).toString() } };
  });
}

interface Response {
  readonly xml: readonly string[];
  readonly status: number;
  readonly body?: string;
}

function responseOf(mapping: Mapping, rule: MappingRule, bindings: Bindings, size: SampleSize): Response | undefined {
  const xml = rule.response.soap.body.map(({ element }) => sampleXml(element, mapping.codec, size));
  if (xml.some((lines) => lines === undefined)) return undefined;
  return attempt(() => {
    const message = { body: xml.map((one) => one!.join('\n')), headers: new Map() };
    const bound = new SoapMessages(mapping).decode(rule.response.soap, message, bindings.slice());
    if (bound === undefined) return undefined;
    const { status, body } = rule.response.rest.fill(bound);
    return { xml: xml.flatMap((one) => one!), status, body: body && Buffer.from(body).toString() };
  });
}

/** Samples that the codec refuses are none. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Wrong) return undefined;
    throw error;
  }
}

function caseText(rule: MappingRule, exchange: Exchange, response: Response, direction: string): string {
  const body = response.body === undefined ? '' : `\n      body: ${shown(response.body)}`;
  const reply = response.xml.length === 0 ? '' : `\n    response: |\n${indented(response.xml, 6)}`;
  return `- name: ${rule.id}, sample values
  rule: ${quoted(rule.id)}
${direction}  rest:
${restText(exchange.request)}
    response:
      status: ${response.status}${body}
  soap:
${soapText(exchange)}${reply}
`;
}

function restText({ method, target, body }: SampleRequest): string {
  const line = quoted(`${method} ${target}`);
  if (body === undefined) return `    request: ${line}`;
  return `    request:\n      line: ${line}\n      body: ${shown(body)}`;
}

function soapText({ xml, headers }: Exchange): string {
  const body = (width: number) => (xml.length === 0 ? '[]' : `|\n${indented(xml, width)}`);
  if (headers.size === 0) return `    request: ${body(6)}`;
  const headerLines = [...headers].map(([part, text]) => `        ${quoted(part)}: ${quoted(text)}`);
  return `    request:\n      headers:\n${headerLines.join('\n')}\n      body: ${body(8)}`;
}

function indented(lines: readonly string[], width: number): string {
  return lines.map((line) => ' '.repeat(width) + line).join('\n');
}

/** JSON is YAML. Indented where that changes no digit. */
function shown(json: string): string {
  const value: unknown = JSON.parse(json);
  if (json.length < 100 || JSON.stringify(value) !== json) return json;
  return JSON.stringify(value, undefined, 2).replaceAll('\n', '\n        ');
}

function passes(mapping: Mapping, text: string): boolean {
  try {
    return runCases(mapping, parseCases(text, 'case')).every(({ problems }) => problems.length === 0);
  } catch (error) {
    if (error instanceof Problems) return false;
    throw error;
  }
}
