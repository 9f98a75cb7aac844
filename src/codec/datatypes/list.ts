// Lists (XML Schema Part 2 §2.5.1.2): items between white space ⇄ a JSON array.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { ARRAY, STRIDE, STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import { appendChecked } from './append-checked.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { type Lengths, lengthsOf } from './facets.ts';
import { clarkScope } from './qname.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { isSpace, normalise, Slice, trimStart } from './text-slice.ts';
import { label } from './type-kind.ts';
import { type Problem, quoteValue, wrongKind } from './value-problem.ts';

export class ListCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly item: ValueCodec;
  private readonly lengths: Lengths | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType, item: ValueCodec) {
    this.label = label(type);
    this.item = item;
    this.lengths = lengthsOf(type.facets, 'items');
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type.facets, (text) => this.keyOf(text, 0, text.length, clarkScope));
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    let count = 0;
    out.push(0x5b);
    for (let at = trimStart(input, start, end); at < end; count++) {
      const to = endOfItem(input, at, end);
      if (count > 0) out.push(0x2c);
      const problem = this.item.tryDecode(input, at, to, out, scope, lenient);
      if (problem !== undefined) return problem;
      at = trimStart(input, to, end);
    }
    out.push(0x5d);
    return lenient ? undefined : (this.lengths?.check(count) ?? this.facets(input, start, end, scope));
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void {
    appendChecked(this, tape, node, out, attribute, names);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    if (kindAt(tape, node) !== ARRAY) return wrongKind(tape, node, 'an array', this.label);
    const end = tape.entries[node * STRIDE + 3];
    const mark = out.length;
    let count = 0;
    for (let child = node + 1; child < end; child = tape.entries[child * STRIDE + 3]) {
      if (count++ > 0) out.push(0x20);
      const problem = notOneWord(tape, child) ?? this.item.tryWrite(tape, child, out, names);
      if (problem !== undefined) return problem;
    }
    return this.lengths?.check(count) ?? this.facets(out.bytes, mark, out.length, clarkScope);
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, _lenient: boolean): string | undefined {
    return this.keyOf(input, start, end, scope);
  }

  private keyOf(input: Uint8Array, start: number, end: number, scope: NameScope): string | undefined {
    const keys: string[] = [];
    for (let at = trimStart(input, start, end); at < end; ) {
      const to = endOfItem(input, at, end);
      const key = this.item.key(input, at, to, scope, true);
      if (key === undefined) return undefined;
      keys.push(key);
      at = trimStart(input, to, end);
    }
    return keys.join('\n');
  }

  private facets(input: Uint8Array, start: number, end: number, scope: NameScope): Problem | undefined {
    const problem = this.enumeration?.check(this.keyOf(input, start, end, scope) ?? '');
    if (problem !== undefined || this.patterns === undefined) return problem;
    const text = new Slice();
    text.set(input, start, end);
    normalise('collapse', text);
    return this.patterns.check(text.bytes, text.start, text.end);
  }
}

function endOfItem(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && !isSpace(bytes[at])) at++;
  return at;
}

/** A string that is empty or holds white space would come back as no item, or as several. */
function notOneWord(tape: Tape, node: number): Problem | undefined {
  if (kindAt(tape, node) !== STRING) return undefined;
  const text = new Slice();
  text.read(tape, node);
  if (text.start < text.end && endOfItem(text.bytes, text.start, text.end) === text.end) return undefined;
  const reason =
    text.start === text.end ? 'an item of a list must not be empty' : 'an item of a list must not hold white space';
  return { code: 'CODEC_TYPE', message: `${reason}: ${quoteValue(text.bytes, text.start, text.end)}` };
}
