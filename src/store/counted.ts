// A Store that tells how long another one took, and counts what it did not carry out. Knows nothing about why.
import type { Store } from './store.ts';

export interface CountedStore extends Store {
  /** Operations that were rejected. */
  failures(): number;
}

/** Hears of each operation when it is over, whether it was carried out or not. */
export type Watch = (operation: 'get' | 'set' | 'add' | 'replace' | 'count' | 'delete', ms: number) => void;

export function countedStore(store: Store, watch: Watch = () => {}): CountedStore {
  let failures = 0;
  const counted = async <T>(name: Parameters<Watch>[0], operation: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await operation;
    } catch (error) {
      failures++;
      throw error;
    } finally {
      watch(name, performance.now() - began);
    }
  };
  return {
    get: (key) => counted('get', store.get(key)),
    set: (key, value, ttl) => counted('set', store.set(key, value, ttl)),
    add: (key, value, ttl, client) => counted('add', store.add(key, value, ttl, client)),
    replace: (key, old, value, ttl) => counted('replace', store.replace(key, old, value, ttl)),
    count: (key, ttl) => counted('count', store.count(key, ttl)),
    durability: store.durability && (() => store.durability!()),
    delete: (key) => counted('delete', store.delete(key)),
    close: () => store.close(),
    failures: () => failures,
  };
}
