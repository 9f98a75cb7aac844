// Header fields of HTTP/2 as those of HTTP/1.1 (RFC 9113 §8.2.3 and §8.3.1). Knows nothing about streams.
import type { IncomingHttpHeaders } from 'node:http';

export interface FoldedFields {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
  /** As HTTP/1.1 would write them. */
  readonly bytes: number;
  /** Why the pseudo-header fields are wrong. */
  readonly mismatch: string | undefined;
}

/** `: ` and the end of a line. */
const AROUND = 4;

/**
 * `:authority` becomes Host, parts of Cookie one field. `hasBody`: a body follows; without a length it has the word of HTTP/1.1 for one,
 * which no client can send here.
 */
export function foldFields(
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  hasBody: boolean,
): FoldedFields {
  const plain = Object.create(null) as IncomingHttpHeaders;
  const raw: string[] = [];
  let bytes = 0;
  const add = (name: string, value: string) => {
    raw.push(name, value);
    bytes += name.length + value.length + AROUND;
  };
  const { ':authority': authority, host } = headers as Record<string, string | undefined>;
  if (authority !== undefined) add('host', (plain.host = authority));
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name[0] === ':' || name === 'cookie' || (name === 'host' && authority !== undefined)) continue;
    add(name, rawHeaders[i + 1]);
    plain[name] = headers[name];
  }
  if (headers.cookie !== undefined) add('cookie', (plain.cookie = headers.cookie));
  if (hasBody && headers['content-length'] === undefined) plain['transfer-encoding'] = 'chunked';
  return { headers: plain, rawHeaders: raw, bytes, mismatch: mismatchIn(headers, authority, host) };
}

function mismatchIn(
  headers: IncomingHttpHeaders,
  authority: string | undefined,
  host: string | undefined,
): string | undefined {
  if (authority !== undefined && host !== undefined && authority.toLowerCase() !== host.toLowerCase())
    return 'the Host field differs from :authority';
  const scheme = String(headers[':scheme']).toLowerCase();
  return scheme === 'https' || scheme === 'http' ? undefined : 'the scheme of the request is neither http nor https';
}
