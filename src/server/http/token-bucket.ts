// A budget that refills with time. Knows nothing about what it is spent on.

export class TokenBucket {
  private readonly size: number;
  private readonly perSecond: number;
  private left: number;
  private filledAt: number;

  constructor(size: number, perSecond: number, now: number) {
    this.size = size;
    this.perSecond = perSecond;
    this.left = size;
    this.filledAt = now;
  }

  /** False where more is spent than there is. Negative amounts are given back. */
  spend(amount: number, now: number): boolean {
    const refilled = this.left + ((now - this.filledAt) / 1000) * this.perSecond;
    this.filledAt = now;
    this.left = Math.min(this.size, Math.min(this.size, refilled) - amount);
    return this.left >= 0;
  }
}
