// New inputs from old ones. Knows nothing about what they are for.

/** 0 up to 1, the same sequence for a seed. */
export type Random = () => number;

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const MOST_BYTES = 16 * 1024;

export class Mutator {
  private readonly random: Random;
  private readonly words: readonly Buffer[];

  constructor(random: Random, words: readonly string[]) {
    this.random = random;
    this.words = words.map((word) => Buffer.from(word));
  }

  /** One to eight changes. `corpus`: others to take pieces from. */
  mutate(input: Uint8Array, corpus: readonly Uint8Array[]): Uint8Array {
    let bytes: Buffer = Buffer.from(input);
    for (let left = 1 + Math.floor(8 * this.random() ** 3); left > 0; left--) bytes = this.change(bytes, corpus);
    return bytes.subarray(0, MOST_BYTES);
  }

  private change(bytes: Buffer, corpus: readonly Uint8Array[]): Buffer {
    const [from, to] = this.span(bytes);
    switch (this.below(9)) {
      case 0:
        return this.splice(bytes, from, from, this.pick(this.words));
      case 1:
        return this.splice(bytes, from, to, this.pick(this.words));
      case 2:
        return this.splice(bytes, from, to, none);
      case 3:
        return this.splice(bytes, from, from, bytes.subarray(from, to));
      case 4:
        return this.splice(bytes, from, from, repeated(bytes.subarray(from, to), 1 + this.below(100)));
      case 5:
        return this.flip(bytes, from);
      case 6:
        return this.splice(bytes, from, from + 1, Buffer.of(this.below(256)));
      case 7: {
        const other = Buffer.from(this.pick(corpus));
        const [start, end] = this.span(other);
        return this.splice(bytes, from, to, other.subarray(start, end));
      }
      default: {
        const [start, end] = this.span(bytes);
        return this.splice(bytes, from, to, bytes.subarray(start, end));
      }
    }
  }

  private flip(bytes: Buffer, at: number): Buffer {
    if (bytes.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    copy[Math.min(at, copy.length - 1)] ^= 1 << this.below(8);
    return copy;
  }

  private splice(bytes: Buffer, from: number, to: number, put: Uint8Array): Buffer {
    return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]);
  }

  /** Mostly short. */
  private span(bytes: Uint8Array): [number, number] {
    const from = this.below(bytes.length + 1);
    const length = Math.ceil(this.random() ** 4 * (bytes.length - from));
    return [from, from + length];
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }
}

const none = Buffer.alloc(0);

function repeated(piece: Buffer, times: number): Buffer {
  return Buffer.concat(new Array(Math.min(times, Math.floor(MOST_BYTES / Math.max(1, piece.length)))).fill(piece));
}
