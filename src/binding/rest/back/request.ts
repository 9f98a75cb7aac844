// Compiles the request of a rule once, and writes it for each exchange. Knows nothing about sockets.

import { SoapstoneError } from '../../../errors/errors.ts';
import { PROBLEM_MEDIA } from '../../../fault/fault-names.ts';
import { type LabelOf, labelsIn } from '../../../json/attachment-labels.ts';
import { OCTETS, otherMedia, specificMedia } from '../../../mime/part-media.ts';
import type { ErrorForm } from '../../../rule/error-form.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import type { OutgoingRequest } from '../../../transport/transport.ts';
import { octetsOf } from '../../binary-body.ts';
import { mediaType } from '../../media-type.ts';
import { formBody, isForm } from './form-body.ts';
import { isMultipart, multipartBody } from './multipart-body.ts';

export interface CompiledRestRule {
  readonly rule: Rule;
  /** Path before every path; without a slash at its end. */
  readonly prefix: string;
  /** Flat lists of names (lower case) and values for requests without and with a body. */
  readonly bare: readonly string[];
  readonly full: readonly string[];
  /** How the body is sent, if not as JSON: as fields of a form, as its parts, or as the octets of its one value. */
  readonly form?: 'fields' | 'parts' | 'octets';
}

interface RequestSetting {
  readonly media: string;
  readonly prefix: string;
  readonly headers: readonly string[];
  readonly errors: readonly ErrorForm[];
}

export function compileRule(rule: Rule, { media, prefix, headers, errors }: RequestSetting): CompiledRestRule {
  const accept = new Set([rule.response.rest.media, ...errors.map((form) => form.media), PROBLEM_MEDIA]);
  const bare = ['accept', [...accept].join(', '), 'accept-encoding', 'identity', ...lowerCase(headers)];
  const type = rule.request.rest.media ?? media;
  const form = rule.request.rest.binary ? 'octets' : formOf(type);
  return { rule, prefix, bare, full: ['content-type', type, ...bare], form };
}

function formOf(type: string): CompiledRestRule['form'] {
  if (isForm(type)) return 'fields';
  return isMultipart(type) ? 'parts' : undefined;
}

function lowerCase(headers: readonly string[]): string[] {
  return headers.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : text));
}

/** Path and query, in bytes: lists of a body become parameters, and no server takes more (RFC 9110 §4.1 asks for 8000). */
const LONGEST_TARGET = 64 * 1024;

function tooLong(length: number): SoapstoneError {
  const message = `the values make a path and query of ${length} bytes, and at most ${LONGEST_TARGET} can be sent`;
  return new SoapstoneError('PAYLOAD_TOO_LARGE', message);
}

/** Throws SoapstoneError (BAD_PATH, BAD_HEADER, CODEC_*, PAYLOAD_TOO_LARGE) for values that have no place in the request. */
export function writeRequest(
  rule: CompiledRestRule,
  bindings: Bindings,
  traceparent: string | undefined,
  id?: string,
): OutgoingRequest {
  const { method, target, headers: ruleHeaders, body } = rule.rule.request.rest.fill(bindings);
  const headers = (body === undefined ? rule.bare : rule.full).slice();
  if (id !== undefined) headers.push('x-request-id', id);
  for (const name in ruleHeaders) if (!isHost(name)) setField(headers, name.toLowerCase(), ruleHeaders[name]);
  if (traceparent !== undefined) setField(headers, 'traceparent', traceparent);
  const path = rule.prefix + target;
  if (path.length > LONGEST_TARGET) throw tooLong(path.length);
  const content = body && rule.form !== undefined ? formContent(rule.form, body, headers, labelsIn(bindings)) : body;
  return { method, path, headers, body: content, retryable: rule.rule.safe };
}

/** Each multipart body has a boundary of its own, which its media type says. */
function formContent(
  form: 'fields' | 'parts' | 'octets',
  body: Uint8Array,
  headers: string[],
  labelOf: LabelOf,
): Uint8Array {
  if (form === 'octets') return octetContent(body, headers, labelOf);
  if (form === 'fields') return formBody(body);
  const { media, bytes } = multipartBody(body, labelOf);
  setField(headers, 'content-type', media);
  return bytes;
}

/** The content has the type that its sender gave it, where the rule takes any. Throws UNSUPPORTED_MEDIA_TYPE where the rule has another one. */
function octetContent(body: Uint8Array, headers: string[], labelOf: LabelOf): Uint8Array {
  const label = labelOf(body.subarray(1, -1));
  const media = specificMedia(label?.media);
  if (media !== undefined) {
    const ruleMedia = headers[headers.indexOf('content-type') + 1];
    const { type } = mediaType(ruleMedia);
    if (type === OCTETS) setField(headers, 'content-type', media);
    else if (type !== mediaType(media).type) throw otherMedia(ruleMedia, label!);
  }
  return octetsOf(body);
}

/** Host: it is the upstream's address, never a value of a message. */
function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

/** A header field of the rule replaces one of ours. */
function setField(headers: string[], name: string, value: string): void {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i] !== name) continue;
    headers[i + 1] = value;
    return;
  }
  headers.push(name, value);
}
