import { ByteBuffer } from '../../bytes/buffer.ts';
import { appendUnescaped } from '../../json/text.ts';
import { ESCAPED, STRIDE, type Tape } from '../../json/value.ts';

const none = new Uint8Array(0);
const scratch = new ByteBuffer(256);

/** A run of bytes that is looked at before the next value is read. */
export class Slice {
  bytes: Uint8Array = none;
  start = 0;
  end = 0;

  set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  /** Text of a STRING entry: in place, or unescaped into a buffer that the next call reuses. */
  read(tape: Tape, node: number): void {
    const at = node * STRIDE;
    this.set(tape.bytes, tape.entries[at + 1], tape.entries[at + 2]);
    if ((tape.entries[at] & ESCAPED) === 0) return;
    scratch.reset();
    appendUnescaped(this.bytes, this.start, this.end, scratch);
    this.set(scratch.bytes, 0, scratch.length);
  }
}

/** Text of bytes that are known to be ASCII. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
