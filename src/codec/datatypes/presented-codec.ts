import { ByteBuffer } from '../../bytes/buffer.ts';
import type { Tape } from '../../json/value.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { type Problem, raiseAny } from './value-problem.ts';

/** The codec of another type, with other JSON for some of its values. */
export abstract class PresentedCodec implements ValueCodec {
  readonly plain = false;
  protected readonly base: ValueCodec;
  private readonly value = new ByteBuffer(64);

  constructor(base: ValueCodec) {
    this.base = base;
  }

  /** JSON of the other type → other JSON; undefined: the same. */
  protected abstract present(json: string): Uint8Array | undefined;
  /** The way back; undefined: the same. */
  protected abstract restore(tape: Tape, node: number): Tape | undefined;

  /** JSON that is none of its values, although the other type might take it. */
  protected foreign(_tape: Tape, _node: number): Problem | undefined {
    return undefined;
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const { value } = this;
    value.reset();
    const problem = this.base.tryDecode(input, start, end, value, scope, lenient);
    if (problem !== undefined) return problem;
    const json = this.present(Buffer.from(value.bytes.subarray(0, value.length)).toString());
    if (json !== undefined) out.append(json);
    else out.append(value.bytes, 0, value.length);
    return undefined;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void {
    raiseAny(this.foreign(tape, node));
    const original = this.restore(tape, node);
    if (original !== undefined) this.base.encode(original, 0, out, attribute, names);
    else this.base.encode(tape, node, out, attribute, names);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    const problem = this.foreign(tape, node);
    if (problem !== undefined) return problem;
    const original = this.restore(tape, node);
    return original === undefined
      ? this.base.tryWrite(tape, node, out, names)
      : this.base.tryWrite(original, 0, out, names);
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, lenient: boolean): string | undefined {
    return this.base.key(input, start, end, scope, lenient);
  }
}
