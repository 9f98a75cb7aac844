// Nonces: stored until their messages are too old to be accepted.
import { createHash } from 'node:crypto';
import type { Caller } from '../../rule/exchange.ts';
import type { Store } from '../../store/store.ts';

export class Nonces {
  private readonly store: Store;
  private readonly space: string;

  /** `space`: the bridge. */
  constructor(store: Store, space: string) {
    this.store = store;
    this.space = space;
  }

  /** Whether the caller's nonce is new within `ttl` ms. Rejects where the store fails: then the request is refused. */
  first(caller: Caller, parts: readonly string[], ttl: number): Promise<boolean> {
    const key = createHash('sha256')
      .update(JSON.stringify([this.space, ...parts]))
      .digest('base64url');
    return this.store.add(`nonce:${key}`, new Uint8Array(0), ttl, caller.key);
  }
}
