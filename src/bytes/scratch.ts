// Where documents are written, one after the other. Knows nothing about what they are.
import { ByteBuffer } from './buffer.ts';

const SIZE = 16 * 1024;
/** A buffer that has grown beyond this is not kept. */
const LARGEST_KEPT = 2 * 1024 * 1024;
/** Room for what stands between the values. */
const AROUND = 1.25;

/** One buffer for all documents, where writing is synchronous: what leaves is a copy. A large document has a buffer of its own and leaves with it. */
export class Scratch {
  private buffer = new ByteBuffer(SIZE);

  /** `expected`: bytes of its values. A large buffer that grows by doubling leaves twice as much garbage as it holds. */
  begin(expected: number): ByteBuffer {
    const room = Math.ceil(expected * AROUND);
    if (room > LARGEST_KEPT || this.buffer.bytes.length > LARGEST_KEPT)
      this.buffer = new ByteBuffer(Math.max(SIZE, room));
    this.buffer.reset();
    return this.buffer;
  }

  /** What has been written. */
  end(): Uint8Array {
    const { buffer } = this;
    if (buffer.bytes.length <= LARGEST_KEPT) return buffer.slice();
    this.buffer = new ByteBuffer(SIZE);
    return buffer.take();
  }
}
