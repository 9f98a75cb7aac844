// The YAML of a case. JSON stays as it is spelled, so that no number changes.

export interface CaseParts {
  readonly name: string;
  readonly rule: string;
  readonly oneWay?: 'rest-to-soap' | 'soap-to-rest';
  readonly rest: {
    readonly line: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
    readonly status: number;
    /** JSON; of a failure the problem. */
    readonly response?: { readonly key: 'body' | 'problem'; readonly json: string };
  };
  readonly soap: SoapParts | readonly SoapParts[];
}

export interface SoapParts {
  readonly request: { readonly headers: ReadonlyMap<string, string>; readonly body: string };
  /** XML of the children of Body. */
  readonly response?: string;
  readonly fault?: { readonly code: string; readonly reason: string; readonly detail?: string };
}

export function caseText({ name, rule, oneWay, rest, soap }: CaseParts): string {
  const lines = [
    `- name: ${quoted(name)}`,
    `  rule: ${quoted(rule)}`,
    ...(oneWay === undefined ? [] : [`  only: ${oneWay}`]),
    '  rest:',
    ...restLines(rest),
    ...soapSection(soap),
    '',
  ];
  return lines.join('\n');
}

function restLines({ line, headers, body, status, response }: CaseParts['rest']): string[] {
  return [
    '    request:',
    `      line: ${quoted(line)}`,
    ...(headers.length === 0
      ? []
      : ['      headers:', ...headers.map(([key, text]) => `        ${quoted(key)}: ${quoted(text)}`)]),
    ...(body === undefined ? [] : [`      body: ${indented(body, 8)}`]),
    '    response:',
    `      status: ${status}`,
    ...(response === undefined ? [] : [`      ${response.key}: ${indented(response.json, 8)}`]),
  ];
}

function soapSection(soap: CaseParts['soap']): string[] {
  if (!isList(soap)) return ['  soap:', ...soapLines(soap).map((line) => `    ${line}`)];
  if (soap.length === 0) return ['  soap: []'];
  const items = soap.map((call) => soapLines(call).map((line, i) => `    ${i === 0 ? '- ' : '  '}${line}`));
  return ['  soap:', ...items.flat()];
}

function isList(soap: CaseParts['soap']): soap is readonly SoapParts[] {
  return Array.isArray(soap);
}

function soapLines({ request, response, fault }: SoapParts): string[] {
  const parts = [...request.headers].map(([part, xml]) => `    ${quoted(part)}: ${quoted(xml)}`);
  return [
    'request:',
    ...(parts.length === 0 ? [] : ['  headers:', ...parts]),
    `  body: ${block(request.body, 4)}`,
    ...(response === undefined ? [] : [`response: ${block(response, 2)}`]),
    ...(fault === undefined ? [] : faultLines(fault)),
  ]
    .join('\n')
    .split('\n');
}

function faultLines({ code, reason, detail }: NonNullable<SoapParts['fault']>): string[] {
  const lines = ['fault:', `  code: ${quoted(code)}`, `  reason: ${quoted(reason)}`];
  return detail === undefined ? lines : [...lines, `  detail: ${block(detail, 4)}`];
}

function block(xml: string, width: number): string {
  return xml === '' ? '[]' : `|\n${' '.repeat(width)}${indented(xml, width)}`;
}

function indented(text: string, width: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(width)}`);
}

/** A JSON string is one of YAML's. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
