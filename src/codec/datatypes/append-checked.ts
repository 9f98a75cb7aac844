// Escapes the lexical form of a value, for types that may hold any text.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { Tape } from '../../json/value.ts';
import { appendAttribute, appendText } from '../../xml/escape.ts';
import type { NameWriter, ValueCodec } from './codec.ts';
import { raiseAny } from './value-problem.ts';

const scratch = new ByteBuffer(256);

/** Encodes by way of the lexical form: for types that may hold any text. */
export function appendChecked(
  codec: ValueCodec,
  tape: Tape,
  node: number,
  out: ByteBuffer,
  attribute: boolean,
  names: NameWriter,
): void {
  scratch.reset();
  raiseAny(codec.tryWrite(tape, node, scratch, names));
  const append = attribute ? appendAttribute : appendText;
  append(scratch.bytes, 0, scratch.length, out);
}
