// A Store in this process: lost with it, and seen by no other one.
import { LRUCache } from 'lru-cache';
import { SoapstoneError } from '../errors/errors.ts';
import { type ClaimShare, ClaimShares } from './claim-shares.ts';
import type { Clock, Count, Store } from './store.ts';

export interface MemoryOptions {
  /** Most bytes of keys and values; half of it for claims, half for the rest. */
  readonly bytes: number;
  readonly now?: Clock;
}

/** What an entry costs beside its key and value: the cache's own lists, about. */
const OVERHEAD = 128;

export function memoryStore({ bytes, now = () => performance.now() }: MemoryOptions): Store {
  return new MemoryStore(Math.floor(bytes / 2), now);
}

interface Claim {
  readonly value: Uint8Array;
  /** Of the client who is charged; undefined: nobody is. */
  readonly share: ClaimShare | undefined;
}

class MemoryStore implements Store {
  private readonly half: number;
  private readonly now: Clock;
  private purged = Number.NEGATIVE_INFINITY;
  private readonly claims: LRUCache<string, Claim>;
  private readonly entries: LRUCache<string, Uint8Array>;
  private readonly shares = new ClaimShares();

  constructor(half: number, now: Clock) {
    this.half = half;
    this.now = now;
    // The cache takes an entry that began at 0 for one without a time to live.
    const common = { maxSize: half, perf: { now: () => now() + 1 }, ttlResolution: 0 };
    this.claims = new LRUCache<string, Claim>({
      ...common,
      sizeCalculation: ({ value }, key) => cost(key, value),
      dispose: ({ value, share }, key) => share && this.shares.release(share, cost(key, value)),
    });
    this.entries = new LRUCache<string, Uint8Array>({ ...common, sizeCalculation: (value, key) => cost(key, value) });
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.find(key);
  }

  async set(key: string, value: Uint8Array, ttl: number): Promise<void> {
    this.put(key, value, ttl);
  }

  async add(key: string, value: Uint8Array, ttl: number, client?: string): Promise<boolean> {
    if (this.claims.has(key) || this.entries.has(key)) return false;
    this.claim(key, value, ttl, client === undefined ? undefined : this.shares.of(client));
    return true;
  }

  async replace(key: string, old: Uint8Array, value: Uint8Array, ttl: number): Promise<boolean> {
    const current = this.find(key);
    if (current === undefined || Buffer.compare(current, old) !== 0) return false;
    this.put(key, value, ttl);
    return true;
  }

  async count(key: string, ttl: number): Promise<Count> {
    const current = this.entries.get(key);
    const count = current === undefined ? 1 : Number(Buffer.from(current).toString()) + 1;
    this.entries.set(key, Buffer.from(String(count)), current === undefined ? { ttl } : { noUpdateTTL: true });
    return { count, left: current === undefined ? ttl : this.entries.getRemainingTTL(key) };
  }

  async delete(key: string): Promise<void> {
    this.claims.delete(key);
    this.entries.delete(key);
  }

  async close(): Promise<void> {
    this.claims.clear();
    this.entries.clear();
  }

  private find(key: string): Uint8Array | undefined {
    return this.claims.get(key)?.value ?? this.entries.get(key);
  }

  private put(key: string, value: Uint8Array, ttl: number): void {
    const claim = this.claims.peek(key);
    if (claim !== undefined) this.claim(key, value, ttl, claim.share, cost(key, claim.value));
    else this.entries.set(key, copy(value), { ttl });
  }

  /** Never lets the cache push an older claim out: what is not expired counts. */
  private claim(key: string, value: Uint8Array, ttl: number, share: ClaimShare | undefined, previous = 0): void {
    const bytes = cost(key, value);
    this.makeRoom(bytes - previous, share);
    // Before the cache releases the claim that this one replaces: a share without claims would be forgotten.
    if (share) this.shares.add(share, bytes);
    this.claims.set(key, { value: copy(value), share }, { ttl });
  }

  /** A claim that shrinks always has room. */
  private makeRoom(growth: number, share: ClaimShare | undefined): void {
    if (growth <= 0) return;
    if (this.lacksRoom(growth, share) !== undefined) this.purge();
    const problem = this.lacksRoom(growth, share);
    if (problem !== undefined) throw new SoapstoneError('STORE_FULL', `${problem}; try again later`);
  }

  private lacksRoom(growth: number, share: ClaimShare | undefined): string | undefined {
    const free = this.half - this.claims.calculatedSize;
    if (growth > free) return 'the store is full';
    return share && !this.shares.fits(share, growth, free) ? 'this client has used its share of the store' : undefined;
  }

  private purge(): void {
    const now = this.now();
    if (now - this.purged < PURGE_MS) return;
    this.purged = now;
    this.claims.purgeStale();
  }
}

/** ms between two purges of a full store: each looks at every claim, and who asks for room again and again must not pay for that each time. */
const PURGE_MS = 1000;

/** Not `slice`, which on a Buffer is a view. */
function copy(value: Uint8Array): Uint8Array {
  return new Uint8Array(value);
}

function cost(key: string, value: Uint8Array): number {
  return key.length * 2 + value.length + OVERHEAD;
}
