// The key sets of one bridge. A reload hands them on: what was fetched serves while nobody answers, whatever else has changed.
import type { FrontSettings } from '../settings.ts';
import { RemoteKeys } from './jwks.ts';

export class KeySets {
  private readonly sets = new Map<string, RemoteKeys>();

  /** Made by the first who asks. */
  of(url: string): RemoteKeys {
    const known = this.sets.get(url) ?? new RemoteKeys(url);
    this.sets.set(url, known);
    return known;
  }
}

/** URLs that the settings name. */
export function keyUrls(front: readonly FrontSettings[]): readonly string[] {
  return front.flatMap((one) => (one.kind === 'bearer' && one.jwt && 'url' in one.jwt.jwks ? [one.jwt.jwks.url] : []));
}
