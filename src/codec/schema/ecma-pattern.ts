// XSD regular expressions (XML Schema 1.0 Part 2, appendix F) in the syntax of ECMA-262 with the `u` flag, as JSON Schema has them. Only
// where both mean exactly the same: what cannot be said exactly is left out by the caller.

const OUTSIDE = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['s', '[ \\t\\n\\r]'],
  ['S', '[^ \\t\\n\\r]'],
  ['w', '[^\\p{P}\\p{Z}\\p{C}]'],
  ['W', '[\\p{P}\\p{Z}\\p{C}]'],
]);
/** The same sets as members of a bracket expression. */
const INSIDE = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['s', ' \\t\\n\\r'],
  ['S', '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u0021-\\u{10ffff}'],
  ['w', '\\p{L}\\p{M}\\p{N}\\p{S}'],
  ['W', '\\p{P}\\p{Z}\\p{C}'],
]);
const CATEGORY = /^(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;
/** Characters that ECMA-262 gives a meaning outside brackets; XSD does not know `^` and `$` there. */
const SYNTAX = new Set('^$\\.*+?()[]{}|/');
const DEPTH = 50;

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
    if (c === '\\') return this.escape(OUTSIDE);
    if (c === '.') return '[^\\n\\r]';
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

  private escape(sets: ReadonlyMap<string, string>): string {
    const c = this.chars[this.at++];
    if (c === 'p' || c === 'P') return this.category(c);
    if (c === 'n' || c === 'r' || c === 't') return `\\${c}`;
    const set = sets.get(c);
    if (set !== undefined) return set;
    // \i and \c name the characters of XML names, which no category of ECMA-262 says.
    if (c === undefined || /[a-zA-Z]/.test(c)) throw new Inexact();
    return literal(c);
  }

  private category(c: string): string {
    const end = this.chars.indexOf('}', this.at);
    const name = this.chars.slice(this.at + 1, end).join('');
    if (!CATEGORY.test(name)) throw new Inexact();
    this.at = end + 1;
    return `\\${c}{${name}}`;
  }

  /** `[…]`, with subtraction `[a-z-[aeiou]]` as a negative look-ahead. */
  private bracket(depth: number): string {
    if (depth > DEPTH) throw new Inexact();
    const negated = this.chars[this.at] === '^';
    if (negated) this.at++;
    let set = '';
    for (;;) {
      const c = this.chars[this.at++];
      if (c === undefined) throw new Inexact();
      if (c === ']') return `[${negated ? '^' : ''}${set}]`;
      if (c === '-' && this.chars[this.at] === '[') {
        this.at++;
        const minus = this.bracket(depth + 1);
        if (this.chars[this.at++] !== ']') throw new Inexact();
        return `(?:(?!${minus})[${negated ? '^' : ''}${set}])`;
      }
      set += c === '\\' ? this.escape(INSIDE) : c === '-' ? this.dash(set) : SYNTAX.has(c) ? `\\${c}` : c;
    }
  }

  /** A range operator stays; a dash at either end is itself. */
  private dash(before: string): string {
    const next = this.chars[this.at];
    return before === '' || next === ']' || next === undefined ? '\\-' : '-';
  }
}

function literal(c: string): string {
  return SYNTAX.has(c) ? `\\${c}` : c;
}
