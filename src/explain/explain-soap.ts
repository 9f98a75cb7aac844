// Explains a SOAP request: the rule, its variables, the REST request, the expected response.

import { requestMessage } from '../binding/soap/message.ts';
import type { IsSecret } from '../capture/secret-names.ts';
import { Mismatch } from '../codec/model/codec.ts';
import type { SoapVersion } from '../contract/model/contract.ts';
import { formatError, SoapstoneError } from '../errors/errors.ts';
import { flowOf } from '../exchange/flows/flows.ts';
import { Fault, toFault } from '../fault/fault.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { soapCallsOf } from '../mapping/runtime/called-operations.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { OutgoingRequest } from '../transport/transport.ts';
import { readTree } from '../xml/read-tree.ts';
import { clark, SOAP11_NS, SOAP12_NS } from '../xml/reader/names.ts';
import { elements, type XmlElement } from '../xml/tree.ts';
import { indented, refusalLines, restCalls } from './explain-flow.ts';
import { type Explained, nameOf, variables } from './explain-rest.ts';
import { callerLines } from './rule-callers.ts';
import { maskedHeader, maskerOf, secretVariables } from './secrets.ts';

/** Writes the REST request of a rule without sending it. */
export type WriteRestRequest = (rule: MappingRule, bindings: Bindings) => OutgoingRequest;

type Fields = Readonly<Record<string, string>>;

/** `headers`: those of the HTTP request, names in lower case. */
export async function explainSoap(
  mapping: Mapping,
  bytes: Uint8Array,
  file: string,
  write: WriteRestRequest,
  headers: Fields = {},
): Promise<Explained> {
  const { version, element } = envelopeBody(bytes, file);
  const rules = mapping.lookupSoap(element);
  if (rules.length === 0) return { lines: noSoapRule(mapping, element), matched: false };
  const lines: string[] = [];
  for (const rule of rules) {
    const outcome = trySoapRule(mapping, rule, bytes, version, headers);
    if (typeof outcome !== 'string') return explainMatch(mapping, lines, rule, outcome, write);
    lines.push(`not ${nameOf(rule)}: ${outcome}`);
  }
  return { lines, matched: false };
}

function noSoapRule(mapping: Mapping, element: string): string[] {
  const oneWay = restOnlyRules(mapping, element).map((rule) => `rule ${nameOf(rule)} is only rest-to-soap`);
  return oneWay.length > 0 ? oneWay : [`no rule has the body element ${element === '' ? '(none)' : element}`];
}

/** Rules of a body element, in Clark notation, that SOAP clients cannot use. */
export function restOnlyRules({ rules }: Mapping, element: string): readonly MappingRule[] {
  return rules.filter(({ direction, operation }) => {
    const [first] = operation.input.body;
    return direction === 'rest-to-soap' && element === (first ? clark(first.name) : '');
  });
}

/** Version and body element of an envelope. Throws SoapstoneError for other texts. */
export function envelopeBody(bytes: Uint8Array, file: string): { version: SoapVersion; element: string } {
  return bodyElement(readTree(bytes, file));
}

/** The first child of Body, in Clark notation; '' for an empty one. */
function bodyElement(envelope: XmlElement): { version: SoapVersion; element: string } {
  const { name, place } = envelope;
  const version = name.ns === SOAP11_NS ? '1.1' : name.ns === SOAP12_NS ? '1.2' : undefined;
  if (name.local !== 'Envelope' || version === undefined) {
    throw new SoapstoneError('XML_NAMESPACE', `this is not a SOAP envelope but ${clark(name)}`, { place });
  }
  const body = elements(envelope).find((child) => child.name.local === 'Body' && child.name.ns === name.ns);
  const first = body && elements(body)[0];
  return { version, element: first ? clark(first.name) : '' };
}

export function trySoapRule(
  mapping: Mapping,
  rule: MappingRule,
  bytes: Uint8Array,
  version: SoapVersion,
  headers: Fields,
): Bindings | string {
  const { soap } = rule.request;
  try {
    const decoder = requestMessage(mapping.codec, soap, version).program.decoder();
    decoder.write(bytes);
    const bindings = soap.match(decoder.end(), new Array(rule.variables.length));
    if (bindings) rule.take?.(bindings, { headers });
    return bindings ?? 'a constant of its pattern differs';
  } catch (error) {
    if (error instanceof Mismatch) return `${error.message} at ${error.path}`;
    if (!(error instanceof SoapstoneError)) throw error;
    return formatError(error);
  }
}

/** A request that the rule takes may still have no form on the REST side: then nothing is sent. */
async function explainMatch(
  mapping: Mapping,
  misses: readonly string[],
  rule: MappingRule,
  bindings: Bindings,
  write: WriteRestRequest,
): Promise<Explained> {
  const isSecret = secretVariables(mapping, rule);
  const mask = maskerOf(rule, bindings, isSecret);
  try {
    const lines = await story(rule, bindings, write, isSecret);
    return { lines: [...misses, ...opening(mapping, rule, bindings), ...lines.map(mask)], matched: true, rule };
  } catch (error) {
    if (!(error instanceof Fault || error instanceof SoapstoneError)) throw error;
    const refused = ['the response is a Client or Sender fault', ...refusalLines(toFault(error)).slice(1)].map(mask);
    return {
      lines: [...misses, ...opening(mapping, rule, bindings), 'nothing is sent', ...indented(refused)],
      matched: false,
    };
  }
}

function opening(mapping: Mapping, rule: MappingRule, bindings: Bindings): string[] {
  const { operation } = rule;
  const lines = soapCallsOf(rule).map(({ request: { rest } }) => `${rest.method} ${rest.template}`);
  return [
    `rule ${nameOf(rule)}`,
    `  ${operation.name} (${operation.port}) is ${[...new Set(lines)].join(', ')}`,
    ...callerLines(rule),
    '',
    'variables',
    ...variables(mapping, rule, bindings),
    '',
  ];
}

/** The result of a job is one call where SOAP is in front. */
async function story(
  rule: MappingRule,
  bindings: Bindings,
  write: WriteRestRequest,
  isSecret: IsSecret,
): Promise<string[]> {
  const { rest, soap } = rule.response;
  const element = soap.body.map((child) => child.element.name.local).join(', ');
  const answer = element === '' ? 'no SOAP response' : `the SOAP response ${element}`;
  const flow = flowOf(rule, 'soap');
  if (flow && flow.kind !== 'result')
    return [...(await restCalls(rule, bindings, write, restLines, isSecret)), '', answer];
  const head = `${rest.status}${rest.hasBody ? ` ${rest.media}` : ' without a body'}`;
  const back = indented([head, ...rest.lines()]);
  return ['sent', ...indented(restLines(write(rule, bindings))), '', `expected back, and ${answer}`, ...back];
}

function restLines({ method, path, headers, body }: OutgoingRequest): string[] {
  const fields: string[] = [];
  for (let i = 0; i < headers.length; i += 2) fields.push(`${headers[i]}: ${maskedHeader(headers[i], headers[i + 1])}`);
  const json = body ? ['', Buffer.from(body).toString()] : [];
  return [`${method} ${path}`, ...fields, ...json];
}
