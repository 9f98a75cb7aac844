// xs:float and xs:double (XML Schema Part 2 §3.2.4, §3.2.5). Finite numbers keep their digits; INF, -INF and NaN are JSON strings.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { NUMBER, STRIDE, STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { DecimalText, endOfDigits, exponentAt } from './decimal-text.ts';
import { type Bounds, boundsOf } from './facets.ts';
import { padded } from './padded.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { appendTrimmed, latin1, Slice, trimEnd, trimStart } from './text-slice.ts';
import { label } from './type-kind.ts';
import { notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';

/** A number without an exponent, and without places that say nothing. */
const PLAIN = /^(-?\d+(?:\.\d*[1-9])?)(?:\.?0*)$/;
const SPECIALS = ['INF', '-INF', 'NaN'] as const;

/** The lexical form of a float: digits with an exponent, or one of three words (XML Schema Part 2 §3.2.5.1). */
class FloatText {
  /** 'INF', '-INF', 'NaN', or '' for a finite number. */
  special: '' | (typeof SPECIALS)[number] = '';
  private readonly mantissa = new DecimalText();
  private start = 0;
  private expStart = 0;
  private end = 0;

  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.special = specialAt(bytes, start, end);
    if (this.special !== '') return true;
    this.start = start;
    this.end = end;
    const e = exponentAt(bytes, start, end);
    this.expStart = e < 0 ? end : e;
    return this.mantissa.read(bytes, start, this.expStart) && this.hasGoodExponent();
  }

  private hasGoodExponent(): boolean {
    if (this.expStart === this.end) return true;
    const { bytes } = this.mantissa;
    const sign = bytes[this.expStart + 1];
    const digits = this.expStart + (sign === 0x2b || sign === 0x2d ? 2 : 1);
    return digits < this.end && endOfDigits(bytes, digits, this.end) === this.end;
  }

  /** Rounded to the type's precision. */
  number(single: boolean): number {
    if (this.special === '') {
      const number = Number(latin1(this.mantissa.bytes, this.start, this.end));
      return single ? Math.fround(number) : number;
    }
    return this.special === 'NaN'
      ? Number.NaN
      : this.special === 'INF'
        ? Number.POSITIVE_INFINITY
        : Number.NEGATIVE_INFINITY;
  }

  /** A JSON number with the same digits and exponent, or a JSON string. Minus zero is a separate value and is kept. */
  writeJson(out: ByteBuffer): void {
    if (this.special !== '') {
      out.appendText(`"${this.special}"`);
      return;
    }
    if (this.mantissa.negative && this.mantissa.isZero()) out.push(0x2d);
    this.mantissa.write(out, false);
    out.append(this.mantissa.bytes, this.expStart, this.end);
  }
}

function specialAt(bytes: Uint8Array, start: number, end: number): FloatText['special'] {
  const length = end - start;
  if (length !== 3 && length !== 4) return '';
  const last = bytes[end - 1];
  if (last !== 0x46 && last !== 0x4e) return '';
  const text = latin1(bytes, start, end);
  return SPECIALS.find((special) => special === text) ?? '';
}

/** Undefined for invalid text. */
function floatOf(text: Uint8Array, single: boolean): number | undefined {
  const value = new FloatText();
  return value.read(text, 0, text.length) ? value.number(single) : undefined;
}

const value = new FloatText();
const slice = new Slice();

export class FloatCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly single: boolean;
  private readonly faceted: boolean;
  private readonly bounds: Bounds<number> | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType) {
    this.label = label(type);
    this.single = type.builtin === 'float';
    const parse = (text: Uint8Array) => floatOf(text, this.single);
    this.bounds = boundsOf(type.facets, { parse, compare: compareFloats, openPasses: false });
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type.facets, (text) => parse(text)?.toString());
    this.faceted = [this.bounds, this.patterns, this.enumeration].some((f) => f !== undefined);
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    _scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const from = trimStart(input, start, end);
    const problem = this.read(input, from, trimEnd(input, from, end), lenient);
    if (problem === undefined) value.writeJson(out);
    return problem;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, _attribute: boolean, _names: NameWriter): void {
    raiseAny(this.tryWrite(tape, node, out));
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer): Problem | undefined {
    const kind = kindAt(tape, node);
    if (kind === NUMBER) slice.set(tape.bytes, tape.entries[node * STRIDE + 1], tape.entries[node * STRIDE + 2]);
    else if (kind === STRING) slice.read(tape, node);
    const { bytes, start, end } = slice;
    // Every JSON number is a lexical form of xs:double. Strings are values for INF, -INF and NaN, and where patterns may want leading zeros.
    if (kind !== NUMBER && (kind !== STRING || (this.patterns === undefined && !isSpecial(bytes, start, end)))) {
      return wrongKind(tape, node, 'a number, "INF", "-INF" or "NaN"', this.label);
    }
    const problem = this.read(bytes, start, end, true) ?? this.values();
    if (problem !== undefined) return problem;
    const unfit = this.patterns?.check(bytes, start, end);
    if (unfit === undefined) return appendTrimmed(slice, out);
    const text = kind === NUMBER ? this.spelling(latin1(bytes, start, end)) : undefined;
    if (text !== undefined) out.appendText(text);
    return text === undefined ? unfit : undefined;
  }

  /** A number as the patterns want it: with leading zeros, or with more or fewer places. */
  private spelling(text: string): string | undefined {
    const plain = PLAIN.exec(text)?.[1];
    return plain === undefined ? undefined : padded(plain, false, this.patterns!);
  }

  key(input: Uint8Array, start: number, end: number, _scope: NameScope, lenient: boolean): string | undefined {
    const from = trimStart(input, start, end);
    const problem = this.read(input, from, trimEnd(input, from, end), lenient);
    return problem === undefined ? `float ${value.number(this.single)}` : undefined;
  }

  private read(bytes: Uint8Array, start: number, end: number, lenient: boolean): Problem | undefined {
    if (!value.read(bytes, start, end)) return notOfType(bytes, start, end, this.label);
    return lenient || !this.faceted ? undefined : (this.values() ?? this.patterns?.check(bytes, start, end));
  }

  /** Facets of the value space. */
  private values(): Problem | undefined {
    if (!this.faceted) return undefined;
    const number = value.number(this.single);
    return this.bounds?.check(number) ?? this.enumeration?.check(number.toString());
  }
}

const special = new FloatText();

function isSpecial(bytes: Uint8Array, start: number, end: number): boolean {
  return special.read(bytes, start, end) && special.special !== '';
}

/** NaN equals itself and is incomparable with other values (XML Schema Part 2 §3.2.4.1). */
function compareFloats(a: number, b: number): number {
  return a === b || (Number.isNaN(a) && Number.isNaN(b)) ? 0 : a - b;
}
