// Reads documents of a contract over HTTP, from allowed hosts.
import { connectionCause } from '../../errors/connection-cause.ts';
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
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) });
    if (response.ok && response.body) return await bounded(response.body);
    return { code: 'CONTRACT_REMOTE', reason: `the answer was HTTP ${response.status}` };
  } catch (e) {
    const cause = e instanceof Error && e.cause instanceof Error ? e.cause.message : String(e);
    return { code: 'CONTRACT_REMOTE', reason: connectionCause(e) ?? cause };
  }
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
