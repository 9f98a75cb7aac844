// hexBinary and base64Binary (XML Schema Part 2 §3.2.15, §3.2.16): JSON strings in their lexical form, base64 without white space.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { hexDigit } from '../../json/token.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import { MIME_PART_NS, SWAREF_NS } from '../../xml/reader/names.ts';
import { type BinaryKind, noteSpan } from './binary-spans.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { type Lengths, lengthsOf } from './facets.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { isSpace, latin1, Slice, trimEnd, trimStart } from './text-slice.ts';
import { label } from './type-kind.ts';
import { notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';

/** Value of a base64 digit, or 255. */
const DIGIT = new Uint8Array(256).fill(255);
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((b, value) => {
  DIGIT[b] = value;
});

/** Copies base64 without its white space. Returns the number of octets, or -1 for invalid base64 (`out` then holds a part). */
function copyBase64(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): number {
  const to = out.reserve(end - start);
  const from = out.length;
  let o = from;
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (DIGIT[b] !== 255) to[o++] = b;
    else if (b === 0x3d) return copyPadding(bytes, i, end, out, o);
    else if (!isSpace(b)) return -1;
  }
  out.length = o;
  return (o - from) % 4 === 0 ? ((o - from) / 4) * 3 : -1;
}

/** One or two `=` at the end, after a last group whose unused bits are zero. `o`: index in `out`. */
function copyPadding(bytes: Uint8Array, at: number, end: number, out: ByteBuffer, o: number): number {
  const to = out.bytes;
  const digits = o - out.length;
  let pads = 0;
  for (let i = at; i < end; i++) {
    if (bytes[i] === 0x3d) {
      to[o++] = 0x3d;
      pads++;
    } else if (!isSpace(bytes[i])) return -1;
  }
  out.length = o;
  if (digits === 0 || pads > 2 || (digits + pads) % 4 !== 0) return -1;
  const unused = pads === 1 ? 3 : 15;
  return (DIGIT[to[o - pads - 1]] & unused) === 0 ? ((digits + pads) / 4) * 3 - pads : -1;
}

/** Copies hexadecimal digits. Number of octets, or -1. */
function copyHex(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): number {
  for (let i = start; i < end; i++) if (hexDigit(bytes[i]) < 0) return -1;
  out.append(bytes, start, end);
  return (end - start) % 2 === 0 ? (end - start) / 2 : -1;
}

/** A reference of an attachment that the message lacks: in place of an attachment stands its content by now (RFC 2392, WS-I swaRef). */
export const NO_ATTACHMENT = 'a reference (cid:) names no attachment: no part has this Content-ID';
const CID = Buffer.from('cid:');
const MISSED: Problem = { code: 'BAD_BODY', message: NO_ATTACHMENT, safeMessage: NO_ATTACHMENT };

const slice = new Slice();

function kindOf({ name, base }: SimpleType): BinaryKind {
  if (name?.ns === SWAREF_NS) return 'reference';
  if (name?.ns === MIME_PART_NS) return 'part';
  return base === undefined ? 'content' : kindOf(base);
}

export class BinaryCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly hex: boolean;
  private readonly kind: BinaryKind;
  private readonly copy: typeof copyHex;
  private readonly lengths: Lengths | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType) {
    this.label = label(type);
    this.hex = type.builtin === 'hexBinary';
    this.kind = kindOf(type);
    this.copy = this.hex ? copyHex : copyBase64;
    this.lengths = lengthsOf(type.facets, 'octets');
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type.facets, (text) => {
      const out = new ByteBuffer(text.length);
      return this.copy(text, 0, text.length, out) < 0 ? undefined : this.keyOf(out.bytes, 0, out.length);
    });
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    _scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    out.push(0x22);
    const problem = this.transfer(input, start, end, out, lenient);
    out.push(0x22);
    return problem && this.isReference(input, trimStart(input, start, end)) ? MISSED : problem;
  }

  private isReference(input: Uint8Array, start: number): boolean {
    return !this.hex && CID.equals(input.subarray(start, start + CID.length));
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, _names: NameWriter): void {
    const start = out.length;
    raiseAny(this.tryWrite(tape, node, out));
    if (!attribute && !this.hex) noteSpan(out, start, this.kind, tape, node);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer): Problem | undefined {
    if (kindAt(tape, node) !== STRING) return wrongKind(tape, node, 'a string', this.label);
    slice.read(tape, node);
    return this.transfer(slice.bytes, slice.start, slice.end, out, false);
  }

  key(input: Uint8Array, start: number, end: number, _scope: NameScope, lenient: boolean): string | undefined {
    const out = new ByteBuffer(end - start);
    const problem = this.transfer(input, start, end, out, lenient);
    return problem === undefined ? `binary ${this.keyOf(out.bytes, 0, out.length)}` : undefined;
  }

  private transfer(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    lenient: boolean,
  ): Problem | undefined {
    const from = trimStart(input, start, end);
    const to = trimEnd(input, from, end);
    const mark = out.length;
    const octets = this.copy(input, from, to, out);
    if (octets < 0) return notOfType(input, from, to, this.label);
    if (lenient) return undefined;
    return (
      this.lengths?.check(octets) ??
      this.enumeration?.check(this.keyOf(out.bytes, mark, out.length)) ??
      this.patterns?.check(out.bytes, mark, out.length)
    );
  }

  /** Expects text without white space. Valid base64 has one form; hexadecimal has two letters for a digit. */
  private keyOf(bytes: Uint8Array, start: number, end: number): string {
    const text = latin1(bytes, start, end);
    return this.hex ? text.toUpperCase() : text;
  }
}
