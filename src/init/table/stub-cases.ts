// A stub case for each rule of a first table: an exchange with sample values that `soapstone test` passes. Its author puts real values in.
import { Problems } from '../../errors/errors.ts';
import { parseCases } from '../../mapping/cases/cases.ts';
import { runCases } from '../../mapping/cases/run-cases.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import {
  type SampleExchange,
  type SampleRequest,
  type SampleResponse,
  sampleExchange,
  sampleResponse,
} from '../../samples/sample-exchange.ts';
import { missingSample, sampleXml } from '../../samples/sample-xml.ts';
import { quoted } from './table.ts';

export function stubName(rule: string): string {
  return `${rule}, sample values`;
}

/** A case, or why there is none: the cause, without the name of the rule. */
export type Stub = { readonly text: string } | { readonly cause: string };

/** The YAML of one case; undefined where no sample goes through the rule. */
export function stubCase(mapping: Mapping, rule: MappingRule): string | undefined {
  const stub = stubOf(mapping, rule);
  return 'text' in stub ? stub.text : undefined;
}

export function stubOf(mapping: Mapping, rule: MappingRule): Stub {
  const exchange = sampleExchange(mapping, rule);
  if (exchange === undefined) return { cause: causeOf(mapping, rule.request.soap, 'request') };
  let problem: string | undefined;
  for (const size of SIZES) {
    const response = sampleResponse(mapping, rule, exchange.bindings, size);
    if (response === undefined) continue;
    for (const direction of ['', '  only: rest-to-soap\n']) {
      const text = caseText(rule, exchange, response, direction);
      problem = problemOf(mapping, text);
      if (problem === undefined) return { text };
    }
  }
  return { cause: problem ? `its sample fails: ${problem}` : causeOf(mapping, rule.response.soap, 'response') };
}

const SIZES = ['full', 'short', 'least'] as const;

/** Of a message that has no sample. */
function causeOf(mapping: Mapping, { body }: SoapPattern, message: 'request' | 'response'): string {
  const bare = body.find(({ element, shape }) =>
    SIZES.every((size) => sampleXml(element, mapping.codec, size, shape) === undefined),
  );
  if (bare) {
    const missing = missingSample(bare.element, mapping.codec, bare.shape);
    return `no sample fits all that the contract requires of ${bare.element.name.local}${missing ? `: ${missing}` : ''}`;
  }
  return `the rule takes no sample of its ${message}`;
}

/** Rules by the cause that they have no stub case. */
export function causesOf(stubs: readonly { readonly rule: MappingRule; readonly stub: Stub }[]): Map<string, string[]> {
  const causes = new Map<string, string[]>();
  for (const { rule, stub } of stubs) {
    if ('cause' in stub) causes.set(stub.cause, [...(causes.get(stub.cause) ?? []), rule.id]);
  }
  return causes;
}

function caseText(rule: MappingRule, exchange: SampleExchange, response: SampleResponse, direction: string): string {
  const body = response.body === undefined ? '' : `\n      body: ${shown(response.body)}`;
  return `- name: ${stubName(rule.id)}
  rule: ${quoted(rule.id)}
${direction}  rest:
${restText(exchange.request)}
    response:
      status: ${response.status}${body}
  soap:
${soapText(exchange)}
    response:${bodyText(response.xml, 6)}
`;
}

function restText({ method, target, headers, body }: SampleRequest): string {
  const line = quoted(`${method} ${target}`);
  const fields = Object.entries(headers).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
  if (fields.length === 0 && body === undefined) return `    request: ${line}`;
  const headerText = fields.length === 0 ? '' : `\n      headers: { ${fields.join(', ')} }`;
  return `    request:\n      line: ${line}${headerText}${body === undefined ? '' : `\n      body: ${shown(body)}`}`;
}

function soapText({ xml, headers }: SampleExchange): string {
  if (headers.size === 0) return `    request:${bodyText(xml, 6)}`;
  const headerLines = [...headers].map(([part, text]) => `        ${quoted(part)}: ${quoted(text)}`);
  return `    request:\n      headers:\n${headerLines.join('\n')}\n      body:${bodyText(xml, 8)}`;
}

/** One element as a text, several as a list. */
function bodyText(elements: SampleExchange['xml'], width: number): string {
  const [only, ...others] = elements;
  if (only === undefined) return ' []';
  if (others.length === 0) return ` |\n${indented(only, width)}`;
  const items = elements.map((lines) => `${' '.repeat(width)}- |\n${indented(lines, width + 4)}`);
  return `\n${items.join('\n')}`;
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

/** undefined where the case passes. */
function problemOf(mapping: Mapping, text: string): string | undefined {
  try {
    return runCases(mapping, parseCases(text, 'case')).flatMap(({ problems }) => problems)[0];
  } catch (error) {
    if (error instanceof Problems) return error.problems[0].message;
    throw error;
  }
}
