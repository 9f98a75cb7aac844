// Decides which paths pass through, on the raw path, so that no two parsers can disagree about it.
import type { IncomingMessage } from 'node:http';
import type { ClientNaming } from '../../binding/client-naming.ts';
import type { ProxyServer } from '../../transport/tunnel.ts';

export interface PassThrough {
  readonly bridge: string;
  /** Paths of clients go to the host of this URL; its own path and query are left out. */
  readonly upstream: string;
  readonly prefixes: readonly string[];
  readonly connections: number;
  /** Most requests that wait for a connection, and for how many ms. */
  readonly queue: number;
  readonly queueTimeout: number;
  /** Whether connections carry several requests. */
  readonly reuse: boolean;
  /** Network address of a client: each has a share of the connections. */
  addressOf(req: IncomingMessage): string;
  /** Absent: lines say nothing of clients. */
  readonly naming?: ClientNaming;
  /** ms to wait for a response. */
  readonly timeout: number;
  /** ms to connect. */
  readonly connectTimeout: number;
  /** Leads to the host. */
  readonly proxy?: ProxyServer;
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
 * What another reader could understand differently: encoded forms of `.`, `/`, `\\` and NUL, also encoded twice, and dot
 * segments with anything after the dots, such as parameters that some servers cut off before they resolve them (`..;x`).
 */
const DOUBTFUL = /\\|%(?:25)*(?:2e|2f|5c|00)|\/\.{1,2}(?:[/;%]|$)|[^\x21-\x7e]/i;

/** Could the path leave its prefix at the upstream (RFC 3986 §5.2.4 and §6.2.2)? No request target has a fragment (RFC 9112 §3.2). */
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
