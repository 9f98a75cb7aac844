// xs:string and all other text types: anyURI, token, NCName … and anySimpleType, whose values are read as text.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { appendJsonString, utf8 } from '../../json/text.ts';
import { ARRAY, ESCAPED, NULL, OBJECT, STRIDE, STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import { appendAttribute, appendAttributeFromJson, appendText, appendTextFromJson } from '../../xml/escape.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { type Lengths, lengthsOf } from './facets.ts';
import { type TextRule, textRule } from './name-text.ts';
import { notEnumerated, type Patterns, patternsOf } from './restriction.ts';
import { normalise, Slice } from './text-slice.ts';
import { label } from './type-kind.ts';
import { invalidFacet, notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';

/** A fixed set of byte strings. Tests slices without making strings of them. */
class ByteSet {
  private readonly buckets: readonly (readonly Uint8Array[])[];
  private readonly mask: number;

  constructor(values: readonly Uint8Array[]) {
    let size = 4;
    while (size < values.length * 2) size *= 2;
    this.mask = size - 1;
    const buckets: Uint8Array[][] = Array.from({ length: size }, () => []);
    for (const value of values) buckets[hash(value, 0, value.length) & this.mask].push(value);
    this.buckets = buckets;
  }

  has(bytes: Uint8Array, start: number, end: number): boolean {
    for (const value of this.buckets[hash(bytes, start, end) & this.mask])
      if (same(bytes, start, end, value)) return true;
    return false;
  }
}

/** FNV-1a over the first 32 bytes. The values come from the schema, so no client can choose collisions. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = (end - start) ^ 0x811c9dc5;
  for (let i = start; i < end && i < start + 32; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
  return h ^ (h >>> 15);
}

function same(bytes: Uint8Array, start: number, end: number, value: Uint8Array): boolean {
  if (end - start !== value.length) return false;
  for (let i = 0; i < value.length; i++) if (bytes[start + i] !== value[i]) return false;
  return true;
}

const text = new Slice();

export class StringCodec implements ValueCodec {
  readonly plain: boolean;
  private readonly label: string;
  private readonly space: 'preserve' | 'replace' | 'collapse';
  /** anySimpleType takes numbers and booleans too. */
  private readonly anyScalar: boolean;
  private readonly faceted: boolean;
  private readonly rule: TextRule | undefined;
  private readonly lengths: Lengths | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: readonly string[] | undefined;
  private readonly values: ByteSet | undefined;

  constructor(type: SimpleType) {
    const { facets } = type;
    this.label = label(type);
    this.space = facets.whiteSpace;
    this.anyScalar = type.builtin === 'anySimpleType';
    this.rule = textRule(type.builtin);
    this.lengths = lengthsOf(facets, 'characters');
    this.patterns = patternsOf(type);
    this.enumeration = facets.enumeration;
    this.values = facets.enumeration && new ByteSet(facets.enumeration.map((value) => this.normalised(value)));
    this.faceted = [this.lengths, this.patterns, this.values].some((f) => f !== undefined);
    this.plain = this.space === 'preserve' && !this.faceted && !this.anyScalar && this.rule === undefined;
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    _scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    text.set(input, start, end);
    const problem = this.check(lenient);
    if (problem !== undefined) return problem;
    out.push(0x22);
    appendJsonString(text.bytes, text.start, text.end, out);
    out.push(0x22);
    return undefined;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, _names: NameWriter): void {
    if (this.plain && kindAt(tape, node) === STRING) {
      const at = node * STRIDE;
      const { entries } = tape;
      const append = attribute ? appendAttributeFromJson : appendTextFromJson;
      append(tape.bytes, entries[at + 1], entries[at + 2], (entries[at] & ESCAPED) !== 0, out);
      return;
    }
    raiseAny(this.read(tape, node));
    const append = attribute ? appendAttribute : appendText;
    append(text.bytes, text.start, text.end, out);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer): Problem | undefined {
    const problem = this.read(tape, node);
    if (problem === undefined) out.append(text.bytes, text.start, text.end);
    return problem;
  }

  key(input: Uint8Array, start: number, end: number, _scope: NameScope, lenient: boolean): string | undefined {
    text.set(input, start, end);
    return this.check(lenient) === undefined ? `text ${utf8(text.bytes, text.start, text.end)}` : undefined;
  }

  unlistedText(tape: Tape, node: number): string | undefined {
    return kindAt(tape, node) === STRING && this.read(tape, node)?.unlisted
      ? utf8(text.bytes, text.start, text.end)
      : undefined;
  }

  /** JSON value → `text`, checked. */
  private read(tape: Tape, node: number): Problem | undefined {
    const kind = kindAt(tape, node);
    if (kind === STRING) text.read(tape, node);
    else if (this.anyScalar && kind !== OBJECT && kind !== ARRAY && kind !== NULL) {
      text.set(tape.bytes, tape.entries[node * STRIDE + 1], tape.entries[node * STRIDE + 2]);
    } else return wrongKind(tape, node, 'a string', this.label);
    return this.check(false);
  }

  /** Normalises the white space of `text` and checks it. */
  private check(lenient: boolean): Problem | undefined {
    if (this.space !== 'preserve') normalise(this.space, text);
    const { bytes, start, end } = text;
    if (this.rule !== undefined && !this.rule(bytes, start, end)) return notOfType(bytes, start, end, this.label);
    return lenient || !this.faceted ? undefined : this.facets(bytes, start, end);
  }

  private facets(bytes: Uint8Array, start: number, end: number): Problem | undefined {
    if (this.values !== undefined && !this.values.has(bytes, start, end)) return notEnumerated(this.enumeration!);
    return this.lengths?.check(characters(bytes, start, end)) ?? this.patterns?.check(bytes, start, end);
  }

  /** An enumeration value in the form of comparison. */
  private normalised(value: string): Uint8Array {
    const bytes = Buffer.from(value);
    text.set(bytes, 0, bytes.length);
    if (this.space !== 'preserve') normalise(this.space, text);
    if (this.rule !== undefined && !this.rule(text.bytes, text.start, text.end)) {
      throw invalidFacet(`the enumeration value "${value}" is not a value of the type`);
    }
    return text.bytes.slice(text.start, text.end);
  }
}

/** Characters of valid UTF-8. */
function characters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if ((bytes[i] & 0xc0) !== 0x80) count++;
  return count;
}
