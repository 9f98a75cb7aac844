// A draft: what is answered unsaved gets a name of ours, and the request that saves it is known by that name.
import { randomUUID } from 'node:crypto';
import type { Bindings } from '../../binding/binding.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { toFault } from '../../fault/fault.ts';
import { json, textOf } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { DraftFlow } from '../../mapping/model/flow-plan.ts';
import type { Rule } from '../../mapping/model/rule.ts';
import { Claim } from '../filters/idempotency/claim.ts';
import { replied } from '../filters/idempotency/idempotency-record.ts';
import { judge } from '../filters/idempotency/replay.ts';
import type { Exchange, Reply } from '../model/exchange.ts';
import { digestOf } from '../model/request-digest.ts';
import type { Keeper } from '../model/scoped-store.ts';
import type { Calls } from '../model/subrequests.ts';

interface Kept {
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
  calls: Calls,
  keeper: Keeper,
  freshId: () => string,
): Promise<Bindings | Reply> {
  const id = freshId();
  return flow.part === 'make' ? made(flow, exchange, calls, keeper, id) : saved(flow, exchange, calls, keeper, id);
}

async function made(
  { plan }: DraftFlow<Rule>,
  { rule, bindings }: Exchange,
  calls: Calls,
  keeper: Keeper,
  name: string,
): Promise<Bindings> {
  const reply = await calls.send(rule, bindings);
  const values = plan.storedVariables.map((variable) => (reply[variable] ? textOf(reply[variable]) : null));
  await keeper.set('draft', [name], { key: randomUUID(), rule: plan.id, values } satisfies Kept, plan.keep);
  const told = reply.slice();
  told[plan.name] = stringOf(name);
  return told;
}

/** A draft that is not known, or not any more, is a record like any other: our name is taken away, and another rule has the request. */
async function saved(
  { plan, kin }: DraftFlow<Rule>,
  exchange: Exchange,
  calls: Calls,
  keeper: Keeper,
  by: string,
): Promise<Bindings | Reply> {
  const { rule, bindings } = exchange;
  const said = bindings[plan.name];
  const name = said && scalarText(said);
  const kept = name === undefined ? undefined : await keeper.get<Kept>('draft', [name]);
  const own = kept && kin.rules.get(kept.rule);
  if (name === undefined || !kept || !own) {
    const request = bindings.slice();
    request[plan.name] = undefined;
    return calls.through({ route: (asked) => otherwise(plan, name, asked) }, request);
  }
  const request = own.variables.map((variable) => bindings[rule.variables.indexOf(variable)]);
  const { plan: planned } = own.flow as DraftFlow<Rule>;
  kept.values.forEach((text, i) => {
    if (text !== null) request[planned.storedVariables[i]] = json(Buffer.from(text));
  });
  const now = Date.now();
  const digest = digestOf(own, request);
  const { deadline } = exchange;
  const claim = new Claim(keeper, ['draft', plan.id, kept.key], {
    request: digest,
    by,
    deadline,
    now,
    keep: planned.keep,
  });
  const found = await claim.make();
  if (found) return { ...judge(found, digest, { rule: own, bindings: request }, now), rule: own };
  return { bindings: await savedOnce(claim, own, request, exchange, calls), streamed: false, rule: own };
}

/** A draft that is saved is used up; one that the service has refused may be saved again, and so may one of which nothing was sent. */
async function savedOnce(claim: Claim, own: Rule, request: Bindings, exchange: Exchange, calls: Calls) {
  try {
    const reply = await calls.send(own, request);
    await claim.settle(replied(claim.request, own, request, reply));
    return reply;
  } catch (error) {
    const { init } = toFault(error);
    const free = !exchange.sent || (init.rest !== undefined && (init.status < 500 || init.status === 503));
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
