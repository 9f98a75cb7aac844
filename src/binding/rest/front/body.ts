// Checks whether a REST request may have this body. Knows nothing about JSON.
import type { IncomingHttpHeaders } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import { isJson, mediaType } from '../../media-type.ts';

const OCTETS = 'application/octet-stream';

/** Does the message have content (RFC 9112 §6.3)? `Content-Length: 0` is none. */
export function hasContent(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0' && Number(length) !== 0;
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
    throw unsupported(`the body must be ${media}, and say so`);
  }
  if (!isJson(type) && type !== mediaType(media).type)
    throw unsupported('the body must be JSON, and say so: Content-Type: application/json');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupported('the body must be in UTF-8');
}

function unsupported(message: string): SoapstoneError {
  return new SoapstoneError('UNSUPPORTED_MEDIA_TYPE', message);
}
