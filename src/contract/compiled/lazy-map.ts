/** A read-only map that makes its values on access. The keys are known and ordered. */
export class LazyMap<V> implements ReadonlyMap<string, V> {
  private readonly index = new Map<string, number>();
  private readonly fixed: ReadonlyMap<string, V>;
  private readonly make: (id: number) => V;

  /** `names[i]` is the key of node `first + i`; the keys of `fixed` come before them. */
  constructor(
    names: readonly string[],
    first: number,
    make: (id: number) => V,
    fixed: ReadonlyMap<string, V> = new Map(),
  ) {
    for (let i = 0; i < names.length; i++) this.index.set(names[i], first + i);
    this.fixed = fixed;
    this.make = make;
  }

  get size(): number {
    return this.fixed.size + this.index.size;
  }

  has(key: string): boolean {
    return this.index.has(key) || this.fixed.has(key);
  }

  get(key: string): V | undefined {
    const id = this.index.get(key);
    return id === undefined ? this.fixed.get(key) : this.make(id);
  }

  *keys(): MapIterator<string> {
    yield* this.fixed.keys();
    yield* this.index.keys();
  }

  *values(): MapIterator<V> {
    yield* this.fixed.values();
    for (const id of this.index.values()) yield this.make(id);
  }

  *entries(): MapIterator<[string, V]> {
    yield* this.fixed.entries();
    for (const [key, id] of this.index) yield [key, this.make(id)];
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void, self?: unknown): void {
    for (const [key, value] of this) visit.call(self, value, key, this);
  }
}

/** Calls `make` once, at first use. */
export function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
