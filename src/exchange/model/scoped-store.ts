// The part of the store that belongs to one client of one bridge, and the digests of requests that it holds.
import { createHash } from 'node:crypto';
import { textOf } from '../../json/value.ts';
import type { ExchangeInit } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Count, Store } from '../../store/store.ts';

type Parts = readonly (string | number | null)[];

/** An unchecked credential is no client: anybody can make up many. Keys begin with a line end, so they are no addresses. */
export function clientName({ caller, address }: Pick<ExchangeInit, 'caller' | 'address'>): string {
  return caller === undefined || caller.unchecked ? `at ${address}` : caller.key;
}

export class ScopedStore {
  private readonly store: Store;
  private readonly space: string;
  private readonly credential: string;
  private readonly client: string | undefined;

  /** `credential`: the client's; undefined for anonymous clients. `client`: who is charged for what is claimed and kept (`clientName`). */
  constructor(store: Store, space: string, credential: string | undefined, client?: string) {
    this.store = store;
    this.space = space;
    this.credential = credential === undefined ? 'anonymous' : `by ${credential}`;
    this.client = client;
  }

  async bytes(kind: string, parts: Parts): Promise<Uint8Array | undefined> {
    return this.store.get(this.key(kind, parts));
  }

  async get<T>(kind: string, parts: Parts): Promise<T | undefined> {
    const bytes = await this.bytes(kind, parts);
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as T);
  }

  set(kind: string, parts: Parts, value: unknown, ttl: number): Promise<void> {
    return this.store.set(this.key(kind, parts), Buffer.from(JSON.stringify(value)), ttl);
  }

  /** As `set`, and the store never pushes it out for newer entries. Throws STORE_FULL where it, or the client's share, has no room. */
  async keep(kind: string, parts: Parts, value: unknown, ttl: number): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(value));
    const key = this.key(kind, parts);
    if (!(await this.store.add(key, bytes, ttl, this.client))) await this.store.set(key, bytes, ttl);
  }

  async claim(kind: string, parts: Parts, value: Uint8Array, ttl: number): Promise<boolean> {
    return this.store.add(this.key(kind, parts), value, ttl, this.client);
  }

  async replace(kind: string, parts: Parts, old: Uint8Array, value: Uint8Array, ttl: number): Promise<boolean> {
    return this.store.replace(this.key(kind, parts), old, value, ttl);
  }

  async count(kind: string, parts: Parts, ttl: number): Promise<Count> {
    return this.store.count(this.key(kind, parts), ttl);
  }

  /** A digest, so that the store shows neither the credential nor the request. */
  private key(kind: string, parts: Parts): string {
    const text = JSON.stringify([this.space, this.credential, ...parts]);
    return `${kind}:${createHash('sha256').update(text).digest('base64url')}`;
  }
}

/** Of the values that a request binds, and the names of the rule's variables, which a reload may change. */
export function digestOf(rule: Rule, bindings: Bindings): string {
  const values = rule.variables.map((name, i) => [name, bindings[i] === undefined ? null : textOf(bindings[i])]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
