// A stub case for each rule of a first table: an exchange with sample values that `soapstone test` passes. Its author puts real values in.
import { Problems } from '../errors/errors.ts';
import { parseCases } from '../mapping/cases/cases.ts';
import { runCases } from '../mapping/cases/run-cases.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import {
  type SampleExchange,
  type SampleRequest,
  type SampleResponse,
  sampleExchange,
  sampleResponse,
} from '../samples/sample-exchange.ts';
import { quoted } from './table.ts';

/** The YAML of one case; undefined where no sample goes through the rule. */
export function stubCase(mapping: Mapping, rule: MappingRule): string | undefined {
  const exchange = sampleExchange(mapping, rule);
  if (exchange === undefined) return undefined;
  for (const size of ['full', 'short', 'least'] as const) {
    const response = sampleResponse(mapping, rule, exchange.bindings, size);
    if (response === undefined) continue;
    for (const direction of ['', '  only: rest-to-soap\n']) {
      const text = caseText(rule, exchange, response, direction);
      if (passes(mapping, text)) return text;
    }
  }
  return undefined;
}

function caseText(rule: MappingRule, exchange: SampleExchange, response: SampleResponse, direction: string): string {
  const body = response.body === undefined ? '' : `\n      body: ${shown(response.body)}`;
  const reply = response.xml.length === 0 ? '\n    response: []' : `\n    response: |\n${indented(response.xml, 6)}`;
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

function soapText({ xml, headers }: SampleExchange): string {
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
