// URI references in header fields: Location and Content-Location (RFC 9110 §10.2.2 and §8.7). Their holes are parts of a path.
import { SoapstoneError } from '../errors/errors.ts';
import { stringOf } from '../json/walk.ts';
import type { Bound } from './text/bound-values.ts';
import { type Converter, type Text, textOfScalar } from './text/converter.ts';
import { faultOf } from './text/path.ts';
import type { TextTemplate } from './text/text-template.ts';

const FIELDS = new Set(['location', 'content-location']);

/** `key`: name of a field in lower case. */
export function isReference(key: string): boolean {
  return FIELDS.has(key);
}

/** Does the pattern describe a reference by its path, so that scheme and authority do not count? */
export function isPath({ literals, holes }: TextTemplate): boolean {
  return literals[0].startsWith('/') || (literals[0] === '' && holes[0]?.name === '$base');
}

/**
 * Holes after a literal are percent-encoded, as in the path of a request. A hole at the start is a whole reference and is not encoded. What no path can
 * carry is refused (BAD_PATH): clients resolve `..` however it is spelled (RFC 3986 §5.2.4, §6.2.2), and routers differ on `%2F`.
 */
export function asReference({ literals, holes }: TextTemplate): TextTemplate {
  let inside = false;
  const encoded = holes.map((hole, i) => {
    inside = inside || literals[i] !== '';
    return inside && !hole.supplied ? encodedHole(hole, partOf(literals, i)) : hole;
  });
  return { literals, holes: encoded };
}

/** Position of a hole in a reference. `segment`: only dots stand beside it, so that it could become a dot segment. */
export type ReferencePart = 'query' | 'path' | 'segment';

export function partOf(literals: readonly string[], i: number): ReferencePart {
  if (literals.slice(0, i + 1).some((text) => /[?#]/.test(text))) return 'query';
  let [first, last] = [i, i + 1];
  while (first > 0 && !literals[first].includes('/')) first--;
  while (last < literals.length - 1 && !/[/?#]/.test(literals[last])) last++;
  const texts = literals.slice(first, last + 1);
  texts[0] = texts[0].slice(texts[0].lastIndexOf('/') + 1);
  texts[texts.length - 1] = texts[texts.length - 1].split(/[/?#]/, 1)[0];
  return texts.every((text) => /^\.*$/.test(text)) ? 'segment' : 'path';
}

/** Reason why the value is refused, if it is. */
export function faultIn(part: ReferencePart, text: string): string | undefined {
  if (part === 'query') return undefined;
  return faultOf(part === 'path' && text !== '' ? `-${text}` : text);
}

function encodedHole(hole: Bound, part: ReferencePart): Bound {
  const encode = (text: string) => {
    const fault = faultIn(part, text);
    if (fault !== undefined)
      throw new SoapstoneError('BAD_PATH', `{${hole.name}}: ${fault}`, { path: `{${hole.name}}` });
    return encodeURIComponent(text);
  };
  if (hole.chain.length > 0) return { ...hole, chain: [...hole.chain, percent(encode)] };
  return { ...hole, text: percentText(hole.text, encode) };
}

const percent = (encode: (text: string) => string): Converter => ({
  in: (place) => stringOf(decode(textOfScalar(place))),
  out: (variable) => stringOf(encode(textOfScalar(variable))),
});

function percentText(text: Text, encode: (text: string) => string): Text {
  return {
    fromText: (raw) => text.fromText(decode(raw)),
    toText: (value) => encode(text.toText(value)),
  };
}

function decode(raw: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new SoapstoneError('CODEC_TYPE', 'not percent-encoded UTF-8');
  }
}
