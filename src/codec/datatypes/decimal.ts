// xs:decimal and all integers: digits in, digits out.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { NUMBER, STRIDE, STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { compareDecimals, DecimalText, decimalOf, expand, exponentAt } from './decimal-text.ts';
import type { Dialect } from './dialect.ts';
import { type Bounds, boundsOf, type Digits, digitsOf } from './facets.ts';
import { padded } from './padded.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { appendTrimmed, latin1, Slice, trimEnd, trimStart } from './text-slice.ts';
import { type IntegerRange, integerRange, label, wideNumbers } from './type-kind.ts';
import { notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';

const value = new DecimalText();
const slice = new Slice();

export class DecimalCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly integer: boolean;
  private readonly range: IntegerRange | undefined;
  /** Values are JSON strings. */
  private readonly quoted: boolean;
  private readonly faceted: boolean;
  private readonly digits: Digits | undefined;
  private readonly bounds: Bounds<DecimalText> | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType, dialect: Dialect) {
    this.label = label(type);
    this.range = integerRange(type.builtin);
    this.integer = this.range !== undefined;
    this.quoted = dialect.numbers === 'string' && wideNumbers.has(type.builtin);
    this.digits = digitsOf(type.facets);
    this.bounds = boundsOf(type.facets, { parse: decimalOf, compare: compareDecimals, openPasses: false });
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type.facets, (text) =>
      value.read(text, 0, text.length) ? value.key() : undefined,
    );
    this.faceted = [this.digits, this.bounds, this.patterns, this.enumeration].some((f) => f !== undefined);
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    _scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const problem = this.read(input, trimStart(input, start, end), trimEnd(input, start, end), lenient);
    if (problem !== undefined) return problem;
    if (this.quoted) out.push(0x22);
    value.write(out, this.integer);
    if (this.quoted) out.push(0x22);
    return undefined;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, _attribute: boolean, _names: NameWriter): void {
    raiseAny(this.tryWrite(tape, node, out));
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer): Problem | undefined {
    const problem = this.readJson(tape, node);
    if (problem !== undefined) return problem;
    if (this.patterns !== undefined && kindAt(tape, node) === STRING) return appendTrimmed(slice, out);
    const mark = out.length;
    value.write(out, this.integer);
    return this.patterns === undefined ? undefined : this.padToPatterns(this.patterns, out, mark);
  }

  /** Checks patterns against the output since `mark`. */
  private padToPatterns(patterns: Patterns, out: ByteBuffer, mark: number): Problem | undefined {
    const problem = patterns.check(out.bytes, mark, out.length);
    if (problem === undefined) return undefined;
    const text = padded(plainText(value, this.integer), this.integer, patterns);
    if (text === undefined) return problem;
    out.length = mark;
    out.appendText(text);
    return undefined;
  }

  key(input: Uint8Array, start: number, end: number, _scope: NameScope, lenient: boolean): string | undefined {
    const problem = this.read(input, trimStart(input, start, end), trimEnd(input, start, end), lenient);
    return problem === undefined ? `decimal ${value.key()}` : undefined;
  }

  /** [start, end) → `value`: the lexical form, which for integers has no point. */
  private read(bytes: Uint8Array, start: number, end: number, lenient: boolean): Problem | undefined {
    if (!value.read(bytes, start, end) || (this.integer && value.hasPoint) || !this.inRange()) {
      return notOfType(bytes, start, end, this.label);
    }
    return lenient || !this.faceted ? undefined : (this.facets() ?? this.patterns?.check(bytes, start, end));
  }

  /**
   * The spelling of a JSON number does not count: 1.0 and 1e3 are integers. Strings are values where the dialect writes them, and where
   * patterns may want what no JSON number can say, as in `007`.
   */
  private readJson(tape: Tape, node: number): Problem | undefined {
    const kind = kindAt(tape, node);
    if (kind === STRING && (this.quoted || this.patterns !== undefined)) {
      slice.read(tape, node);
      const { bytes, start, end } = slice;
      return this.read(bytes, trimStart(bytes, start, end), trimEnd(bytes, start, end), false);
    }
    if (kind !== NUMBER) return wrongKind(tape, node, this.quoted ? 'a number or a string' : 'a number', this.label);
    return this.readNumber(tape.bytes, tape.entries[node * STRIDE + 1], tape.entries[node * STRIDE + 2]);
  }

  private readNumber(bytes: Uint8Array, start: number, end: number): Problem | undefined {
    if (!value.read(bytes, start, end) && !readExponent(bytes, start, end)) {
      return notOfType(bytes, start, end, this.label);
    }
    if ((this.integer && !value.isInteger()) || !this.inRange()) return notOfType(bytes, start, end, this.label);
    return this.faceted ? this.facets() : undefined;
  }

  private inRange(): boolean {
    if (this.range === undefined) return true;
    const { min, max } = this.range;
    return (
      (min === undefined || compareDecimals(value, min) >= 0) && (max === undefined || compareDecimals(value, max) <= 0)
    );
  }

  /** Facets of the value space. */
  private facets(): Problem | undefined {
    return this.digits?.check(value) ?? this.bounds?.check(value) ?? this.enumeration?.check(value.key());
  }
}

function readExponent(bytes: Uint8Array, start: number, end: number): boolean {
  const e = exponentAt(bytes, start, end);
  const expanded = e < 0 ? undefined : expand(bytes, start, e, end);
  return expanded !== undefined && value.read(expanded.bytes, 0, expanded.length);
}

function plainText(value: DecimalText, integer: boolean): string {
  const out = new ByteBuffer(64);
  value.write(out, integer);
  return latin1(out.bytes, 0, out.length);
}
