// The key sets of one bridge. A reload hands them on: what was fetched serves while nobody answers, whatever else has changed.
import type { Fetches } from '../fetch/fetches.ts';
import { RemoteKeys } from './jwks.ts';

export class KeySets {
  private readonly sets = new Map<string, RemoteKeys>();
  private readonly fetches: Fetches;

  constructor(fetches: Fetches) {
    this.fetches = fetches;
  }

  /** Made by the first who asks. */
  of(url: string): RemoteKeys {
    const keys = this.sets.get(url) ?? new RemoteKeys(url, this.fetches);
    this.sets.set(url, keys);
    return keys;
  }
}
