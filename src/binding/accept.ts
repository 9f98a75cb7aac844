// Content negotiation for responses (RFC 9110 §12.5.1). Each rule has one media type.
import { isJson, mediaType } from './media-type.ts';

/** Cached results: clients send few different fields. Bounded, since the values come from the wire. */
const cache = new Map<string, boolean>();
const KNOWN_MAX = 256;

/** Does the client accept `media`? Parameters other than q do not count. A client that accepts JSON accepts every +json. */
export function accepts(accept: string | undefined, media: string): boolean {
  if (accept === undefined || accept === '*/*' || accept === media) return true;
  const key = `${media}\n${accept}`;
  const answer = cache.get(key);
  if (answer !== undefined) return answer;
  const fresh = quality(accept, mediaType(media).type) > 0;
  if (cache.size < KNOWN_MAX && key.length < 512) cache.set(key, fresh);
  return fresh;
}

/** The q of `media`: of the most specific range that fits. */
export function qualityOf(accept: string, media: string): number {
  return quality(accept, mediaType(media).type);
}

/** The q of the range that names the type; 0 where only a wider one fits. */
export function namedQuality(accept: string, type: string): number {
  return accept.split(',').reduce((q, range) => (mediaType(range).type === type ? qOf(range) : q), 0);
}

/** The q of the most specific range that fits; 0 where none does. */
function quality(accept: string, type: string): number {
  let best = 0;
  let q = 0;
  for (const range of accept.split(',')) {
    const specific = fits(mediaType(range).type, type);
    if (specific > best) {
      best = specific;
      q = qOf(range);
    }
  }
  return q;
}

/** 0: does not fit; the larger, the more specific. */
function fits(range: string, type: string): number {
  if (range === type) return 4;
  if (range === 'application/json' && isJson(type)) return 3;
  if (range.endsWith('/*') && type.startsWith(range.slice(0, -1))) return 2;
  return range === '*/*' ? 1 : 0;
}

function qOf(range: string): number {
  for (const parameter of range.split(';').slice(1)) {
    const [name, value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() !== 'q') continue;
    const q = Number(value.trim());
    return q >= 0 && q <= 1 ? q : 0;
  }
  return 1;
}
