// XSD regular expressions (XML Schema Part 2 §F) → tree. There are no anchors: a pattern always matches the whole text.
import { type CharSet, minus, not, range, single, union } from './charset.ts';
import { anyButLineEnd, multiCharacter, property } from './classes.ts';

/** A regular expression as a tree. */
export type Expression =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'choice'; readonly items: readonly Expression[] }
  /** `max` is Infinity for an open end. */
  | { readonly kind: 'repeat'; readonly item: Expression; readonly min: number; readonly max: number };

/** A pattern that is not one of XSD, or too large. `message` names the place in the pattern. */
export class PatternError extends Error {}

/** Nesting of groups and subtractions. */
const MAX_DEPTH = 100;
/** The automaton bounds copies; a length that is counted apart is a number. */
const MAX_COUNT = 2 ** 31;

/** `sets`: one for each spelling, where several patterns become one. */
export function parsePattern(text: string, sets = new Map<string, CharSet>()): Expression {
  return new Parser(text, sets).run();
}

class Parser {
  private readonly chars: readonly string[];
  private pos = 0;
  private depth = 0;
  /** One set per spelling, so that equal atoms share their character classes. */
  private readonly sets: Map<string, CharSet>;

  constructor(text: string, sets: Map<string, CharSet>) {
    this.chars = [...text];
    this.sets = sets;
  }

  run(): Expression {
    const expression = this.choice();
    if (this.pos < this.chars.length) throw this.error(`"${this.chars[this.pos]}" without its opening`);
    return expression;
  }

  private choice(): Expression {
    if (++this.depth > MAX_DEPTH) throw this.error(`more than ${MAX_DEPTH} groups inside each other`);
    const items = [this.branch()];
    while (this.take('|')) items.push(this.branch());
    this.depth--;
    return items.length === 1 ? items[0] : { kind: 'choice', items };
  }

  private branch(): Expression {
    const items: Expression[] = [];
    for (let c = this.peek(); c !== undefined && c !== '|' && c !== ')'; c = this.peek()) items.push(this.piece());
    return items.length === 1 ? items[0] : { kind: 'sequence', items };
  }

  private piece(): Expression {
    const item = this.atom();
    const c = this.peek();
    if (c === '?') return this.repeat(item, 0, 1);
    if (c === '*') return this.repeat(item, 0, Number.POSITIVE_INFINITY);
    if (c === '+') return this.repeat(item, 1, Number.POSITIVE_INFINITY);
    return c === '{' ? this.counted(item) : item;
  }

  private repeat(item: Expression, min: number, max: number): Expression {
    this.pos++;
    const c = this.peek();
    if (c === '?' || c === '*' || c === '+' || c === '{') throw this.error(`quantifier "${c}" after a quantifier`);
    return { kind: 'repeat', item, min, max };
  }

  /** `{n}`, `{n,}`, `{n,m}` */
  private counted(item: Expression): Expression {
    this.pos++;
    const min = this.count();
    const max = !this.take(',') ? min : this.peek() === '}' ? Number.POSITIVE_INFINITY : this.count();
    if (this.peek() !== '}') throw this.error('"}" expected');
    if (max < min) throw this.error(`{${min},${max}} is empty`);
    return this.repeat(item, min, max);
  }

  private count(): number {
    let digits = '';
    for (let c = this.peek(); c !== undefined && c >= '0' && c <= '9'; c = this.peek()) {
      digits += c;
      this.pos++;
    }
    if (digits === '') throw this.error('count expected');
    if (Number(digits) > MAX_COUNT) throw this.error(`a count above ${MAX_COUNT}`);
    return Number(digits);
  }

  private atom(): Expression {
    const start = this.pos;
    const c = this.next();
    if (c === '(') return this.group();
    if ('?*+{]'.includes(c)) throw this.error(`"${c}" where a character or group should stand`);
    return { kind: 'set', set: this.intern(start, this.set(c)) };
  }

  private set(c: string): CharSet {
    if (c === '[') return this.characterClass();
    if (c === '.') return anyButLineEnd;
    return c === '\\' ? this.escape() : single(c.codePointAt(0)!);
  }

  private intern(start: number, set: CharSet): CharSet {
    const spelling = this.chars.slice(start, this.pos).join('');
    const existing = this.sets.get(spelling);
    if (!existing) this.sets.set(spelling, set);
    return existing ?? set;
  }

  private group(): Expression {
    if (this.peek() === '?') throw this.error('"(?" is no group of XSD');
    const inner = this.choice();
    if (!this.take(')')) throw this.error('")" expected');
    return inner;
  }

  /** After `[`. Ends after `]`. */
  private characterClass(): CharSet {
    if (++this.depth > MAX_DEPTH) throw this.error(`more than ${MAX_DEPTH} subtractions inside each other`);
    const negated = this.take('^');
    const members: CharSet[] = [];
    let without: CharSet | undefined;
    while (this.peek() !== ']' || members.length === 0) {
      if (members.length > 0 && this.peek() === '-' && this.chars[this.pos + 1] === '[') {
        this.pos += 2;
        without = this.characterClass();
        if (this.peek() !== ']') throw this.error('"]" expected after a subtraction');
        break;
      }
      members.push(this.member());
    }
    this.pos++;
    this.depth--;
    const positive = union(members);
    const set = negated ? not(positive) : positive;
    return without ? minus(set, without) : set;
  }

  /** A character, a range or an escape. A hyphen outside of a range is literal, as existing schemas use it. */
  private member(): CharSet {
    const c = this.next();
    if (c === '[' || c === ']') throw this.error(`"${c}" inside a character class`);
    const multi = c === '\\' ? this.multi() : undefined;
    if (multi) return multi;
    const from = c === '\\' ? this.escapedPoint() : c.codePointAt(0)!;
    const after = this.chars[this.pos + 1];
    if (this.peek() !== '-' || after === ']' || after === '[' || after === undefined) return single(from);
    return this.rangeFrom(from);
  }

  private rangeFrom(from: number): CharSet {
    this.pos++;
    const c = this.next();
    const to = c === '\\' ? this.escapedPoint() : c.codePointAt(0)!;
    if (to < from) throw this.error('a range that runs backwards');
    return range(from, to);
  }

  /** After a backslash, outside of a character class. */
  private escape(): CharSet {
    return this.multi() ?? single(this.escapedPoint());
  }

  /** A multi-character escape or a category escape, if one follows. */
  private multi(): CharSet | undefined {
    const c = this.peek();
    if (c === 'p' || c === 'P') return this.category(c === 'P');
    const set = multiCharacter.get(c ?? '');
    if (set) this.pos++;
    return set;
  }

  private category(negated: boolean): CharSet {
    this.pos++;
    const end = this.take('{') ? this.chars.indexOf('}', this.pos) : -1;
    if (end < 0) throw this.error('"{name}" expected');
    const name = this.chars.slice(this.pos, end).join('');
    const set = property(name);
    if (!set) throw this.error(`unknown category or block "${name}"`);
    this.pos = end + 1;
    return negated ? not(set) : set;
  }

  /** `\n \r \t`, and any punctuation as itself: more than XSD allows, but unambiguous. */
  private escapedPoint(): number {
    const c = this.next();
    if (c === 'n') return 10;
    if (c === 'r') return 13;
    if (c === 't') return 9;
    const point = c.codePointAt(0)!;
    if (point > 0x20 && point < 0x7f && !/[A-Za-z0-9]/.test(c)) return point;
    throw this.error(`"\\${c}" is no escape of XSD`);
  }

  private peek(): string | undefined {
    return this.chars[this.pos];
  }

  private next(): string {
    if (this.pos >= this.chars.length) throw this.error('it ends too early');
    return this.chars[this.pos++];
  }

  private take(c: string): boolean {
    if (this.chars[this.pos] !== c) return false;
    this.pos++;
    return true;
  }

  private error(message: string): PatternError {
    return new PatternError(`${message}, at character ${this.pos + 1}`);
  }
}
