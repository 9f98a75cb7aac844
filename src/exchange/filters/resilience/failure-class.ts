// Classifies failures: is the service in trouble, or does it refuse this request? Knows nothing about the consequences.

import { SoapstoneError } from '../../../errors/errors.ts';
import { codedFault, Fault } from '../../../fault/fault.ts';
import type { Exchange } from '../../../rule/exchange.ts';

/** Statuses of gateways and of services that are overloaded (RFC 9110 §15.6.3 to §15.6.5): another try may do better. */
const PASSING = new Set([502, 503, 504]);

/** The service was not reached, did not respond in time, or a gateway before it says that it is unavailable. */
export function isPassing(error: unknown, { peerStatus }: Exchange): boolean {
  return isReach(codeOf(error)) || (PASSING.has(peerStatus) && !isAnswer(error));
}

/** A fault, or an error in JSON: the service has processed the request. */
function isAnswer(error: unknown): boolean {
  return error instanceof Fault && (error.init.soap ?? error.init.rest?.object) !== undefined;
}

/** A passing failure, or a SOAP service that fails without a fault. Faults with status 500 are responses. */
export function isTrouble(error: unknown, exchange: Exchange): boolean {
  if (isMeant(error)) return false;
  return (
    isPassing(error, exchange) ||
    PASSING.has(exchange.peerStatus) ||
    (codeOf(error) === 'UPSTREAM_STATUS' && exchange.peerStatus >= 500)
  );
}

/**
 * A fault of a service that works, whatever the status: one that the contract declares, or the SOAP fault of a service behind another gateway,
 * which is 502 there where no row knows better. What that gateway says of itself has no such fault in it.
 */
function isMeant(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const { soap, rest } = error.init;
  return rest?.fault !== undefined || soap?.detail.some(({ value }) => value !== undefined) === true;
}

/** The service has no part in it: the call was refused before it was sent, or the client disconnected. */
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

/** A call that was not sent. `ms`: when to try again. */
export function refused(code: 'BREAKER_OPEN' | 'OVERLOADED', message: string, ms: number): Fault {
  return codedFault(code, message, { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) });
}
