// XSD regular expressions (XML Schema 1.0 Part 2, appendix F) in the syntax of ECMA-262 with the `u` flag, as JSON Schema has them. Only
// exact translations: otherwise the caller leaves the pattern out.

import { NAME_CHAR, NAME_START, NOT_NAME_CHAR, NOT_NAME_START, NOT_XML } from './xml-characters.ts';

/** Character classes that are allowed in a bracket expression. */
const SETS = new Map([
  ['d', '\\p{Nd}'],
  ['s', ' \\t\\n\\r'],
  ['w', '\\p{L}\\p{M}\\p{N}\\p{S}'],
]);
/** Classes that are not. Negated ones have XML characters only: a pattern must not admit what no message can hold. */
const PATTERNS = new Map([
  ['D', `[^\\p{Nd}${NOT_XML}]`],
  ['S', `[^ \\t\\n\\r${NOT_XML}]`],
  ['W', guarded('[\\p{P}\\p{Z}\\p{C}]')],
  ['i', NAME_START],
  ['c', NAME_CHAR],
  ['I', NOT_NAME_START],
  ['C', NOT_NAME_CHAR],
]);
const CATEGORY = /^(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;
/** Characters with a meaning in ECMA-262 outside brackets; in XSD, `^` and `$` are literal there. */
const SYNTAX = new Set('^$\\.*+?()[]{}|/');
const DEPTH = 50;
/** A range from white space may include characters that XML does not allow. */
const RANGE_FROM_SPACE = /(?:[\t\n\r]|\\[tnr])-/;

/** The anchored pattern, or undefined when there is no exact translation. */
export function ecmaPattern(pattern: string): string | undefined {
  try {
    const body = new Translator(pattern).expression();
    new RegExp(`^(?:${body})$`, 'u');
    return `^(?:${body})$`;
  } catch {
    return undefined;
  }
}

class Inexact extends Error {}

interface Escaped {
  readonly set: string;
  readonly pattern?: string;
}

/** A bracket expression of members and classes. */
function joined(set: string, patterns: readonly string[], negated: boolean): string {
  if (patterns.length === 0) {
    if (negated) return `[^${set}${NOT_XML}]`;
    return RANGE_FROM_SPACE.test(set) ? guarded(`[${set}]`) : `[${set}]`;
  }
  if (!negated && set === SETS.get('s') && patterns.every((pattern) => pattern === PATTERNS.get('S')))
    return `[^${NOT_XML}]`;
  const all = [...(set === '' ? [] : [`[${set}]`]), ...patterns].join('|');
  return negated ? `(?:(?!${all})[^${NOT_XML}])` : `(?:${all})`;
}

/** The XML characters of the class. */
function guarded(set: string): string {
  return `(?:(?![${NOT_XML}])${set})`;
}

class Translator {
  private readonly chars: readonly string[];
  private at = 0;

  constructor(pattern: string) {
    this.chars = [...pattern];
  }

  expression(): string {
    let out = '';
    while (this.at < this.chars.length) out += this.token(this.chars[this.at++]);
    return out;
  }

  private token(c: string): string {
    if (c === '[') return this.bracket(0);
    if (c === '\\') return this.escape();
    if (c === '.') return `[^\\n\\r${NOT_XML}]`;
    if (c === '(') return '(?:';
    if (c === '{') return this.quantity();
    if (c === ')' || c === '|' || c === '*' || c === '+' || c === '?') return c;
    return literal(c);
  }

  private quantity(): string {
    const end = this.chars.indexOf('}', this.at);
    if (end < 0) throw new Inexact();
    const text = this.chars.slice(this.at, end).join('');
    this.at = end + 1;
    return `{${text}}`;
  }

  private escape(): string {
    const { set, pattern } = this.escaped();
    if (pattern !== undefined) return pattern;
    return set.length <= 2 ? set : `[${set}]`;
  }

  /** An escape: members of a bracket expression, or a class. */
  private escaped(): Escaped {
    const c = this.chars[this.at++];
    if (c === 'p' || c === 'P') return this.category(c);
    if (c === 'n' || c === 'r' || c === 't') return { set: `\\${c}` };
    const pattern = PATTERNS.get(c);
    if (pattern !== undefined) return { set: '', pattern };
    const set = SETS.get(c);
    if (set !== undefined) return { set };
    if (c === undefined || /[a-zA-Z]/.test(c)) throw new Inexact();
    return { set: literal(c) };
  }

  private category(c: string): Escaped {
    const end = this.chars.indexOf('}', this.at);
    const name = this.chars.slice(this.at + 1, end).join('');
    if (!CATEGORY.test(name)) throw new Inexact();
    this.at = end + 1;
    if (c === 'P') return { set: '', pattern: `[^\\p{${name}}${NOT_XML}]` };
    return name.startsWith('C') ? { set: '', pattern: guarded(`\\p{${name}}`) } : { set: `\\p{${name}}` };
  }

  /** `[…]`, with subtraction `[a-z-[aeiou]]` as a negative look-ahead. */
  private bracket(depth: number): string {
    if (depth > DEPTH) throw new Inexact();
    const negated = this.chars[this.at] === '^';
    if (negated) this.at++;
    let set = '';
    const patterns: string[] = [];
    for (;;) {
      const c = this.chars[this.at++];
      if (c === undefined) throw new Inexact();
      if (c === ']') return joined(set, patterns, negated);
      if (c === '-' && this.chars[this.at] === '[') {
        this.at++;
        const minus = this.bracket(depth + 1);
        if (this.chars[this.at++] !== ']') throw new Inexact();
        return `(?:(?!${minus})${joined(set, patterns, negated)})`;
      }
      if (c === '\\') {
        const member = this.escaped();
        set += member.set;
        if (member.pattern !== undefined) patterns.push(member.pattern);
      } else set += c === '-' ? this.dash(set) : SYNTAX.has(c) ? `\\${c}` : c;
    }
  }

  /** A range operator stays; a dash at either end is literal. */
  private dash(prefix: string): string {
    const next = this.chars[this.at];
    return prefix === '' || next === ']' || next === undefined ? '\\-' : '-';
  }
}

function literal(c: string): string {
  return SYNTAX.has(c) ? `\\${c}` : c;
}
