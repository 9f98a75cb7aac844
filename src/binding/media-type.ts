// Parses media types of messages (RFC 9110 §8.3.1).
import { parametersOf } from '../mime/parameters.ts';

export interface MediaType {
  /** `type/subtype`, lower case; '' where there is none. */
  readonly type: string;
  /** Lower case. */
  readonly charset?: string;
  /** Of application/soap+xml (RFC 3902 §3): what the message is about, as SOAPAction is in SOAP 1.1. */
  readonly action?: string;
}

/** Few values are in use: each is parsed once. Bounded, since the values come from the wire. */
const cache = new Map<string, MediaType>();
const SEEN_MAX = 64;

export function mediaType(value: string): MediaType {
  const cached = cache.get(value);
  if (cached) return cached;
  const parsed = parse(value);
  // A boundary is new in each message.
  if (cache.size < SEEN_MAX && value.length < 256 && !parsed.type.startsWith('multipart/')) cache.set(value, parsed);
  return parsed;
}

function parse(value: string): MediaType {
  const end = value.indexOf(';');
  const type = (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
  const parameters = end < 0 ? undefined : parametersOf(value.slice(end));
  return { type, charset: parameters?.get('charset')?.toLowerCase(), action: parameters?.get('action') };
}

/** Is `field` this media type? It has all parameters of `media`, with equal values, and perhaps more. */
export function hasMedia(field: string, media: string): boolean {
  if (field === media) return true;
  if (mediaType(field).type !== mediaType(media).type) return false;
  const actual = parametersOf(field);
  return [...parametersOf(media)].every(([name, value]) => actual.get(name)?.toLowerCase() === value.toLowerCase());
}

/** text/xml, application/xml, application/soap+xml and everything else that ends in +xml (RFC 7303). */
export function isXml(type: string): boolean {
  return type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');
}

/** application/json and everything that ends in +json (RFC 6839 §3.1). */
export function isJson(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}
