// Sample messages of a rule: what a request and a response of the service may look like, by the contract.
import { contentType, namespaceOf } from '../../binding/soap/envelope.ts';
import type { SoapVersion } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { prettyXml } from '../../explain/explain-rest.ts';
import { trySoapRule } from '../../explain/explain-soap.ts';
import { Fault } from '../../fault/fault.ts';
import { SoapMessages } from '../../mapping/cases/soap-messages.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { isHole } from '../../pattern/text/hole.ts';
import type { Bindings, SoapPattern } from '../../rule/pattern.ts';
import { ResponseSamples, type SampledCall } from '../../samples/response-samples.ts';
import { type SampleRequest, sampleMessage, sampleRequest, sampleResponse } from '../../samples/sample-exchange.ts';
import type { SampleSize } from '../../samples/sample-xml.ts';
import type { Side } from '../protocol/api.ts';
import { prettyJson } from './json-text.ts';
import type { Scripted } from './offline.ts';
import { elementsOf } from './xml-text.ts';

/** A request of the side that may use the rule. */
export function sampleRequestText(mapping: Mapping, rule: MappingRule): { readonly side: Side; readonly text: string } {
  const { soap } = rule.request;
  if (rule.direction === 'soap-to-rest')
    return { side: 'soap', text: envelopeOf(mapping, soap, rule.operation.version, 'short') ?? '' };
  const sample = sampleRequest(mapping, rule) ?? requestBySoap(mapping, rule);
  if (sample === undefined) return { side: 'rest', text: writtenRequest(rule) };
  const { method, target, headers, body } = sample;
  const fields = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const head = [`${method} ${target}`, ...fields].join('\n');
  return { side: 'rest', text: `${head}${body === undefined ? '' : `\n\n${prettyJson(body)}`}` };
}

/** By the sample of the SOAP side with the constants of the rule. undefined: the rule does not take it. */
function requestBySoap(mapping: Mapping, rule: MappingRule): SampleRequest | undefined {
  const { soap, rest } = rule.request;
  const { version } = rule.operation;
  for (const size of ['short', 'least', 'full'] as const) {
    const envelope = envelopeOf(mapping, soap, version, size);
    if (envelope === undefined) continue;
    const bindings = trySoapRule(mapping, rule, Buffer.from(envelope), version, {});
    if (typeof bindings === 'string') continue;
    try {
      const { method, target, headers, body } = rest.fill(bindings);
      return { method, target, headers, body: body && Buffer.from(body).toString() };
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
    }
  }
  return undefined;
}

/** The request as the table writes it, with 1 for each placeholder of the path. */
function writtenRequest(rule: MappingRule): string {
  const { method, template, hasBody } = rule.request.rest;
  const line = `${method} ${template.replace(/\{[^}]*\}/g, '1')}`;
  return [line, ...constantFields(rule), ...(hasBody ? ['', '{}'] : [])].join('\n');
}

function constantFields({ restSide: { headers } }: MappingRule): string[] {
  return headers.flatMap(({ name, parts: pieces, each }) =>
    each || pieces.some(isHole) || pieces.length === 0 ? [] : [`${name.toLowerCase()}: ${pieces.join('')}`],
  );
}

/** What a SOAP service may answer to a call, whose request has the bindings. An envelope with an empty Body where the contract has no sample. */
export function sampleSoapResponse(mapping: Mapping, call: SampledCall, request: Bindings): string {
  const { operation, response } = call.rule;
  const sample = new ResponseSamples(mapping, new SoapMessages(mapping)).sampleOf(call, request);
  if (sample !== undefined) return wrapped(prettyXml(sample.xml).split('\n'), operation.version);
  const refused = SIZES.flatMap((size) => envelopeOf(mapping, response.soap, operation.version, size) ?? []);
  return refused[0] ?? wrapped([], operation.version);
}

const SIZES: readonly SampleSize[] = ['full', 'short', 'least'];

/** What a REST service may answer: a sample of the SOAP side, as the rule shows it. @throws Fault where the contract has none. */
export function sampleRestResponse(mapping: Mapping, rule: MappingRule, request: Bindings): Scripted {
  for (const size of SIZES) {
    const sample = sampleResponse(mapping, rule, request, size);
    if (sample === undefined) continue;
    const { status, headers, media: type, body } = rule.response.rest.fill(sample.bindings.slice());
    return { status, headers: { ...(body && { 'content-type': type }), ...headers }, body };
  }
  const detail = 'the contract has no sample of this response: write one as the REST response';
  throw new Fault({ status: 502, code: 'UPSTREAM_BODY', title: 'No sample', detail });
}

function envelopeOf(
  mapping: Mapping,
  pattern: SoapPattern,
  version: SoapVersion,
  size: SampleSize,
  text?: string,
): string | undefined {
  const bodies = sampleMessage(mapping, pattern, size, text);
  return bodies && wrapped(bodies.flat(), version);
}

function wrapped(lines: readonly string[], version: SoapVersion): string {
  return [
    `<soap:Envelope xmlns:soap="${namespaceOf(version)}">`,
    '  <soap:Body>',
    ...lines.map((line) => `    ${line}`),
    '  </soap:Body>',
    '</soap:Envelope>',
  ].join('\n');
}

/** `text`: an envelope, or what stands in its Body. */
export function soapScript(text: string, rule: MappingRule): Scripted {
  const { version } = rule.operation;
  const trimmed = text.trim();
  if (trimmed === '') return { status: 202, headers: {}, body: undefined };
  const isEnvelope = /^(?:<\?[^>]*\?>\s*)?<(?:[\w.-]+:)?Envelope[\s>]/.test(trimmed);
  const envelope = qualifiedFault(isEnvelope ? trimmed : wrapped(trimmed.split('\n'), version), version);
  const failed = /<(?:[\w.-]+:)?Fault[\s>]/.test(envelope) && /Body[^>]*>\s*<(?:[\w.-]+:)?Fault/.test(envelope);
  const headers = { 'content-type': contentType[version] };
  return { status: failed ? 500 : 200, headers, body: Buffer.from(envelope) };
}

/** A `Fault` that is written without a namespace gets that of SOAP: its author means no other. */
function qualifiedFault(envelope: string, version: SoapVersion): string {
  const path = ['Envelope', 'Body', 'Fault'];
  let element = elementsOf(envelope);
  for (const [depth, local] of path.entries()) {
    if (element?.local !== local) return envelope;
    const tag = envelope.slice(element.start, element.innerStart);
    if (/\sxmlns\s*=/.test(tag)) return envelope;
    if (depth < path.length - 1)
      element = element.children[0]?.local === 'Header' ? element.children[1] : element.children[0];
  }
  const { start, innerStart, innerEnd, end } = element!;
  if (!envelope.startsWith('<Fault', start)) return envelope;
  const ns = namespaceOf(version);
  // SOAP 1.1 §4.4: its children have no namespace; SOAP 1.2 part 1 §5.4: they have that of SOAP.
  const name = version === '1.1' ? 'fault:Fault' : 'Fault';
  const open = `<${name} xmlns${version === '1.1' ? ':fault' : ''}="${ns}"${envelope.slice(start + '<Fault'.length, innerStart)}`;
  const closing = innerEnd < end ? `</${name}>` : '';
  return envelope.slice(0, start) + open + envelope.slice(innerStart, innerEnd) + closing + envelope.slice(end);
}
