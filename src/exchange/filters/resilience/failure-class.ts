// Whether a failure says that the peer is in trouble, rather than that it does not like this request. Knows nothing about what is done then.

import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault } from '../../../fault/fault.ts';
import type { Exchange } from '../../../rule/exchange.ts';

/** Statuses of gateways and of peers that are overloaded (RFC 9110 §15.6.3 to §15.6.5): another try may do better. */
const PASSING = new Set([502, 503, 504]);

/** The peer was not reached, did not answer in time, or something in front of it says that it cannot work now. */
export function isPassing(error: unknown, { peerStatus }: Exchange): boolean {
  return isReach(codeOf(error)) || (PASSING.has(peerStatus) && !isAnswer(error));
}

/** A fault, or an error in JSON: the service itself has looked at the request. */
function isAnswer(error: unknown): boolean {
  return error instanceof Fault && (error.init.soap ?? error.init.rest?.object) !== undefined;
}

/** What passes, whoever says so, and a SOAP peer that fails without a fault. Faults with status 500 are answers. */
export function isTrouble(error: unknown, exchange: Exchange): boolean {
  if (isMeant(error)) return false;
  return (
    isPassing(error, exchange) ||
    PASSING.has(exchange.peerStatus) ||
    (codeOf(error) === 'UPSTREAM_STATUS' && exchange.peerStatus >= 500)
  );
}

/**
 * Said by a service that works, whatever the status: a fault that the contract declares, or the SOAP fault of a service behind another gateway,
 * which is 502 there where no row knows better. What that gateway says of itself has no such fault in it.
 */
function isMeant(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const { soap, rest } = error.init;
  return rest?.fault !== undefined || soap?.detail.some(({ value }) => value !== undefined) === true;
}

/** What the peer has no part in: refused before it was sent, or given up because of the caller. */
export function isOurs(error: unknown, { requestSent, cancelled }: Exchange): boolean {
  const code = codeOf(cancelled);
  return code === 'CLIENT_GONE' || code === 'CLIENT_SLOW' || (!requestSent && !isReach(codeOf(error)));
}

function isReach(code: string | undefined): boolean {
  return code === 'UPSTREAM_CONNECT' || code === 'UPSTREAM_TIMEOUT';
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof SoapstoneError) return error.code;
  return error instanceof Fault ? error.init.code : undefined;
}
