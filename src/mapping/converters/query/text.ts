// The text of a filter: words, quoted texts, brackets and parentheses → conditions with AND and OR. Knows no field and no operator.

export interface Condition {
  readonly kind: 'condition';
  readonly field: string;
  readonly operator: string;
  readonly values: readonly string[];
  /** Of each value: whether it stands in quotes. */
  readonly quoted: readonly boolean[];
  /** Index of the field's first character in the text, of the operator's, and of each value's. */
  readonly at: number;
  readonly operatorAt: number;
  readonly valuesAt: readonly number[];
}

interface Several {
  readonly kind: 'and' | 'or';
  readonly terms: readonly Term[];
  readonly at: number;
}

export type Term = Condition | Several;

interface Token {
  readonly kind: 'word' | 'quoted' | 'mark' | 'end';
  readonly text: string;
  readonly at: number;
}

/** The message names the character of the mistake, counted from 1. */
export function wrong(at: number, message: string): RangeError {
  return new RangeError(`at character ${at + 1}: ${message}`);
}

const MOST_QUOTED = 60;

/** For messages, which never repeat a long text of a stranger. */
export function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([()[\],])|([^\s()[\],"]+))/y;
const MOST_NESTED = 50;
/** Filters come from strangers, and each condition takes work. */
export const MOST_CHARACTERS = 65_536;
const MOST_CONDITIONS = 500;

function tokensOf(text: string): Token[] {
  if (text.length > MOST_CHARACTERS) throw wrong(MOST_CHARACTERS, `a filter has ${MOST_CHARACTERS} characters at most`);
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let from = 0; from < text.length; from = TOKEN.lastIndex) {
    TOKEN.lastIndex = from;
    const match = TOKEN.exec(text);
    if (match === null) {
      const tail = text.slice(from);
      if (tail.trim() === '') break;
      throw wrong(from + tail.search(/\S/), 'a quoted text does not end');
    }
    const at = from + match[0].search(/\S/);
    if (match[1] !== undefined) found.push({ kind: 'quoted', text: match[1].replace(/\\([\s\S])/g, '$1'), at });
    else if (match[2] !== undefined) found.push({ kind: 'mark', text: match[2], at });
    else found.push({ kind: 'word', text: match[3], at });
  }
  found.push({ kind: 'end', text: '', at: text.length });
  return found;
}

class Parser {
  private readonly tokens: readonly Token[];
  private index = 0;
  private conditions = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  parse(): Term {
    const term = this.terms('or', 0);
    if (this.now.kind !== 'end')
      throw wrong(this.now.at, `"${shortened(this.now.text)}" is not expected; write AND or OR`);
    return term;
  }

  private get now(): Token {
    return this.tokens[this.index];
  }

  /** AND binds tighter than OR. */
  private terms(kind: 'and' | 'or', depth: number): Term {
    const { at } = this.now;
    const terms: Term[] = [];
    do terms.push(kind === 'or' ? this.terms('and', depth) : this.factor(depth));
    while (this.takes('word', kind.toUpperCase()));
    return terms.length === 1 ? terms[0] : { kind, terms, at };
  }

  private factor(depth: number): Term {
    const { at } = this.now;
    if (!this.takes('mark', '(')) return this.condition();
    if (depth >= MOST_NESTED) throw wrong(at, 'parentheses are nested too deeply');
    const term = this.terms('or', depth + 1);
    if (!this.takes('mark', ')')) throw wrong(this.now.at, 'a parenthesis is not closed');
    return term;
  }

  private condition(): Condition {
    const field = this.wordToken('a field');
    if (++this.conditions > MOST_CONDITIONS)
      throw wrong(field.at, `a filter has ${MOST_CONDITIONS} conditions at most`);
    const operator = this.wordToken('an operator');
    const found = this.values();
    return {
      kind: 'condition',
      field: field.text,
      operator: operator.text.toUpperCase(),
      values: found.map(({ text }) => text),
      quoted: found.map(({ kind }) => kind === 'quoted'),
      at: field.at,
      operatorAt: operator.at,
      valuesAt: found.map(({ at }) => at),
    };
  }

  private values(): Token[] {
    if (this.takes('mark', '[')) {
      const values = [this.value()];
      while (this.takes('mark', ',')) values.push(this.value());
      if (!this.takes('mark', ']')) throw wrong(this.now.at, 'a bracket is not closed');
      return values;
    }
    const ends = this.now.kind === 'end' || this.now.kind === 'mark' || this.isWord('AND') || this.isWord('OR');
    return ends ? [] : [this.value()];
  }

  private value(): Token {
    const token = this.now;
    if (token.kind !== 'word' && token.kind !== 'quoted') throw wrong(token.at, 'a value is expected');
    this.index++;
    return token;
  }

  private wordToken(what: string): Token {
    const token = this.now;
    if (token.kind !== 'word') throw wrong(token.at, `${what} is expected`);
    this.index++;
    return token;
  }

  private isWord(text: string): boolean {
    return this.now.kind === 'word' && this.now.text.toUpperCase() === text;
  }

  private takes(kind: Token['kind'], text: string): boolean {
    const found = kind === 'word' ? this.isWord(text) : this.now.kind === kind && this.now.text === text;
    if (found) this.index++;
    return found;
  }
}

/** undefined: a blank text, which has no condition. Throws RangeError with the character. */
export function parseFilter(text: string): Term | undefined {
  return text.trim() === '' ? undefined : new Parser(text).parse();
}

/** Can a filter have it as the name of a field, or as an operator? */
export function isWord(text: string): boolean {
  return /^[^\s()[\],"]+$/.test(text) && !/^(and|or)$/i.test(text);
}

/** A value as it is written: in quotes where it could be read as something else. */
export function writeValue(value: string): string {
  return isWord(value) && !value.includes('\\') ? value : quotedValue(value);
}

export function quotedValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
