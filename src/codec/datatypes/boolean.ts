// xs:boolean (XML Schema Part 2 §3.2.2): true, false, 1, 0.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { FALSE, type Tape, TRUE } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import { equalAt } from '../../xml/reader/scan.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { type Patterns, patternsOf } from './restriction.ts';
import { trimEnd, trimStart } from './text-slice.ts';
import { label } from './type-kind.ts';
import { notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';

const yes = Buffer.from('true');
const no = Buffer.from('false');

export class BooleanCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly patterns: Patterns | undefined;

  constructor(type: SimpleType) {
    this.label = label(type);
    this.patterns = patternsOf(type);
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
    const to = trimEnd(input, from, end);
    const value = read(input, from, to);
    if (value === undefined) return notOfType(input, from, to, this.label);
    out.append(value ? yes : no);
    return lenient ? undefined : this.patterns?.check(input, from, to);
  }

  encode(tape: Tape, node: number, out: ByteBuffer, _attribute: boolean, _names: NameWriter): void {
    raiseAny(this.tryWrite(tape, node, out));
  }

  /** Writes 0 or 1 where a pattern allows only those. */
  tryWrite(tape: Tape, node: number, out: ByteBuffer): Problem | undefined {
    const kind = kindAt(tape, node);
    if (kind !== TRUE && kind !== FALSE) return wrongKind(tape, node, 'true or false', this.label);
    const literal = kind === TRUE ? yes : no;
    const problem = this.patterns?.check(literal, 0, literal.length);
    if (problem === undefined) {
      out.append(literal);
      return undefined;
    }
    out.push(kind === TRUE ? 0x31 : 0x30);
    return this.patterns?.check(out.bytes, out.length - 1, out.length);
  }

  key(input: Uint8Array, start: number, end: number, _scope: NameScope, _lenient: boolean): string | undefined {
    const from = trimStart(input, start, end);
    const value = read(input, from, trimEnd(input, from, end));
    return value === undefined ? undefined : `boolean ${value}`;
  }
}

function read(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  const length = end - start;
  if (length === 1) return bytes[start] === 0x31 ? true : bytes[start] === 0x30 ? false : undefined;
  if (length === 4 && equalAt(bytes, start, yes)) return true;
  return length === 5 && equalAt(bytes, start, no) ? false : undefined;
}
