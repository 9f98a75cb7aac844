// Clients that have used up their limit, and until when. Knows nothing about the limit.

/** Most clients; the oldest are forgotten, and counted again. */
const MAX_CALLERS = 10_000;

export class Exhausted {
  private readonly now: () => number;
  private readonly until = new Map<string, number>();

  /** `now`: ms, monotonic. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** ms until the client may come again; 0: now. */
  left(caller: string): number {
    const until = this.until.get(caller);
    if (until === undefined) return 0;
    const left = until - this.now();
    if (left > 0) return left;
    this.until.delete(caller);
    return 0;
  }

  add(caller: string, ms: number): void {
    if (this.until.size >= MAX_CALLERS) this.until.delete(this.until.keys().next().value as string);
    this.until.set(caller, this.now() + ms);
  }
}
