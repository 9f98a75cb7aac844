// `keep` and `resume`: what one request binds gets a token from the gateway, and a later request with the token uses it, once.

import { randomUUID } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import { toFault } from '../../fault/fault.ts';
import { json, textOf } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { Exchange, Response } from '../../rule/exchange.ts';
import type { KeepFlow } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { Claim } from '../filters/idempotency/claim.ts';
import { replay, replied } from '../filters/idempotency/idempotency-record.ts';
import { digestOf, type ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';

interface KeptRecord {
  /** The key of the outcome: a token may be used again. */
  readonly key: string;
  /** Id of the rule that made it. */
  readonly rule: string;
  /** JSON texts of the stored variables. */
  readonly values: readonly (string | null)[];
}

export function carryKeep(
  flow: KeepFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  freshId: () => string,
): Promise<Bindings | Response> {
  const id = freshId();
  return flow.phase === 'keep' ? kept(flow, exchange, calls, keeper, id) : resumed(flow, exchange, calls, keeper, id);
}

async function kept(
  { plan }: KeepFlow<Rule>,
  { rule, bindings }: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  token: string,
): Promise<Bindings> {
  const response = await calls.send(rule, bindings);
  const values = plan.storedVariables.map((variable) => (response[variable] ? textOf(response[variable]) : null));
  await keeper.set('kept', [token], { key: randomUUID(), rule: plan.id, values } satisfies KeptRecord, plan.ttl);
  const answer = response.slice();
  answer[plan.token] = stringOf(token);
  return answer;
}

/** Without a known token it is an ordinary request: it goes to another rule, without the token. */
async function resumed(
  { plan, kin }: KeepFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  by: string,
): Promise<Bindings | Response> {
  const { rule, bindings } = exchange;
  const value = bindings[plan.token];
  const token = value && scalarText(value);
  const record = token === undefined ? undefined : await keeper.get<KeptRecord>('kept', [token]);
  const keptRule = record && kin.rules.get(record.rule);
  if (token === undefined || !record || !keptRule) {
    const request = bindings.slice();
    request[plan.token] = undefined;
    const unknown = token === undefined ? undefined : rule.variables[plan.token];
    return calls.through({ route: (innerRequest) => otherwise(plan, unknown, innerRequest) }, request);
  }
  const request = keptRule.variables.map((variable) => bindings[rule.variables.indexOf(variable)]);
  const { plan: planned } = keptRule.flow as KeepFlow<Rule>;
  record.values.forEach((text, i) => {
    if (text !== null) request[planned.storedVariables[i]] = json(Buffer.from(text));
  });
  const now = Date.now();
  const digest = digestOf(keptRule, request);
  const { deadline } = exchange;
  const claim = new Claim(keeper, ['kept', plan.id, record.key], {
    request: digest,
    by,
    deadline,
    now,
    keep: planned.ttl,
  });
  const earlier = await claim.make();
  if (earlier) return { ...replay(earlier, digest, { rule: keptRule, bindings: request }, now), rule: keptRule };
  return { bindings: await sentOnce(claim, keptRule, request, exchange, calls), streamed: false, rule: keptRule };
}

/** A token is used up. One whose request the service refused, or that was never sent, may be used again. */
async function sentOnce(claim: Claim, rule: Rule, request: Bindings, exchange: Exchange, calls: Subrequests) {
  try {
    const response = await calls.send(rule, request);
    await claim.settle(replied(claim.request, rule, request, response));
    return response;
  } catch (error) {
    const { init } = toFault(error);
    const free = !exchange.requestSent || (init.rest !== undefined && (init.status < 500 || init.status === 503));
    const outcome = { kind: 'lost', request: claim.request, code: init.code } as const;
    await (free ? claim.release() : claim.settle(outcome));
    throw error;
  }
}

/** `name`: of the variable that had a token. */
function otherwise({ otherwise }: KeepFlow<Rule>['plan'], name: string | undefined, request: Bindings) {
  try {
    return otherwise.route(request);
  } catch (cause) {
    if (name === undefined || !(cause instanceof SoapstoneError)) throw cause;
    throw new SoapstoneError('BAD_BODY', `no ${name} of this name is known, or not any more`, { cause });
  }
}
