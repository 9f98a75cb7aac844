// Bytes by key with expiry: what one request leaves behind for a later one. Knows nothing about what the bytes mean.

/**
 * Keys are texts of at most 512 characters; times to live are ms, at least 1. Every operation is atomic. Values are copied in; what comes
 * out must not be changed.
 */
export interface Store {
  /** undefined: never there, expired, deleted or, for what `set` put in, pushed out by newer values. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** May push out older values of `set` when the store is full. Over a key that `add` claimed, it keeps the claim. */
  set(key: string, value: Uint8Array, ttl: number): Promise<void>;
  /**
   * Claims a key: true for the one caller who finds it absent. What is claimed stays until it expires or is deleted, so a full store
   * rejects with STORE_FULL instead of forgetting an older claim. `client`: who is charged for the room, where clients have shares.
   */
  add(key: string, value: Uint8Array, ttl: number, client?: string): Promise<boolean>;
  /** Compare and set: true if the value was `old`, byte by byte. Over a claim, it keeps the claim. */
  replace(key: string, old: Uint8Array, value: Uint8Array, ttl: number): Promise<boolean>;
  /**
   * One more for this key: how many there are with this one, and for how many ms they are still counted. The first one starts the time,
   * further ones do not prolong it. A full store may forget counts.
   */
  count(key: string, ttl: number): Promise<Count>;
  delete(key: string): Promise<void>;
  /** Whether claims outlive a crash of the store; absent where they end with this process. */
  durability?(): Promise<Durability>;
  close(): Promise<void>;
}

export interface Durability {
  /** `volatile`: confirmed writes may be lost. */
  readonly state: 'durable' | 'volatile' | 'unknown';
  /** Why it is not durable, in words for operators. */
  readonly problems: readonly string[];
}

export interface Count {
  readonly count: number;
  readonly left: number;
}

/** ms, monotonic. */
export type Clock = () => number;
