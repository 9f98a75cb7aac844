// A SOAP request → the rule, its variables, the REST request: the same table read from its other side.
import { requestMessage } from '../../binding/soap/message.ts';
import { Mismatch } from '../../codec/codec.ts';
import type { SoapVersion } from '../../contract/contract.ts';
import { SoapstoneError } from '../../errors.ts';
import type { Bindings, Mapping, RestRequestParts, Rule } from '../../mapping/rule.ts';
import { clark, SOAP11_NS, SOAP12_NS } from '../../xml/names.ts';
import { readTree } from '../../xml/read-tree.ts';
import { elements, type XmlElement } from '../../xml/tree.ts';
import { restCalls } from './explain-flow.ts';
import { type Explained, indented, nameOf, variables } from './explain-rest.ts';
import { maskedHeader, maskerOf } from './secrets.ts';

export function explainSoap(mapping: Mapping, bytes: Uint8Array, file: string): Explained {
  const { version, element } = bodyElement(readTree(bytes, file));
  const rules = mapping.lookupSoap(element);
  if (rules.length === 0) return { lines: [`no rule has the body element ${element}`], matched: false };
  const lines: string[] = [];
  for (const rule of rules) {
    const outcome = tryRule(mapping, rule, bytes, version);
    if (typeof outcome !== 'string') return { lines: [...lines, ...story(rule, outcome)], matched: true };
    lines.push(`not ${nameOf(rule)}: ${outcome}`);
  }
  return { lines, matched: false };
}

/** The first child of Body, in Clark notation; '' for an empty one. */
function bodyElement(envelope: XmlElement): { version: SoapVersion; element: string } {
  const { name, place } = envelope;
  const version = name.ns === SOAP11_NS ? '1.1' : name.ns === SOAP12_NS ? '1.2' : undefined;
  if (name.local !== 'Envelope' || version === undefined) {
    throw new SoapstoneError('XML_NAMESPACE', `this is no SOAP envelope but ${clark(name)}`, { place });
  }
  const body = elements(envelope).find((child) => child.name.local === 'Body' && child.name.ns === name.ns);
  const first = body && elements(body)[0];
  return { version, element: first ? clark(first.name) : '' };
}

function tryRule(mapping: Mapping, rule: Rule, bytes: Uint8Array, version: SoapVersion): Bindings | string {
  const { soap } = rule.request;
  try {
    const decoder = requestMessage(mapping.codec, soap, version).program.decoder();
    decoder.write(bytes);
    return soap.match(decoder.end(), new Array(rule.variables.length)) ?? 'a constant of its pattern differs';
  } catch (error) {
    if (error instanceof Mismatch) return `${error.message} at ${error.path}`;
    if (!(error instanceof SoapstoneError)) throw error;
    return `${error.code}: ${error.message}${error.path ? ` at ${error.path}` : ''}`;
  }
}

function story(rule: Rule, bindings: Bindings): string[] {
  const { operation, request } = rule;
  return [
    `rule ${nameOf(rule)}`,
    `  ${operation.name} (${operation.port}) is ${request.rest.method} ${request.rest.template}`,
    '',
    'variables',
    ...variables(rule, bindings),
    '',
    ...requestLines(rule, bindings).map(maskerOf(rule, bindings)),
  ];
}

function requestLines(rule: Rule, bindings: Bindings): string[] {
  // The result of a job is one call where SOAP is in front.
  if (rule.flow && rule.flow.kind !== 'result') return restCalls(rule, bindings, restLines);
  return ['REST request', ...indented(restLines(rule.request.rest.fill(bindings)))];
}

function restLines({ method, target, headers, body }: RestRequestParts): string[] {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${maskedHeader(name, value)}`);
  const json = body ? ['', Buffer.from(body).toString()] : [];
  return [`${method} ${target}`, ...fields, ...json];
}
