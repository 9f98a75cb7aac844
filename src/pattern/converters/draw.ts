// Pseudo-random values, the same in every run: tests of the laws of a converter pair.

const LETTERS = 'abcXYZ019 .,;:/\\|%_-+*?"\'{}éß漢😀';

export class Draw {
  private state: number;
  /** Bound of generated values: length of lists and texts; its square for unbounded whole numbers. */
  private readonly size: number;

  constructor(seed: number, size: number) {
    this.state = (seed * 0x9e3779b9 + 1) >>> 0;
    this.size = size;
  }

  /** Both bounds are included. */
  int(min = -this.size * this.size, max = Math.max(this.size * this.size, min)): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  bool(): boolean {
    return this.next() < 0.5;
  }

  /** `letters`: characters of the text; by default some with a special meaning. */
  text(letters: string = LETTERS): string {
    const all = [...letters];
    return this.list(() => all[this.int(0, all.length - 1)]).join('');
  }

  pick<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)];
  }

  list<T>(item: () => T): T[] {
    return Array.from({ length: this.int(0, this.size) }, item);
  }

  /** In [0, 1): mulberry32. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  }
}
