// A draft: what is answered unsaved gets a name of ours, and the request that saves it is known by that name.

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
import { replied } from '../filters/idempotency/idempotency-record.ts';
import { judge } from '../filters/idempotency/replay.ts';
import { digestOf } from '../model/request-digest.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';

interface DraftRecord {
  /** What became of this draft is recorded under it: a name may be given once more. */
  readonly key: string;
  /** Id of the rule that made it. */
  readonly rule: string;
  /** JSON texts of the variables that are kept. */
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
  return flow.part === 'make'
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

/** A draft that is not known, or not any more, is a record like any other: our name is taken away, and another rule has the request. */
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
  if (record) return { ...judge(record, digest, { rule: draftRule, bindings: request }, now), rule: draftRule };
  return { bindings: await savedOnce(claim, draftRule, request, exchange, calls), streamed: false, rule: draftRule };
}

/** A draft that is saved is used up; one that the service has refused may be saved again, and so may one of which nothing was sent. */
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
