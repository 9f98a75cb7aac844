// Who may ask the workbench: its own page, on a host that is ours. Against DNS rebinding, requests of other sites, and other users of the machine.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../protocol/refusal.ts';

export const TOKEN_FIELD = 'x-studio-token';

/** @throws Refusal */
export function checkOrigin(req: IncomingMessage, allows: (host: string | undefined) => boolean): void {
  const { host, origin } = req.headers;
  if (!allows(host)) throw new Refusal(undefined, 'unknown host name: open the address that the command printed', 421);
  if (origin !== undefined && !isSame(origin, host))
    throw new Refusal(undefined, 'requests of other sites are refused', 403);
  const site = req.headers['sec-fetch-site'];
  const opensPage = req.method === 'GET' && req.headers['sec-fetch-mode'] === 'navigate';
  if ((site === 'cross-site' || site === 'same-site') && !opensPage)
    throw new Refusal(undefined, 'requests of other sites are refused', 403);
}

/** A page without an origin of its own (`null`) is another site. */
function isSame(origin: string, host = ''): boolean {
  return URL.parse(origin)?.host === host.toLowerCase();
}

/** False where no token is set: then nobody has it. */
export function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const sent = headers[TOKEN_FIELD];
  return token !== undefined && typeof sent === 'string' && timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
