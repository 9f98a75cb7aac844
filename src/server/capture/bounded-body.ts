// The beginning of a body, as far as a limit and the memory of all captures allow.

/** Memory that captures of requests in flight share, in bytes. */
export interface CaptureMemory {
  left: number;
}

const nothing = new Uint8Array(0);

export class BoundedBody {
  /** All bytes of the body, also those that are not held. */
  total = 0;
  private limit: number;
  private readonly memory: CaptureMemory;
  private pieces: Uint8Array[] = [];
  private size = 0;

  constructor(limit: number, memory: CaptureMemory) {
    this.limit = limit;
    this.memory = memory;
  }

  /** Copies, which a Buffer's own `slice` does not: the bytes are the sender's again afterwards. */
  add(piece: Uint8Array): void {
    this.total += piece.length;
    const room = Math.min(piece.length, this.limit - this.size, this.memory.left);
    // After a gap, further pieces would not go on where the text ends.
    if (room <= 0 || this.total - piece.length > this.size) return;
    this.pieces.push(Uint8Array.prototype.slice.call(piece, 0, room));
    this.size += room;
    this.memory.left -= room;
  }

  /** Gives the memory back. Pieces that come later are counted alone. */
  take(): Uint8Array {
    const [first = nothing] = this.pieces;
    const bytes = this.pieces.length > 1 ? Buffer.concat(this.pieces) : first;
    this.memory.left += this.size;
    this.pieces = [];
    this.size = 0;
    this.limit = 0;
    return bytes;
  }
}
