// What a repeat of a request is told.
import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault, toFault } from '../../../fault/fault.ts';
import type { Exchange, Reply } from '../../model/exchange.ts';
import { bindingsOf, type OnceRecord } from './idempotency-record.ts';

/** Seconds after which a repeat of a request that is still running may try again. */
const AGAIN = '1';

/** `now`: wall-clock time in ms. @throws Fault: what was said before, or why nothing can be said. */
export function judge(
  found: OnceRecord,
  request: string,
  { rule, bindings }: Pick<Exchange, 'rule' | 'bindings'>,
  now: number,
): Reply {
  if (found.request !== request) {
    throw said('IDEMPOTENCY_MISMATCH', 'another request has been made with this key');
  }
  switch (found.kind) {
    case 'reply':
      return { bindings: bindingsOf(found, rule, bindings), streamed: false };
    case 'fault':
      throw new Fault(found.fault);
    case 'lost':
      throw unknown(found.code);
    case 'running':
      if (now >= found.until) throw unknown('the gateway or its store went away');
      throw new Fault({
        ...said('IDEMPOTENCY_RUNNING', 'the request with this key is not done yet').init,
        headers: { 'Retry-After': AGAIN },
      });
  }
}

function unknown(why: string): Fault {
  return said(
    'OUTCOME_UNKNOWN',
    `the request with this key was sent, and what came of it is not known (${why}); it is not sent again`,
  );
}

function said(code: 'IDEMPOTENCY_MISMATCH' | 'IDEMPOTENCY_RUNNING' | 'OUTCOME_UNKNOWN', message: string): Fault {
  return toFault(new SoapstoneError(code, message));
}
