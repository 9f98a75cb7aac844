/** Writes the fields of nodes: integers of 7 bits a byte, low ones first, as protocol buffers do. */
export class Output {
  private bytes = new Uint8Array(64 * 1024);
  length = 0;
  private readonly strings = new Map<string, number>();

  /** A non-negative integer up to 2^53 - 1. */
  int(value: number): void {
    if (this.length + 8 > this.bytes.length) this.grow();
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  flag(value: boolean): void {
    this.int(value ? 1 : 0);
  }

  /** Absent is 0. */
  text(value: string | undefined): void {
    this.int(value === undefined ? 0 : this.indexOf(value) + 1);
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.int(items.length);
    for (const item of items) write(item);
  }

  texts(): readonly string[] {
    return [...this.strings.keys()];
  }

  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private indexOf(text: string): number {
    const existing = this.strings.get(text);
    if (existing !== undefined) return existing;
    const next = this.strings.size;
    this.strings.set(text, next);
    return next;
  }

  private grow(): void {
    const bigger = new Uint8Array(this.bytes.length * 2);
    bigger.set(this.bytes);
    this.bytes = bigger;
  }
}
