// Checks whether a REST request may have this body. Knows nothing about JSON.
import type { IncomingHttpHeaders } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import { isJson, mediaType } from '../../media-type.ts';

/** Does the message have content (RFC 9112 §6.3)? `Content-Length: 0` is none. */
export function hasContent(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0' && Number(length) !== 0;
}

/** `media`: the mapping's own type, taken beside application/json and +json. A missing type is taken for it. Throws UNSUPPORTED_MEDIA_TYPE. */
export function checkMedia(headers: IncomingHttpHeaders, media: string): void {
  const field = headers['content-type'];
  if (field === undefined) return;
  const { type, charset } = mediaType(field);
  if (!isJson(type) && type !== mediaType(media).type)
    throw unsupported('the body must be JSON, and say so: Content-Type: application/json');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupported('the body must be in UTF-8');
}

function unsupported(message: string): SoapstoneError {
  return new SoapstoneError('UNSUPPORTED_MEDIA_TYPE', message);
}
