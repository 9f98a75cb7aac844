// Requests with an idempotency key reach the service at most once, and repeats get their outcome. Knows nothing about protocols.

import { SoapstoneError } from '../../../errors/errors.ts';
import { type FaultInit, toFault } from '../../../fault/fault.ts';
import type { Exchange, Filter, Handler, Response } from '../../../rule/exchange.ts';
import type { Idempotency, Rule } from '../../../rule/rule.ts';
import type { Store } from '../../../store/store.ts';
import { clientName, digestOf, ScopedStore } from '../../model/scoped-store.ts';
import { Claim } from './claim.ts';
import { type Outcome, replay, replied } from './idempotency-record.ts';
import { precondition } from './precondition.ts';

interface IdempotencyOptions {
  readonly store: Store;
  /** Name of the bridge: others may share the store. */
  readonly space: string;
  readonly freshId: () => string;
  /** Wall-clock time in ms, since replicas compare it; Date.now by default. */
  readonly now?: () => number;
}

const LONGEST_KEY = 255;
/** RFC 9562 §4. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Outside of `faults`: it sees what clients see. The key is claimed before the request is sent, the outcome is
 * recorded after. A request that was never sent releases the key; one that was sent without an outcome is never sent again (OUTCOME_UNKNOWN).
 */
export function idempotency(options: IdempotencyOptions): Filter {
  return (next) => {
    const checked = precondition(next);
    return (exchange) => {
      const { idempotency: plan } = exchange.rule;
      if (plan === undefined || (exchange.key === undefined && !plan.required)) return checked(exchange);
      return once(exchange, plan, next, options).catch((error: unknown) => {
        throw toFault(error);
      });
    };
  };
}

async function once(
  exchange: Exchange,
  plan: Idempotency,
  next: Handler,
  options: IdempotencyOptions,
): Promise<Response> {
  const { store, space, freshId, now = Date.now } = options;
  const { rule, bindings, credential } = exchange;
  const key = checkKey(exchange.key, plan);
  const inBridge = plan.scope === 'bridge';
  const request = inBridge ? `${rule.id} ${digestOf(rule, bindings)}` : digestOf(rule, bindings);
  const keeper = new ScopedStore(store, space, credential, clientName(exchange));
  const claim = new Claim(keeper, inBridge ? [key] : [rule.id, key], {
    request,
    by: freshId(),
    deadline: exchange.deadline,
    now: now(),
    keep: plan.keep,
  });
  const record = await claim.make();
  return record === undefined ? carry(exchange, claim, next) : replay(record, request, exchange, now());
}

/** The call continues when its client disconnects: a repeat will ask for the outcome. It is not streamed, since a stream cannot be recorded. */
async function carry(exchange: Exchange, claim: Claim, next: Handler): Promise<Response> {
  const { id, rule, bindings } = exchange;
  const call = exchange.child({ bindings, detached: true });
  try {
    await exchange.precondition?.(exchange);
    const response = await next(call);
    await claim.settle(responseOutcome(claim.request, exchange, response));
    return response;
  } catch (error) {
    const fault = toFault(error);
    if (call.requestSent) await claim.settle(outcomeOf(claim.request, rule, { ...fault.init, request: id }));
    else await claim.release();
    throw fault;
  } finally {
    call.end();
  }
}

/** The response of another rule cannot be replayed by this one. */
function responseOutcome(request: string, { rule, bindings }: Exchange, response: Response): Outcome {
  if (response.rule !== undefined && response.rule !== rule) return { kind: 'lost', request, code: 'OUTCOME_UNKNOWN' };
  return replied(request, rule, bindings, response.bindings);
}

/** A fault of the service is an outcome. A failure of the connection or of the gateway leaves open what the service has done. */
function outcomeOf(request: string, rule: Rule, { cause, ...fault }: FaultInit): Outcome {
  const saidByPeer = cause === undefined || fault.soap !== undefined || fault.rest !== undefined;
  return saidByPeer || isUnsentCall(rule, cause)
    ? { kind: 'fault', request, fault }
    : { kind: 'lost', request, code: fault.code };
}

/** Invalid values stop the calls before the one that has them is sent; the fault names those that are done. */
function isUnsentCall({ flow }: Rule, cause: unknown): boolean {
  return flow?.kind === 'calls' && cause instanceof SoapstoneError && cause.variables !== undefined;
}

/** The key as it is stored. */
function checkKey(key: string | undefined, { header, format }: Idempotency): string {
  if (key === undefined) throw wrongKey('the request needs a key by which repeats of it are known', header);
  if (key === '' || key.length > LONGEST_KEY)
    throw wrongKey(`the key must have 1 to ${LONGEST_KEY} characters`, header);
  if (format === undefined) return key;
  if (!UUID.test(key)) throw wrongKey('the key must be a UUID', header);
  return key.toLowerCase();
}

function wrongKey(message: string, path: string): SoapstoneError {
  return new SoapstoneError('IDEMPOTENCY_KEY', message, { path });
}
