// Unions (XML Schema Part 2 §2.5.1.3): the first member type that accepts a value decides its form, on both sides.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import type { Tape } from '../../json/value.ts';
import { appendChecked } from './append-checked.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { clarkScope } from './qname.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { normalise, Slice } from './text-slice.ts';
import { label } from './type-kind.ts';
import { notOfType, outOfFacet, type Problem, wrongKind } from './value-problem.ts';

export class UnionCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly members: readonly ValueCodec[];
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType, members: readonly ValueCodec[]) {
    this.label = label(type);
    this.members = members;
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type.facets, (text) => this.keyOf(text, 0, text.length, clarkScope));
  }

  /** Facets of members count even when lenient: they select the member. They are skipped when no member accepts the value. */
  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const isDecoded =
      this.decodeMember(input, start, end, out, scope, false) ||
      (lenient && this.decodeMember(input, start, end, out, scope, true));
    if (!isDecoded) return notOfType(input, start, end, this.label);
    return lenient ? undefined : this.facets(input, start, end, scope);
  }

  private decodeMember(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): boolean {
    const mark = out.length;
    for (const member of this.members) {
      if (member.tryDecode(input, start, end, out, scope, lenient) === undefined) return true;
      out.length = mark;
    }
    return false;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void {
    appendChecked(this, tape, node, out, attribute, names);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    const mark = out.length;
    let problem: Problem | undefined;
    for (const member of this.members) {
      problem = member.tryWrite(tape, node, out, names);
      if (problem === undefined) return this.facets(out.bytes, mark, out.length, clarkScope);
      out.length = mark;
    }
    return this.members.length === 1
      ? problem
      : wrongKind(tape, node, 'a value of one of the member types', this.label);
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, _lenient: boolean): string | undefined {
    return this.keyOf(input, start, end, scope);
  }

  private keyOf(input: Uint8Array, start: number, end: number, scope: NameScope): string | undefined {
    for (const member of this.members) {
      const key = member.key(input, start, end, scope, false);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  private facets(input: Uint8Array, start: number, end: number, scope: NameScope): Problem | undefined {
    if (this.enumeration !== undefined) {
      const key = this.keyOf(input, start, end, scope);
      if (key === undefined) return outOfFacet('must be one of the enumerated values');
      const problem = this.enumeration.check(key);
      if (problem !== undefined) return problem;
    }
    if (this.patterns === undefined) return undefined;
    const text = new Slice();
    text.set(input, start, end);
    normalise('collapse', text);
    return this.patterns.check(text.bytes, text.start, text.end);
  }
}
