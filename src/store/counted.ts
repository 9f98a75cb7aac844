// A Store that counts what another one did not carry out. Knows nothing about why.
import type { Store } from './store.ts';

export interface CountedStore extends Store {
  /** Operations that were rejected. */
  failures(): number;
}

export function countedStore(store: Store): CountedStore {
  let failures = 0;
  const counted = async <T>(operation: Promise<T>): Promise<T> => {
    try {
      return await operation;
    } catch (error) {
      failures++;
      throw error;
    }
  };
  return {
    get: (key) => counted(store.get(key)),
    set: (key, value, ttl) => counted(store.set(key, value, ttl)),
    add: (key, value, ttl) => counted(store.add(key, value, ttl)),
    replace: (key, old, value, ttl) => counted(store.replace(key, old, value, ttl)),
    count: (key, ttl) => counted(store.count(key, ttl)),
    delete: (key) => counted(store.delete(key)),
    close: () => store.close(),
    failures: () => failures,
  };
}
