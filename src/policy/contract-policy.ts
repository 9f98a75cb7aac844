// The entry of the room: a contract → what its policies ask for.

import type { Contract } from '../contract/model/contract.ts';
import type { OperationPolicy } from '../contract/policy/attached.ts';
import { policiesOf } from '../contract/policy/attached.ts';
import type { Alternative } from '../contract/policy/normal-form.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { readAssertion } from './assertions.ts';
import { planOf } from './message-plan.ts';
import { type Plan, united } from './plan.ts';
import { Reading, type Scope } from './reading.ts';

export interface ContractPolicy extends Plan {
  /** Operations with a policy. */
  readonly operations: number;
  readonly problems: readonly SoapstoneError[];
}

/** Of all operations together: the settings of a bridge serve them all. */
export function contractPolicy(contract: Contract): ContractPolicy {
  const { operations, problems } = policiesOf(contract);
  const plans = new Plans();
  const plan = united(operations.map((operation) => plans.of(operation)));
  return { ...plan, operations: operations.length, problems };
}

/** Operations of one binding often share all policies. */
class Plans {
  private readonly byPolicies = new Map<
    readonly Alternative[],
    Map<readonly Alternative[], Map<readonly Alternative[], Plan>>
  >();

  of({ exchange, input, output }: OperationPolicy): Plan {
    const byInput = at(this.byPolicies, exchange, () => new Map());
    const byOutput = at(byInput, input, () => new Map());
    return at(byOutput, output, () => bestPlan({ exchange, input, output }));
  }
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

type Choices = Pick<OperationPolicy, 'exchange' | 'input' | 'output'>;

/** The alternatives of which most can be met, the first of several. No alternative at all: nobody can meet the policy. */
function bestPlan({ exchange, input, output }: Choices): Plan {
  const [firstInput = [], firstOutput = []] = [input[0], output[0]];
  const first = best(exchange, (alternative) => planFor(alternative, firstInput, firstOutput));
  const second = best(input, (alternative) => planFor(first.alternative, alternative, firstOutput));
  return best(output, (alternative) => planFor(first.alternative, second.alternative, alternative)).plan;
}

interface Chosen {
  readonly alternative: Alternative;
  readonly plan: Plan;
}

function best(alternatives: readonly Alternative[], plan: (alternative: Alternative) => Plan): Chosen {
  const [first, ...further] = alternatives.length === 0 ? [[]] : alternatives;
  let chosen: Chosen = { alternative: first, plan: plan(first) };
  for (const alternative of further) {
    if (chosen.plan.unmet.length === 0) break;
    const candidate = plan(alternative);
    if (candidate.unmet.length < chosen.plan.unmet.length) chosen = { alternative, plan: candidate };
  }
  return chosen;
}

function planFor(exchange: Alternative, input: Alternative, output: Alternative): Plan {
  const reading = new Reading();
  const scopes: readonly [Scope, Alternative][] = [
    ['both', exchange],
    ['input', input],
    ['output', output],
  ];
  for (const [scope, alternative] of scopes)
    for (const assertion of alternative) readAssertion(assertion, reading, scope);
  return planOf(reading);
}
