// URI references in header fields: Location and Content-Location (RFC 9110 §10.2.2 and §8.7). Their holes are parts of a path.
import { SoapstoneError } from '../errors.ts';
import { stringOf } from '../json/walk.ts';
import type { Bound } from './bound.ts';
import type { Converter, Text } from './converter.ts';
import { textOfScalar } from './plain-text.ts';
import type { TextTemplate } from './text-template.ts';

const FIELDS = new Set(['location', 'content-location']);

/** `key`: name of a field in lower case. */
export function isReference(key: string): boolean {
  return FIELDS.has(key);
}

/** Does the pattern describe a reference by its path, so that scheme and authority do not count? */
export function isPath({ literals, holes }: TextTemplate): boolean {
  return literals[0].startsWith('/') || (literals[0] === '' && holes[0]?.name === '$base');
}

/** Holes after a literal are percent-encoded, as in the path of a request. A hole that begins the reference is one, as it stands. */
export function asReference({ literals, holes }: TextTemplate): TextTemplate {
  let inside = false;
  const encoded = holes.map((hole, i) => {
    inside = inside || literals[i] !== '';
    return inside && !hole.supplied ? encodedHole(hole) : hole;
  });
  return { literals, holes: encoded };
}

function encodedHole(hole: Bound): Bound {
  if (hole.chain.length > 0) return { ...hole, chain: [...hole.chain, percent] };
  return { ...hole, text: percentText(hole.text) };
}

const percent: Converter = {
  in: (place) => stringOf(decode(textOfScalar(place))),
  out: (variable) => stringOf(encodeURIComponent(textOfScalar(variable))),
};

function percentText(text: Text): Text {
  return {
    fromText: (raw) => text.fromText(decode(raw)),
    toText: (value) => encodeURIComponent(text.toText(value)),
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
