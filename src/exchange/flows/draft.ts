// A draft: what is answered unsaved gets a name of ours, and the request that saves it is known by that name.
import type { Bindings } from '../../binding/binding.ts';
import { json, textOf } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { DraftFlow } from '../../mapping/flow/plan.ts';
import type { Rule } from '../../mapping/rule.ts';
import type { Calls } from '../calls.ts';
import type { Exchange, Reply } from '../exchange.ts';
import type { Keeper } from './keeper.ts';

interface Kept {
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
  return flow.part === 'make' ? made(flow, exchange, calls, keeper, freshId()) : saved(flow, exchange, calls, keeper);
}

async function made(
  { plan }: DraftFlow<Rule>,
  { rule, bindings }: Exchange,
  calls: Calls,
  keeper: Keeper,
  name: string,
): Promise<Bindings> {
  const reply = await calls.send(rule, bindings);
  const values = plan.kept.map((variable) => (reply[variable] ? textOf(reply[variable]) : null));
  await keeper.set('draft', [name], { rule: plan.id, values } satisfies Kept, plan.keep);
  const told = reply.slice();
  told[plan.name] = stringOf(name);
  return told;
}

/** A draft that is not known, or not any more, is a record like any other: our name is taken away, and another rule has the request. */
async function saved(
  { plan, kin }: DraftFlow<Rule>,
  { rule, bindings }: Exchange,
  calls: Calls,
  keeper: Keeper,
): Promise<Bindings | Reply> {
  const said = bindings[plan.name];
  const name = said && scalarText(said);
  const kept = name === undefined ? undefined : await keeper.get<Kept>('draft', [name]);
  const own = kept && kin.rules.get(kept.rule);
  if (!kept || !own) {
    const request = bindings.slice();
    request[plan.name] = undefined;
    return calls.through(plan.otherwise, request);
  }
  const request = own.variables.map((variable) => bindings[rule.variables.indexOf(variable)]);
  const { plan: planned } = own.flow as DraftFlow<Rule>;
  kept.values.forEach((text, i) => {
    if (text !== null) request[planned.kept[i]] = json(Buffer.from(text));
  });
  return { bindings: await calls.send(own, request), streamed: false, rule: own };
}
