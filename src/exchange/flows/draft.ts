// Drafts: an unsaved response gets a name from the gateway, and a later request with that name saves it.

import { randomUUID } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import { toFault } from '../../fault/fault.ts';
import { json, textOf } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { Exchange, Response } from '../../rule/exchange.ts';
import type { DraftFlow } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { Claim } from '../filters/idempotency/claim.ts';
import { replay, replied } from '../filters/idempotency/idempotency-record.ts';
import { digestOf, type ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';

interface DraftRecord {
  /** The key of this draft's outcome: a name may be used again. */
  readonly key: string;
  /** Id of the rule that made it. */
  readonly rule: string;
  /** JSON texts of the stored variables. */
  readonly values: readonly (string | null)[];
}

export function carryDraft(
  flow: DraftFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  freshId: () => string,
): Promise<Bindings | Response> {
  const id = freshId();
  return flow.phase === 'make'
    ? createDraft(flow, exchange, calls, keeper, id)
    : saved(flow, exchange, calls, keeper, id);
}

async function createDraft(
  { plan }: DraftFlow<Rule>,
  { rule, bindings }: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  name: string,
): Promise<Bindings> {
  const response = await calls.send(rule, bindings);
  const values = plan.storedVariables.map((variable) => (response[variable] ? textOf(response[variable]) : null));
  await keeper.set('draft', [name], { key: randomUUID(), rule: plan.id, values } satisfies DraftRecord, plan.keep);
  const answer = response.slice();
  answer[plan.name] = stringOf(name);
  return answer;
}

/** An unknown or expired draft is an ordinary record: the request goes to another rule, without the gateway's name. */
async function saved(
  { plan, kin }: DraftFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  by: string,
): Promise<Bindings | Response> {
  const { rule, bindings } = exchange;
  const value = bindings[plan.name];
  const name = value && scalarText(value);
  const draft = name === undefined ? undefined : await keeper.get<DraftRecord>('draft', [name]);
  const draftRule = draft && kin.rules.get(draft.rule);
  if (name === undefined || !draft || !draftRule) {
    const request = bindings.slice();
    request[plan.name] = undefined;
    return calls.through({ route: (innerRequest) => otherwise(plan, name, innerRequest) }, request);
  }
  const request = draftRule.variables.map((variable) => bindings[rule.variables.indexOf(variable)]);
  const { plan: planned } = draftRule.flow as DraftFlow<Rule>;
  draft.values.forEach((text, i) => {
    if (text !== null) request[planned.storedVariables[i]] = json(Buffer.from(text));
  });
  const now = Date.now();
  const digest = digestOf(draftRule, request);
  const { deadline } = exchange;
  const claim = new Claim(keeper, ['draft', plan.id, draft.key], {
    request: digest,
    by,
    deadline,
    now,
    keep: planned.keep,
  });
  const record = await claim.make();
  if (record) return { ...replay(record, digest, { rule: draftRule, bindings: request }, now), rule: draftRule };
  return { bindings: await savedOnce(claim, draftRule, request, exchange, calls), streamed: false, rule: draftRule };
}

/** A saved draft is used up. One that the service refused, or that was never sent, may be saved again. */
async function savedOnce(claim: Claim, draftRule: Rule, request: Bindings, exchange: Exchange, calls: Subrequests) {
  try {
    const response = await calls.send(draftRule, request);
    await claim.settle(replied(claim.request, draftRule, request, response));
    return response;
  } catch (error) {
    const { init } = toFault(error);
    const free = !exchange.requestSent || (init.rest !== undefined && (init.status < 500 || init.status === 503));
    const outcome = { kind: 'lost', request: claim.request, code: init.code } as const;
    await (free ? claim.release() : claim.settle(outcome));
    throw error;
  }
}

function otherwise({ otherwise }: DraftFlow<Rule>['plan'], name: string | undefined, request: Bindings) {
  try {
    return otherwise.route(request);
  } catch (cause) {
    if (name === undefined || !(cause instanceof SoapstoneError)) throw cause;
    throw new SoapstoneError('BAD_BODY', 'no draft of this name is known, or not any more', { cause });
  }
}
