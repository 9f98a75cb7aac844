// Whom the settings let the gateway ask for keys and for tokens.

import type { AuthSettings, FrontSettings } from '../settings/settings.ts';
import type { FetchTarget } from './fetches.ts';

export function fetchTargets({ front, back }: AuthSettings): readonly FetchTarget[] {
  const keys = keyUrls(front).map((url) => ({ use: 'keys' as const, url }));
  return back.oauth2 === undefined ? keys : [...keys, { use: 'token', url: back.oauth2.tokenUrl }];
}

/** Of key sets. */
export function keyUrls(front: readonly FrontSettings[]): readonly string[] {
  return front.flatMap((entry) =>
    entry.kind === 'bearer' && entry.jwt && 'url' in entry.jwt.jwks ? [entry.jwt.jwks.url] : [],
  );
}
