// Random valid values of a simple type: drawn by family, then checked by the oracle; drawn again where facets were missed.
import type { SimpleType } from '../../src/contract/model/model.ts';
import { clark, parseClark, type QName } from '../../src/xml/reader/names.ts';
import { moment } from './dates.ts';
import { canonicalText, INTEGERS, NO_NAMES } from './lexical.ts';
import { numeral, real } from './numbers.ts';
import { parseRegex, sample } from './regex.ts';
import type { Source } from './source.ts';
import { base64, hex, language, name, ncName, nmtoken, string, uri } from './strings.ts';
import type { Value } from './tree.ts';

const TRIES = 200;

/** What values may refer to. */
export interface Pool {
  readonly names: readonly QName[];
  /** Makes names of type ID unique in the document. */
  ids: number;
}

/** Undefined where no valid value was found (a type with no values, or one beyond the generator). */
export function value(type: SimpleType, source: Source, pool: Pool): Value | undefined {
  for (let i = 0; i < TRIES; i++) {
    const { dry } = source;
    const drawn = draw(type, source, pool);
    if (drawn && canonicalText(type, spell(drawn), NO_NAMES) !== undefined) return drawn;
    if (dry) break; // the same draw would come again
  }
  return simplest(type);
}

/** The text with names in Clark notation, as the oracle takes it. */
export function spell(v: Value): string {
  return v.map((part) => (typeof part === 'string' ? part : `{${part.ns}}${part.local}`)).join('');
}

function draw(type: SimpleType, source: Source, pool: Pool): Value | undefined {
  const f = type.facets;
  if (f.enumerationNames) return [parseClark(source.pick(f.enumerationNames))];
  if (f.enumeration) return [source.pick(f.enumeration)];
  if (type.variety === 'union') return draw(source.pick(type.members ?? []), source, pool);
  if (type.variety === 'list') return list(type, source, pool);
  if (f.patterns) {
    const text = sample(parseRegex(source.pick(f.patterns.alternatives)), source);
    return text === undefined ? undefined : [text];
  }
  return isName(type) ? [source.pick(pool.names)] : [atomic(type, source, pool)];
}

function isName(type: SimpleType): boolean {
  return type.builtin === 'QName' || type.builtin === 'NOTATION';
}

function list(type: SimpleType, source: Source, pool: Pool): Value {
  const f = type.facets;
  const min = f.length ?? f.minLength ?? 0;
  const n = source.count(min, f.length ?? f.maxLength ?? min + 5);
  const out: (string | QName)[] = [];
  for (let i = 0; i < n; i++) {
    const item = solid(type.item!, source, pool);
    if (item) out.push(...(out.length > 0 ? [' '] : []), ...item);
  }
  return out;
}

/** An item of a list: not empty and without white space. */
function solid(type: SimpleType, source: Source, pool: Pool): Value | undefined {
  for (let i = 0; i < TRIES; i++) {
    const v = value(type, source, pool);
    if (v && /^[^ \t\r\n]+$/.test(spell(v))) return v;
  }
  return undefined;
}

function atomic(type: SimpleType, source: Source, pool: Pool): string {
  if (INTEGERS[type.builtin]) return numeral(type, source);
  switch (type.builtin) {
    case 'decimal':
      return numeral(type, source);
    case 'float':
    case 'double':
      return real(type, source);
    case 'boolean':
      return source.pick(['true', 'false', '1', '0']);
    case 'hexBinary':
      return hex(type, source);
    case 'base64Binary':
      return base64(type, source);
    case 'language':
      return language(source);
    case 'ID':
      return `id${pool.ids++}`;
    case 'NCName':
    case 'IDREF':
    case 'ENTITY':
      return ncName(type, source);
    case 'Name':
      return name(type, source);
    case 'NMTOKEN':
      return nmtoken(type, source);
    case 'anyURI':
      return uri(type, source);
    case 'anySimpleType':
    case 'string':
    case 'normalizedString':
    case 'token':
      return string(type, source);
    default:
      return moment(type.builtin, source);
  }
}

/** The bounds themselves and other plain texts: something valid for types that random draws keep missing. */
function simplest(type: SimpleType): Value | undefined {
  if (isName(type)) return [parseClark(type.facets.enumerationNames?.[0] ?? 'a')];
  const f = type.facets;
  const texts = [f.minInclusive, f.maxInclusive, '', '0', '1', 'a', 'A', 'aa', '0.5', '1.5', '2000-01-01', ...numerals];
  const found = texts.find((t) => t !== undefined && canonicalText(type, t, NO_NAMES) !== undefined);
  return found === undefined ? undefined : [found];
}

const numerals: readonly string[] = Array.from({ length: 12 }, (_, n) => '1'.repeat(n + 1));

export function sameName(a: QName, b: QName): boolean {
  return clark(a) === clark(b);
}
