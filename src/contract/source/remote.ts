// Reads documents of a contract over HTTP, from allowed hosts.
import { causeAt } from '../../errors/connection-cause.ts';
import { contractLimits } from './limits.ts';
import type { ReadResult } from './location.ts';

const TIMEOUT = 30_000;

/** Fetches a URL whose host (`name` or `name:port`) is allowed. Redirects are not followed: they could leave the allowed hosts. */
export async function fetchAllowed(location: string, allowed: readonly string[]): Promise<ReadResult> {
  const url = URL.parse(location);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return { code: 'CONTRACT_REMOTE', reason: 'it is neither a file nor an http URL' };
  }
  if (!isAllowed(url, allowed)) {
    const suggestion = `put a copy beside the contract, or allow it with --allow-remote ${url.host} (setting allowRemote)`;
    return {
      code: 'CONTRACT_REMOTE',
      reason: 'nothing is fetched from the network unless its host is allowed',
      suggestion,
    };
  }
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status >= 300 && response.status < 400) return redirected(url, response);
    const body = response.body ? await bounded(response.body) : new Uint8Array();
    if (response.ok && body instanceof Uint8Array && body.length === 0) return emptyResponse(url, response);
    const kind = body instanceof Uint8Array ? otherKind(body) : undefined;
    if (response.ok && kind === undefined) return body;
    const reason = response.ok ? `it is ${kind}, not a contract` : `the response was HTTP ${response.status}`;
    const mayBeForgotten = kind !== undefined || response.status === 405;
    return { code: 'CONTRACT_REMOTE', reason, suggestion: mayBeForgotten ? wsdlHint(url) : undefined };
  } catch (e) {
    return { code: 'CONTRACT_REMOTE', reason: causeAt(e, url.origin) ?? causeInWords(e, url) };
  }
}

function redirected(url: URL, { status, headers }: Response): ReadResult {
  const target = URL.parse(headers.get('location') ?? '', url.href)?.href;
  if (target === undefined) return { code: 'CONTRACT_REMOTE', reason: `the response was HTTP ${status}` };
  return {
    code: 'CONTRACT_REMOTE',
    reason: `it redirects to ${target}, and redirects are not followed`,
    suggestion: `use that address: ${target}`,
  };
}

function emptyResponse(url: URL, { status, headers }: Response): ReadResult {
  const media = headers.get('content-type') ?? 'no media type';
  return {
    code: 'CONTRACT_REMOTE',
    reason: `the response was empty: HTTP ${status}, ${media}`,
    suggestion: wsdlHint(url),
  };
}

/** `fetch` blocks ports of other protocols (Fetch standard §2.9, port blocking). */
function causeInWords(error: unknown, { port }: URL): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return cause === 'bad port'
    ? `port ${port} belongs to another protocol, so fetch blocks it: use another port`
    : cause;
}

/** What services and their pages say to a GET without `?wsdl`. */
function otherKind(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 2000)).toString('latin1');
  if (/^\W*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html\b)/is.test(start)) return 'a web page';
  return /<([\w.-]+:)?Envelope[\s>]/.test(start) ? 'a SOAP message' : undefined;
}

function wsdlHint({ href, search, pathname }: URL): string | undefined {
  if (/wsdl|xsd/i.test(search) || /\.(wsdl|xsd)$/i.test(pathname)) return undefined;
  return `did you mean ${href}${search === '' ? '?' : '&'}wsdl?`;
}

function isAllowed({ protocol, hostname, port }: URL, allowed: readonly string[]): boolean {
  const defaultPort = protocol === 'https:' ? '443' : '80';
  return allowed.includes(hostname) || allowed.includes(`${hostname}:${port === '' ? defaultPort : port}`);
}

async function bounded(body: AsyncIterable<Uint8Array>): Promise<ReadResult> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > contractLimits.bytes)
      return { code: 'CONTRACT_REMOTE', reason: `it has more than ${contractLimits.bytes} bytes` };
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
