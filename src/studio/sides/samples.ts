// Sample messages of a rule: what a request and a response of the service may look like, by the contract.
import { contentType, namespaceOf } from '../../binding/soap/envelope.ts';

import type { SoapVersion } from '../../contract/model/contract.ts';
import { type SampleSize, sampleXml } from '../../init/samples.ts';
import { sampleRequest } from '../../init/stub-cases.ts';
import { SoapMessages } from '../../mapping/cases/soap-messages.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { Bindings, SoapPattern } from '../../rule/pattern.ts';
import type { Side } from '../api.ts';
import { prettyJson } from './json-text.ts';
import type { Scripted } from './offline.ts';

/** A request of the side that may use the rule. */
export function sampleRequestText(mapping: Mapping, rule: MappingRule): { readonly side: Side; readonly text: string } {
  const { soap, rest } = rule.request;
  if (rule.direction === 'soap-to-rest')
    return { side: 'soap', text: envelopeOf(mapping, soap, rule.operation.version, 'short') ?? '' };
  const sample = sampleRequest(mapping, rule);
  if (sample === undefined) return { side: 'rest', text: `${rest.method} ${rest.template}` };
  const { method, target, body } = sample;
  return { side: 'rest', text: `${method} ${target}${body === undefined ? '' : `\n\n${prettyJson(body)}`}` };
}

/** What a SOAP service may answer. An envelope with an empty Body where the contract has no sample. */
export function sampleSoapResponse(mapping: Mapping, rule: MappingRule): string {
  const { version } = rule.operation;
  const { soap } = rule.response;
  return (
    envelopeOf(mapping, soap, version, 'full') ?? envelopeOf(mapping, soap, version, 'short') ?? wrapped([], version)
  );
}

/** What a REST service may answer: the sample of the SOAP side, as the rule shows it. */
export function sampleRestResponse(mapping: Mapping, rule: MappingRule, bindings: Bindings): Scripted {
  const bodies = rule.response.soap.body.map(({ element }) => sampleXml(element, mapping.codec, 'full'));
  const message = { body: bodies.map((lines) => (lines ?? []).join('\n')), headers: new Map<string, string>() };
  const bound = new SoapMessages(mapping).decode(rule.response.soap, message, bindings.slice()) ?? bindings;
  const { status, headers, media: type, body } = rule.response.rest.fill(bound);
  return { status, headers: { ...(body && { 'content-type': type }), ...headers }, body };
}

function envelopeOf(
  mapping: Mapping,
  pattern: SoapPattern,
  version: SoapVersion,
  size: SampleSize,
): string | undefined {
  const bodies = pattern.body.map(({ element }) => sampleXml(element, mapping.codec, size));
  return bodies.some((lines) => lines === undefined)
    ? undefined
    : wrapped(
        bodies.flatMap((lines) => lines!),
        version,
      );
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
  const envelope = isEnvelope ? trimmed : wrapped([trimmed], version);
  const failed = /<(?:[\w.-]+:)?Fault[\s>]/.test(envelope) && /Body[^>]*>\s*<(?:[\w.-]+:)?Fault/.test(envelope);
  const headers = { 'content-type': contentType[version] };
  return { status: failed ? 500 : 200, headers, body: Buffer.from(envelope) };
}
