// Bytes that arrive in pieces, however small those are. Knows nothing about what they mean.
import { ByteBuffer } from './buffer.ts';

/** Smaller ones are joined: each costs a hundred bytes beside its own, and may be cut from a much larger one that it holds. */
const SMALL = 16_384;
const BLOCK = 65_536;

export class Pieces {
  private readonly chunks: Uint8Array[] = [];
  private small: ByteBuffer | undefined = undefined;

  constructor(first?: Uint8Array) {
    if (first) this.chunks.push(first);
  }

  /** The first is kept as it is: mostly there is no other. */
  add(piece: Uint8Array): void {
    if (piece.length >= SMALL || this.chunks.length === 0) {
      this.end();
      this.chunks.push(piece);
      return;
    }
    this.small ??= new ByteBuffer();
    this.small.append(piece);
    if (this.small.length >= BLOCK) this.end();
  }

  /** In their order, joined as far as they were small. */
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
