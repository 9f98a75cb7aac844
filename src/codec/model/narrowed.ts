// Elements whose xsi:type names a simple type derived from the declared one (XML Schema Part 1 §3.3.4): valid by that type, in the JSON form of the
// declared one.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import type { Tape } from '../../json/value.ts';
import type { NameScope, NameWriter, ValueCodec } from '../datatypes/codec.ts';
import { normalise, Slice } from '../datatypes/text-slice.ts';
import { isAnySimpleType } from '../datatypes/type-kind.ts';
import type { Problem } from '../datatypes/value-problem.ts';
import { SIMPLE, type TypeTable } from './tables.ts';

class NarrowedCodec implements ValueCodec {
  readonly plain = false;
  private readonly declared: ValueCodec;
  private readonly namedCodec: ValueCodec;
  private readonly space: 'preserve' | 'replace' | 'collapse';
  private readonly text = new ByteBuffer(64);

  /** `space`: what the named type does with white space, before the declared type sees the value. */
  constructor(declared: ValueCodec, namedCodec: ValueCodec, space: 'preserve' | 'replace' | 'collapse') {
    this.declared = declared;
    this.namedCodec = namedCodec;
    this.space = space;
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const mark = out.length;
    const problem = this.namedCodec.tryDecode(input, start, end, out, scope, lenient);
    if (problem !== undefined) return problem;
    out.length = mark;
    const { text } = this;
    this.normalised(input, start, end);
    return this.declared.tryDecode(text.bytes, 0, text.length, out, scope, lenient);
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void {
    this.declared.encode(tape, node, out, attribute, names);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    return this.declared.tryWrite(tape, node, out, names);
  }

  lenientValue(tape: Tape, node: number): Tape | undefined {
    return this.declared.lenientValue?.(tape, node);
  }

  unlistedText(tape: Tape, node: number): string | undefined {
    return this.declared.unlistedText?.(tape, node);
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, lenient: boolean): string | undefined {
    return this.declared.key(input, start, end, scope, lenient);
  }

  private normalised(input: Uint8Array, start: number, end: number): void {
    const slice = new Slice();
    slice.set(input, start, end);
    if (this.space !== 'preserve') normalise(this.space, slice);
    this.text.reset();
    this.text.append(slice.bytes, slice.start, slice.end);
  }
}

/**
 * The declared table with a codec that also checks the named type; `namedType` itself where JSON must name the type: it has attributes, or
 * the declared type is anySimpleType.
 */
export function narrowed(declared: TypeTable, namedType: TypeTable): TypeTable {
  if (declared.kind !== SIMPLE || namedType.kind !== SIMPLE || namedType === declared || isAnySimpleType(declared.def))
    return namedType;
  const { whiteSpace } = (namedType.def as SimpleType).facets;
  return { ...declared, simple: new NarrowedCodec(declared.simple!, namedType.simple!, whiteSpace) };
}
