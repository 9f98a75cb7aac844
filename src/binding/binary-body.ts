// A body that is one binary value: octets on the wire, base64 in a JSON string for patterns. Knows nothing about rules.
import { SoapstoneError } from '../errors/errors.ts';
import { noteLabels } from '../json/content-labels.ts';
import { LazyJson } from '../json/lazy-json.ts';
import { noJsonLimits } from '../json/limits.ts';
import type { Json } from '../json/value.ts';
import { base64Length, writeBase64 } from '../mime/base64.ts';

const QUOTE = 0x22;

/** Bytes of the JSON that stands for so many octets. */
function binaryJsonLength(octets: number): number {
  return base64Length(octets) + 2;
}

/** Most bytes that JSON of so many bytes with binary members takes, beside the body that is counted twice: it, its envelope, and a package of both. */
export function uploadLength(jsonLength: number): number {
  return 2 * jsonLength;
}

/** The same for octets as a body. */
export function octetsUploadLength(octets: number): number {
  return uploadLength(binaryJsonLength(octets));
}

/** `media`: of the octets, where their sender says it. */
export function binaryJson(octets: Uint8Array, media?: string): Json {
  const out = Buffer.allocUnsafe(binaryJsonLength(octets.length));
  out[0] = out[writeBase64(octets, out, 1)] = QUOTE;
  if (media !== undefined) noteLabels(out, new Map([[1, { media, place: 'the body' }]]));
  return new LazyJson(out, noJsonLimits);
}

/** `json`: a string in base64, as patterns write it; null is no content. Throws BAD_BODY for other values. */
export function octetsOf(json: Uint8Array): Uint8Array {
  const text = Buffer.from(json.buffer, json.byteOffset, json.length).toString('latin1');
  if (text === 'null') return new Uint8Array(0);
  if (!/^"[A-Za-z0-9+/]*={0,2}"$/.test(text)) throw new SoapstoneError('BAD_BODY', 'the content is not base64');
  return Buffer.from(text.slice(1, -1), 'base64');
}
