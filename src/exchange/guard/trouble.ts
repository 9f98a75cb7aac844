// Whether a failure says that the peer is in trouble, rather than that it does not like this request. Knows nothing about what is done then.
import { SoapstoneError } from '../../errors.ts';
import { Fault } from '../../fault/fault.ts';
import type { Exchange } from '../exchange.ts';

/** Statuses of gateways and of peers that are overloaded (RFC 9110 §15.6.3 to §15.6.5): another try may do better. */
const PASSING = new Set([502, 503, 504]);

/** The peer was not reached, did not answer in time, or says itself that it cannot work now. */
export function isPassing(error: unknown, { peerStatus }: Exchange): boolean {
  const code = codeOf(error);
  return code === 'UPSTREAM_CONNECT' || code === 'UPSTREAM_TIMEOUT' || PASSING.has(peerStatus);
}

/** What passes, and a SOAP peer that fails without a fault. Faults with status 500 are answers. */
export function isTrouble(error: unknown, exchange: Exchange): boolean {
  return isPassing(error, exchange) || (codeOf(error) === 'UPSTREAM_STATUS' && exchange.peerStatus >= 500);
}

/** What the peer has no part in: refused before it was sent, or given up by the caller. */
export function isOurs(error: unknown, { sent, cancelled }: Exchange): boolean {
  return codeOf(cancelled) === 'CLIENT_GONE' || (!sent && !isReach(codeOf(error)));
}

function isReach(code: string | undefined): boolean {
  return code === 'UPSTREAM_CONNECT' || code === 'UPSTREAM_TIMEOUT';
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof SoapstoneError) return error.code;
  return error instanceof Fault ? error.init.code : undefined;
}
