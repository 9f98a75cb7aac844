// Canonical request paths (RFC 3986 §6.2.2, read strictly): router, access control and log see one spelling only.
import { notXmlAt } from '../../bytes/characters.ts';
import { SoapstoneError } from '../../errors/errors.ts';

/** Percent-decoded segments of a raw path; none for `/`. Throws BAD_PATH. */
export function splitPath(path: string): string[] {
  if (path.charCodeAt(0) !== 0x2f) throw bad('the path must begin with "/"');
  if (path.length === 1) return [];
  const segments = path.slice(1).split('/');
  for (let i = 0; i < segments.length; i++) segments[i] = decodeSegment(segments[i]);
  return segments;
}

function decodeSegment(raw: string): string {
  let encoded = false;
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    if (c === 0x25) encoded = true;
    else if (c <= 0x20 || c >= 0x7f) throw bad('characters of the path must be percent-encoded');
    else if (c === 0x3b || c === 0x5c) throw bad(`"${raw[i]}" is not allowed in the path`);
  }
  const text = encoded ? decode(raw) : raw;
  const fault = faultOf(text);
  if (fault !== undefined) throw bad(fault);
  return text;
}

function decode(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw bad('the path is not percent-encoded UTF-8');
  }
}

/** Reason why a text cannot be a segment, if any. */
export function faultOf(segment: string): string | undefined {
  if (segment === '') return 'empty path segments are not allowed';
  if (segment === '.' || segment === '..') return 'dot segments are not allowed in the path';
  for (let i = 0; i < segment.length; i++) {
    const c = segment.charCodeAt(i);
    if (c === 0x2f || c === 0x5c || c === 0) return 'encoded slashes and NUL are not allowed in the path';
  }
  return notXmlAt(segment) < 0 ? undefined : 'the path has a character that is none of XML 1.0';
}

/** A percent-encoded segment. Throws BAD_PATH for texts that a path cannot hold. */
export function encodeSegment(text: string): string {
  const fault = faultOf(text);
  if (fault !== undefined) throw bad(fault);
  return pathText(text);
}

/**
 * A text of the table in a segment. RFC 3986 §2.2 and §3.3: what may stand there as it is could mean something else when it is encoded, so it
 * stays; but for `+`, which some services take for a space, and `;`, which begins a parameter.
 */
export function pathText(text: string): string {
  const encoded = encodeURIComponent(text);
  return encoded.includes('%') ? encoded.replace(/%(?:3A|40|24|26|2C|3D)/g, decodeURIComponent) : encoded;
}

function bad(message: string): SoapstoneError {
  return new SoapstoneError('BAD_PATH', message);
}
