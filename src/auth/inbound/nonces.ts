// Values that may be said once: kept in the store until they are too old to be accepted anyway.
import { createHash } from 'node:crypto';
import type { Store } from '../../store/store.ts';

export class Nonces {
  private readonly store: Store;
  private readonly space: string;

  /** `space`: the bridge. */
  constructor(store: Store, space: string) {
    this.store = store;
    this.space = space;
  }

  /** True for the first who says it, within `ttl` ms. Rejects where the store cannot tell: then nobody is let in. */
  first(parts: readonly string[], ttl: number): Promise<boolean> {
    const key = createHash('sha256')
      .update(JSON.stringify([this.space, ...parts]))
      .digest('base64url');
    return this.store.add(`nonce:${key}`, new Uint8Array(0), ttl);
  }
}
