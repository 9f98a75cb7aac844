// Wrong credentials: counted by kind, and limited by the address of the client and by the name that it claims. Knows nothing about kinds of credentials.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FailureRate } from '../settings/settings.ts';

/** Whose credential it is, as far as that is known. */
export interface Claimant {
  readonly address: string;
  /** The name that the credential claims; undefined where it has none, such as a key. */
  identity(): string | undefined;
}

interface Window {
  failures: number;
  /** ms, monotonic. */
  readonly until: number;
}

/** What happened to a client, for the limits of other processes. */
export interface FailureNews {
  /** `admitted`: a caller was let in; else whose failure counts. */
  readonly of: 'addresses' | 'identities' | 'admitted';
  readonly key: string;
}

/** Most addresses, names and admitted callers; those that have not been seen for the longest time are forgotten. */
const MOST = 10_000;

export class FailureLimit {
  private readonly rate: FailureRate;
  private readonly now: () => number;
  private readonly addresses = new LRUCache<string, Window>({ max: MOST });
  private readonly identities = new LRUCache<string, Window>({ max: MOST });
  /** Callers that were let in, by key and address. */
  private readonly admitted = new LRUCache<string, true>({ max: MOST });
  /** Hears what others have to know. */
  private readonly tell: (news: FailureNews) => void;
  /** No window is open after that. */
  private quietAfter = Number.NEGATIVE_INFINITY;

  /** `now`: ms, monotonic. `tell`: hears what others have to know. */
  constructor(
    rate: FailureRate,
    now: () => number = () => performance.now(),
    tell: (news: FailureNews) => void = () => {},
  ) {
    this.rate = rate;
    this.tell = tell;
    this.now = now;
  }

  /** Takes over what another process has told. */
  hear({ of, key }: FailureNews): void {
    if (of === 'admitted') this.admitted.set(key, true);
    else this.count(of, key);
  }

  /** Counts a wrong credential. ms until the client may try again; 0: now. */
  failed({ address, identity }: Claimant): number {
    const left = this.countHere('addresses', boundedKey(address));
    // A limited address must not push the names of others out of memory with names that it makes up.
    if (left > 0) return left;
    const name = identity();
    return name === undefined ? 0 : this.countHere('identities', digest(name));
  }

  /**
   * ms until a caller with a right credential may come again; 0: it is let in. Guesses would be no worse off without this: the right one among
   * them would be let in. A caller that was let in from there before still is, unless both its address and its name have failed too often. A key has no
   * name: whoever shares its address cannot lock it out, and could tell the right key among guesses. Keys are long.
   */
  admit(caller: string, { address, identity }: Claimant): number {
    const addressKey = boundedKey(address);
    const key = `${caller} ${addressKey}`;
    if (this.now() < this.quietAfter) {
      const name = identity();
      const byAddress = this.left(this.addresses.get(addressKey));
      const byName = name === undefined ? 0 : this.left(this.identities.get(digest(name)));
      const isBoth = byAddress > 0 && byName > 0;
      if (byAddress + byName > 0 && (isBoth || !this.admitted.has(key))) return Math.max(byAddress, byName);
    }
    if (!this.admitted.has(key)) this.tell({ of: 'admitted', key });
    this.admitted.set(key, true);
    return 0;
  }

  /** Whether the address or the name of a claimant is limited now, in words. */
  limitedBy({ address, identity }: Claimant): string {
    const name = identity();
    const byAddress = this.left(this.addresses.get(boundedKey(address))) > 0;
    const byName = name !== undefined && this.left(this.identities.get(digest(name))) > 0;
    return [byAddress && 'the address', byName && 'the name'].filter(Boolean).join(' and ');
  }

  private countHere(of: 'addresses' | 'identities', key: string): number {
    const left = this.count(of, key);
    if (left === 0) this.tell({ of, key });
    return left;
  }

  private count(of: 'addresses' | 'identities', key: string): number {
    const windows = this[of];
    const now = this.now();
    const open = windows.get(key);
    const left = this.left(open);
    if (left > 0) return left;
    if (open !== undefined && open.until > now) open.failures++;
    else {
      this.quietAfter = now + this.rate.window;
      windows.set(key, { failures: 1, until: this.quietAfter });
    }
    return 0;
  }

  /** 0: further failures are accepted. */
  private left(window: Window | undefined): number {
    if (window === undefined || window.failures < this.rate.max) return 0;
    return Math.max(0, window.until - this.now());
  }
}

/** Longest address that is a key as it is: proxies may pass on anything. */
const LONGEST = 64;

function boundedKey(address: string): string {
  return address.length > LONGEST ? digest(address) : address;
}

/** Names come from requests: they may be long. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

/** The part of a bridge that outlives a reload. */
export class AuthFailures {
  /** By kind of credential; `none`: the request had none. */
  private readonly counts = new Map<string, number>();
  /** Requests that were refused by the limit. */
  refused = 0;

  /** Of these kinds, and of requests without a credential; also of those that have not happened yet. */
  of(kinds: readonly string[]): readonly (readonly [kind: string, count: number])[] {
    if (kinds.length === 0) return [];
    return [...new Set([...kinds, 'none'])].map((kind) => [kind, this.counts.get(kind) ?? 0] as const);
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}
