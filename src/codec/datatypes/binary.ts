// hexBinary and base64Binary: JSON strings in their lexical form, base64 without white space.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { copyBase64, copyHex } from './binary-text.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { type Lengths, lengthsOf } from './lengths.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { latin1, Slice } from './text-slice.ts';
import { label } from './type-kind.ts';
import { kindAt, notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';
import { trimEnd, trimStart } from './white-space.ts';

const slice = new Slice();

export class BinaryCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly hex: boolean;
  private readonly copy: typeof copyHex;
  private readonly lengths: Lengths | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType) {
    this.label = label(type);
    this.hex = type.builtin === 'hexBinary';
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
    return problem;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, _attribute: boolean, _names: NameWriter): void {
    raiseAny(this.tryWrite(tape, node, out));
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

  /** Of text without white space. Base64 that follows the rules has one form for its octets; hexadecimal has two letters for a digit. */
  private keyOf(bytes: Uint8Array, start: number, end: number): string {
    const text = latin1(bytes, start, end);
    return this.hex ? text.toUpperCase() : text;
  }
}
