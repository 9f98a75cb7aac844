// Which paths pass through. Decided on the raw path, before anything is parsed, so that no two parsers can disagree about it.

export interface PassThrough {
  readonly bridge: string;
  /** Path and query of this URL are left out: callers' paths go to its host. */
  readonly upstream: string;
  readonly prefixes: readonly string[];
  readonly connections: number;
  /** ms without a reply. */
  readonly timeout: number;
  /** PEM texts. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

/** Is `target` (path, with or without query) one of the prefixes or below one? */
export function owns(prefixes: readonly string[], target: string): boolean {
  for (const prefix of prefixes) {
    if (!target.startsWith(prefix)) continue;
    const next = target[prefix.length];
    if (next === undefined || next === '/' || next === '?' || prefix.endsWith('/')) return true;
  }
  return false;
}

/**
 * Dot segments, empty segments, backslashes and encoded forms of `.`, `/`, `\` and NUL could leave the prefix again at the peer
 * (RFC 3986 §5.2.4 and §6.2.2).
 */
export function isUnsafe(target: string): boolean {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  return path.includes('//') || /\\|%2e|%2f|%5c|%00|\/\.\.?(\/|$)/i.test(path);
}
