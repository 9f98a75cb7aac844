// `POST /drain` of the admin port: whoever ends the pod says so before the signal comes. For programs on this machine; pages of a browser are refused.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { counted } from '../../errors/wording.ts';
import { isLocal } from '../capture/exchanges-page.ts';
import type { Drain } from './drain.ts';
import { sendText } from './send-text.ts';

const DRAIN = /^\/drain(?:\?(.*))?$/;

/** The query of a request for this page; undefined for others. */
export function drainQuery({ url = '' }: IncomingMessage): string | undefined {
  const match = DRAIN.exec(url);
  return match ? (match[1] ?? '') : undefined;
}

/** With `wait` in the query the response comes when the drain is over: 200, or 503 where requests are still in flight. Otherwise at once: 202. */
export async function drainPage(
  drain: Pick<Drain, 'begin' | 'settled'>,
  req: IncomingMessage,
  res: ServerResponse,
  query: string,
): Promise<void> {
  req.resume();
  if (!isLocal(req)) return sendText(res, 403, 'drains are for requests from this machine\n');
  if (isOfPage(req)) return sendText(res, 403, 'requests of web pages are refused\n');
  if (req.method !== 'POST') return sendText(res.setHeader('Allow', 'POST'), 405, 'only POST\n');
  drain.begin();
  if (!new URLSearchParams(query).has('wait')) return sendText(res, 202, 'draining\n');
  const inFlight = await drain.settled();
  if (inFlight === 0) sendText(res, 200, 'drained\n');
  else sendText(res, 503, `not drained in time: ${counted(inFlight, 'request')} in flight\n`);
}

/** Browsers say so in one of these (Fetch, §3.2 and Fetch Metadata). */
function isOfPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
