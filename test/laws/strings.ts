// Random texts of the string, name and binary types.
import type { SimpleType } from '../../src/contract/model/model.ts';
import type { Source } from './source.ts';

const LETTERS = [...'abcxyzABCXYZ', 'é', 'ß', 'Ω', '漢'];
const NAME_REST = [...LETTERS, '0', '9', '-', '.', '_'];
const ANY = [...LETTERS, ...'019 <>&"\'\\/{}[]:,;%#=-_.', '😀', '\u00a0', '\u0085', '\u2028', '\ufffd', '\u007f'];
const SPACES = ['\t', '\n', '\r', ' ', '  '];

/** Length bounds that a facet set allows, cut to something small. */
function span(type: SimpleType, source: Source, least: number): number {
  const f = type.facets;
  const min = f.length ?? Math.max(f.minLength ?? 0, least);
  const max = f.length ?? f.maxLength ?? min + 30;
  return source.chance(15) ? Math.min(max, min + 200) : Math.min(max, min + source.below(12));
}

function run(n: number, draw: () => string): string {
  let out = '';
  for (let i = 0; i < n; i++) out += draw();
  return out;
}

/** Exactly `n` characters for `n` draws: what `length` counts. */
export function string(type: SimpleType, source: Source): string {
  const n = span(type, source, 0);
  if (type.facets.whiteSpace === 'collapse') return token(n, source);
  const pool = type.facets.whiteSpace === 'preserve' ? [...ANY, ...SPACES.slice(0, 4)] : ANY;
  const plain = source.chance(50);
  return run(n, () => source.pick(plain ? LETTERS : pool));
}

function token(n: number, source: Source): string {
  const solid = ANY.filter((c) => c !== ' ');
  let out = '';
  for (let i = 0; i < n; i++) {
    const gap = i > 0 && i < n - 1 && !out.endsWith(' ') && source.chance(15);
    out += gap ? ' ' : source.pick(source.chance(20) ? solid : LETTERS);
  }
  return out;
}

export function ncName(type: SimpleType | undefined, source: Source): string {
  const n = type === undefined ? 1 + source.below(8) : span(type, source, 1);
  return source.pick([...LETTERS, '_']) + run(n - 1, () => source.pick(NAME_REST));
}

export function name(type: SimpleType, source: Source): string {
  const text = ncName(type, source);
  return text.length > 2 && source.chance(20) ? `${text.slice(0, 1)}:${text.slice(2)}` : text;
}

export function nmtoken(type: SimpleType, source: Source): string {
  return run(span(type, source, 1), () => source.pick(NAME_REST));
}

export function language(source: Source): string {
  return source.pick(['en', 'de-CH', 'fr', 'zh-Hant-TW', 'x-klingon', 'a1'.slice(0, 1)]);
}

export function uri(type: SimpleType, source: Source): string {
  const f = type.facets;
  if (f.length !== undefined || f.maxLength !== undefined || f.minLength !== undefined)
    return run(span(type, source, 0), () => 'u');
  return source.pick(['urn:x:1', 'http://example.com/a?b=c&d=%20#e', '', '../up', 'mailto:a@example.com', '#frag']);
}

function octets(type: SimpleType, source: Source): Buffer {
  return Buffer.from(Array.from({ length: span(type, source, 0) }, () => source.below(256)));
}

export function hex(type: SimpleType, source: Source): string {
  const text = octets(type, source).toString('hex');
  return type.facets.patterns === undefined && source.chance(50) ? text.toUpperCase() : text;
}

export function base64(type: SimpleType, source: Source): string {
  const text = octets(type, source).toString('base64');
  return type.facets.patterns === undefined && source.chance(30) ? text.replace(/.{4}(?=.)/g, '$& ') : text;
}
