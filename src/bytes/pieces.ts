// Bytes that arrive in pieces, however small those are. Knows nothing about what they mean.
import { ByteBuffer } from './buffer.ts';

/** Smaller pieces are joined: each has an overhead of a hundred bytes, and may keep a much larger buffer alive. */
const SMALL = 16_384;
const BLOCK = 65_536;
const FIRST_BLOCK = 1024;

export class Pieces {
  private readonly chunks: Uint8Array[] = [];
  private small: ByteBuffer | undefined = undefined;

  constructor(first?: Uint8Array) {
    if (first) this.chunks.push(first);
  }

  /** The first piece is not copied: mostly there is no other. */
  add(piece: Uint8Array): void {
    if (piece.length >= SMALL || this.chunks.length === 0) {
      this.end();
      this.chunks.push(piece);
      return;
    }
    if (this.small && this.small.length + piece.length > BLOCK) this.end();
    // From the second block on at its full size: growing to it would leave three times as much garbage.
    this.small ??= new ByteBuffer(this.chunks.length > 1 ? BLOCK : FIRST_BLOCK);
    this.small.append(piece);
  }

  /** In order; small ones are joined. */
  get list(): readonly Uint8Array[] {
    this.end();
    return this.chunks;
  }

  joined(): Uint8Array {
    const { list } = this;
    return list.length === 1 ? list[0] : Buffer.concat(list);
  }

  private end(): void {
    if (this.small) this.chunks.push(this.small.bytes.subarray(0, this.small.length));
    this.small = undefined;
  }
}
