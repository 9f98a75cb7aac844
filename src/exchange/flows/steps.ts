// Calls in order, each with what the replies before it have bound.
import type { Bindings } from '../../binding/binding.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import type { StepsFlow } from '../../mapping/flow/plan.ts';
import type { Rule } from '../../mapping/rule.ts';
import type { Calls } from '../calls.ts';
import type { Exchange } from '../exchange.ts';

export async function carrySteps({ parts }: StepsFlow<Rule>, exchange: Exchange, calls: Calls): Promise<Bindings> {
  let bindings = exchange.bindings;
  for (const [i, part] of parts.entries()) {
    try {
      bindings = await calls.send(part, bindings);
    } catch (error) {
      throw i === 0 ? error : afterOthers(toFault(error), parts, i);
    }
  }
  return bindings;
}

/** What was done before stays done: the caller must know. */
function afterOthers({ init }: Fault, parts: readonly Rule[], failed: number): Fault {
  const done = parts.slice(0, failed).map(nameOf).join(', ');
  const message = `step ${failed + 1} of ${parts.length} (${nameOf(parts[failed])}) failed; done before it: ${done}`;
  const errors = [...(init.errors ?? []), { path: `step ${failed + 1}`, code: init.code, message }];
  return new Fault({ ...init, errors });
}

function nameOf({ operation }: Rule): string {
  return operation.name;
}
