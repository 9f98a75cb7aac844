// Replays the recorded outcome to a repeat of a request.

import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault, toFault } from '../../../fault/fault.ts';
import type { Exchange, Response } from '../../../rule/exchange.ts';
import { bindingsOf, type OnceRecord } from './idempotency-record.ts';

/** Seconds after which a repeat of a request that is still running may try again. */
const RETRY_AFTER = '1';

/** `now`: wall-clock time in ms. @throws Fault: the recorded one, or why there is no outcome. */
export function judge(
  record: OnceRecord,
  request: string,
  { rule, bindings }: Pick<Exchange, 'rule' | 'bindings'>,
  now: number,
): Response {
  if (record.request !== request) {
    throw idempotencyFault('IDEMPOTENCY_MISMATCH', 'another request has been made with this key');
  }
  switch (record.kind) {
    case 'reply':
      return { bindings: bindingsOf(record, rule, bindings), streamed: false };
    case 'fault':
      throw new Fault(record.fault);
    case 'lost':
      throw unknown(record.code);
    case 'running':
      if (now >= record.until) throw unknown('the gateway or its store went away');
      throw new Fault({
        ...idempotencyFault('IDEMPOTENCY_RUNNING', 'the request with this key is not done yet').init,
        headers: { 'Retry-After': RETRY_AFTER },
      });
  }
}

function unknown(reason: string): Fault {
  return idempotencyFault(
    'OUTCOME_UNKNOWN',
    `the request with this key was sent, and what came of it is not known (${reason}); it is not sent again`,
  );
}

function idempotencyFault(
  code: 'IDEMPOTENCY_MISMATCH' | 'IDEMPOTENCY_RUNNING' | 'OUTCOME_UNKNOWN',
  message: string,
): Fault {
  return toFault(new SoapstoneError(code, message));
}
