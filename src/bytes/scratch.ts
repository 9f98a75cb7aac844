// A buffer that documents are written into, one after the other. Knows nothing about their content.
import { ByteBuffer } from './buffer.ts';

const SIZE = 16 * 1024;
/** A buffer that has grown beyond this is not kept. */
const LARGEST_KEPT = 2 * 1024 * 1024;
/** Room for the bytes between the values. */
const AROUND = 1.25;

/** One buffer for all documents: writing is synchronous, and callers get a copy. A large document gets its own buffer, which is not copied. */
export class Scratch {
  private buffer = new ByteBuffer(SIZE);

  /** `expected`: bytes of its values. Growth by doubling would leave twice as much garbage as the buffer holds. */
  begin(expected: number): ByteBuffer {
    const room = Math.ceil(expected * AROUND);
    if (room > LARGEST_KEPT || this.buffer.bytes.length > LARGEST_KEPT)
      this.buffer = new ByteBuffer(Math.max(SIZE, room));
    this.buffer.reset();
    return this.buffer;
  }

  end(): Uint8Array {
    const { buffer } = this;
    if (buffer.bytes.length <= LARGEST_KEPT) return buffer.slice();
    this.buffer = new ByteBuffer(SIZE);
    return buffer.take();
  }
}
