// Stores in memory that workers share: they are in the process, and each worker has a door to them.
import { memoryStore } from '../../store/memory.ts';
import type { Count, Store } from '../../store/store.ts';

/** Method of a store with its arguments, for the store of one bridge. */
export interface StoreCall {
  /** Of the bridge. */
  readonly name: string;
  readonly method: 'get' | 'set' | 'add' | 'replace' | 'count' | 'delete' | 'open' | 'close';
  readonly args: readonly unknown[];
}

export type AskStore = (call: StoreCall) => Promise<unknown>;

/** The store of a bridge, as a worker sees it. `bytes`: its size, where it is not there yet. */
export function sharedStore(ask: AskStore, name: string, bytes: number): Store {
  const call = (method: StoreCall['method'], ...args: unknown[]) => ask({ name, method, args });
  // Messages keep their order: it is open before it is used.
  call('open', bytes).catch(() => {});
  return {
    get: (key) => call('get', key) as Promise<Uint8Array | undefined>,
    set: (key, value, ttl) => call('set', key, value, ttl) as Promise<void>,
    add: (key, value, ttl, client) => call('add', key, value, ttl, client) as Promise<boolean>,
    replace: (key, old, value, ttl) => call('replace', key, old, value, ttl) as Promise<boolean>,
    count: (key, ttl) => call('count', key, ttl) as Promise<Count>,
    delete: (key) => call('delete', key) as Promise<void>,
    close: () => call('close') as Promise<void>,
  };
}

interface Opened {
  readonly store: Store;
  /** Numbers of the workers that use it; the successor of one that has crashed has its number. */
  readonly users: Set<number>;
}

export class SharedStores {
  private readonly stores = new Map<string, Opened>();

  /** Carries out what `worker` asks for. */
  async call(worker: number, { name, method, args }: StoreCall): Promise<unknown> {
    if (method === 'open') return this.open(worker, name, args[0] as number);
    if (method === 'close') return this.close(worker, name);
    const { store } = this.stores.get(name) ?? {};
    if (store === undefined) throw new Error(`no store of ${name}`);
    return (store[method] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
  }

  private open(worker: number, name: string, bytes: number): void {
    const opened = this.stores.get(name) ?? { store: memoryStore({ bytes }), users: new Set() };
    opened.users.add(worker);
    this.stores.set(name, opened);
  }

  private async close(worker: number, name: string): Promise<void> {
    const opened = this.stores.get(name);
    opened?.users.delete(worker);
    if (opened === undefined || opened.users.size > 0) return;
    this.stores.delete(name);
    await opened.store.close();
  }
}
