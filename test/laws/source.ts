// A stream of choices read from random bytes. When the bytes run out every choice is the first (simplest) one, so that
// fast-check's shrinking of the bytes shrinks whatever was built from them.

export class Source {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get dry(): boolean {
    return this.at >= this.bytes.length;
  }

  private byte(): number {
    return this.dry ? 0 : this.bytes[this.at++];
  }

  /** An integer in [0, n). */
  below(n: number): number {
    let value = this.byte();
    for (let span = 256; span < n; span *= 256) value = value * 256 + this.byte();
    return value % n;
  }

  /** True in about `percent` of the cases; false when dry. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }

  /** An integer in [min, max], mostly near `min`. */
  count(min: number, max: number): number {
    const span = Math.min(max - min, this.chance(10) ? 12 : 3);
    return min + this.below(span + 1);
  }

  /** A big integer in [min, max]. */
  big(min: bigint, max: bigint): bigint {
    const span = max - min + 1n;
    let value = 0n;
    for (let reach = 1n; reach < span; reach *= 256n) value = value * 256n + BigInt(this.byte());
    return min + (value % span);
  }
}
