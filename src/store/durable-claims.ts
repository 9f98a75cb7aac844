// A Store that claims nothing while the one behind it may forget claims. Knows nothing about why.
import { SoapstoneError } from '../errors/errors.ts';
import type { Store } from './store.ts';

export function durableClaims(store: Store): Store {
  return {
    get: (key) => store.get(key),
    set: (key, value, ttl) => store.set(key, value, ttl),
    add: async (key, value, ttl, client) => {
      const durability = await store.durability?.();
      if (durability?.state !== 'durable') throw new SoapstoneError('STORE_UNAVAILABLE', 'the store may lose keys');
      return store.add(key, value, ttl, client);
    },
    replace: (key, old, value, ttl) => store.replace(key, old, value, ttl),
    count: (key, ttl) => store.count(key, ttl),
    delete: (key) => store.delete(key),
    close: () => store.close(),
  };
}
