// Numbers that look random and are the same in every run. Knows nothing about records.

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 ≤ x < 1. Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** from ≤ x ≤ to */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  of<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)];
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Two decimal places. */
  money(from: number, to: number): number {
    return Math.round((from + this.next() * (to - from)) * 100) / 100;
  }

  /** A day of 2017 to 2019, as a moment at its start. */
  day(): string {
    return new Date(Date.UTC(2017, 0, 1 + this.int(0, 1064))).toISOString();
  }
}
