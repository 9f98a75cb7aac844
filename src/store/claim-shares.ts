// Divides the room for claims of a store in memory among its clients. Knows nothing about what they claim.

/** A client holds at most so many times the bytes that are free: one alone 4/5 of all, and there is always room for one more (dynamic thresholds, as for the memory of bodies). */
const SHARE = 4;

/** One client's share. */
export interface ClaimShare {
  readonly client: string;
  bytes: number;
}

export class ClaimShares {
  private readonly shares = new Map<string, ClaimShare>();

  /** Holds nothing yet where the client has no claims. */
  of(client: string): ClaimShare {
    return this.shares.get(client) ?? { client, bytes: 0 };
  }

  /** `free`: bytes without the growth. */
  fits(share: ClaimShare, growth: number, free: number): boolean {
    return share.bytes + growth <= SHARE * (free - growth);
  }

  add(share: ClaimShare, bytes: number): void {
    share.bytes += bytes;
    this.shares.set(share.client, share);
  }

  /** A client without claims is forgotten: names of clients leave nothing behind. */
  release(share: ClaimShare, bytes: number): void {
    share.bytes -= bytes;
    if (share.bytes === 0) this.shares.delete(share.client);
  }

  /** Number of clients with claims. */
  get size(): number {
    return this.shares.size;
  }
}
