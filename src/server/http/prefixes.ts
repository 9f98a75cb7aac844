// Which paths pass through. Decided on the raw path, before anything is parsed, so that no two parsers can disagree about it.
import type { IncomingMessage } from 'node:http';

export interface PassThrough {
  readonly bridge: string;
  /** Path and query of this URL are left out: callers' paths go to its host. */
  readonly upstream: string;
  readonly prefixes: readonly string[];
  readonly connections: number;
  /** Whether they carry several requests. */
  readonly reuse: boolean;
  /** Network address of a client: each has a share of the connections. */
  addressOf(req: IncomingMessage): string;
  /** ms without a response; the same for a free connection. */
  readonly timeout: number;
  /** ms to connect. */
  readonly connectTimeout: number;
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
 * What another reader could take for something else than it says here: encoded forms of `.`, `/`, `\\` and NUL, encoded twice too, and dot
 * segments with anything behind the dots, such as the parameters that some servers cut off before they resolve them (`..;x`).
 */
const DOUBTFUL = /\\|%(?:25)*(?:2e|2f|5c|00)|\/\.{1,2}(?:[/;%]|$)|[^\x21-\x7e]/i;

/** Could the path leave its prefix again at the peer (RFC 3986 §5.2.4 and §6.2.2)? No request target has a fragment (RFC 9112 §3.2). */
export function isUnsafe(target: string): boolean {
  if (target.includes('#')) return true;
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  return path.includes('//') || DOUBTFUL.test(path) || !isUtf8(path);
}

function isUtf8(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
