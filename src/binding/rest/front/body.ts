// Checks whether a REST request may have this body, and reads it as the JSON that patterns see.
import type { IncomingHttpHeaders } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import { LazyJson } from '../../../json/lazy-json.ts';
import type { Json } from '../../../json/value.ts';
import { OCTETS, otherMedia } from '../../../mime/part-media.ts';
import type { Rule } from '../../../rule/rule.ts';
import { binaryJson, octetsUploadLength } from '../../binary-body.ts';
import { isJson, mediaType } from '../../media-type.ts';
import type { FormBounds } from './form/form-reader.ts';
import { type Forms, isForm } from './form/forms.ts';

/** Does the message have content (RFC 9112 §6.3)? `Content-Length: 0` is none. */
export function hasContent(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0' && Number(length) !== 0;
}

/** Is a body without bytes a file without bytes? Only where the request says that it has a body of that kind. */
export function isEmptyFile(headers: IncomingHttpHeaders, rules: readonly Rule[]): boolean {
  const { 'content-type': type, 'content-length': length } = headers;
  if ((type === undefined && length === undefined) || isJsonField(type)) return false;
  return rules.some(({ request }) => request.rest.binary);
}

/** How the body of one request is read: as the octets of one value, as JSON, or as a form. */
export class RequestContent {
  /** Those that take such a body. */
  readonly rules: readonly Rule[];
  private readonly kind: 'octets' | 'json' | 'form';
  private readonly contentType: string | undefined;
  private readonly forms: Forms | undefined;

  /** `media`: of rules that have none. Throws UNSUPPORTED_MEDIA_TYPE. */
  constructor(headers: IncomingHttpHeaders, rules: readonly Rule[], media: string, forms: Forms | undefined) {
    this.contentType = headers['content-type'];
    this.forms = forms;
    const takers = isForm(this.contentType) ? rules.filter((rule) => forms?.takes(rule)) : [];
    this.rules = takers.length > 0 ? takers : rules;
    if (takers.length > 0) this.kind = 'form';
    else {
      const typedRule = rules.find(({ request }) => request.rest.media !== undefined);
      const { media: ruleMedia = media, binary = false } = typedRule?.request.rest ?? {};
      checkMedia(headers, ruleMedia, binary);
      this.kind = binary && !isJsonField(this.contentType) ? 'octets' : 'json';
    }
  }

  /** undefined: no content. Throws SoapstoneError (BAD_BODY, JSON_*), and what `claim` throws. */
  read(bytes: Uint8Array, bounds: FormBounds): Json | undefined {
    if (this.kind === 'octets') {
      bounds.claim(octetsUploadLength(bytes.length));
      return binaryJson(bytes, this.contentType);
    }
    if (bytes.length === 0) return undefined;
    if (this.kind === 'json') return new LazyJson(bytes, bounds.limits);
    const json = this.forms!.read(this.rules[0], bytes, this.contentType!, bounds);
    // A file may be longer than any other text.
    return new LazyJson(json, { ...bounds.limits, text: json.length });
  }
}

/** Does the client say that it sends JSON? */
export function isJsonField(field: string | undefined): boolean {
  return field !== undefined && isJson(mediaType(field).type);
}

/**
 * `media`: the mapping's own type, taken beside application/json and +json. A missing type is taken for it. `binary`: the body is
 * octets of that type, of any where it is application/octet-stream. Throws UNSUPPORTED_MEDIA_TYPE.
 */
export function checkMedia(headers: IncomingHttpHeaders, media: string, binary = false): void {
  const field = headers['content-type'];
  if (field === undefined) return;
  const { type, charset } = mediaType(field);
  if (binary && !isJson(type)) {
    if (media === OCTETS || type === mediaType(media).type) return;
    throw otherMedia(media, { media: field, place: 'the body' });
  }
  if (!isJson(type) && type !== mediaType(media).type)
    throw unsupported('the body must be JSON, and say so: Content-Type: application/json');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupported('the body must be in UTF-8');
}

function unsupported(message: string): SoapstoneError {
  return new SoapstoneError('UNSUPPORTED_MEDIA_TYPE', message);
}
