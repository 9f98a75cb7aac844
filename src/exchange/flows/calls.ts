// Makes calls in order; each uses the variables that earlier responses have bound.

import { errorTable, SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/fault-names.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { CallPart, CallsFlow } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { amended } from '../filters/faults.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { carryItems } from './each.ts';

export async function carryCalls(
  { parts }: CallsFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
): Promise<Bindings> {
  let bindings = exchange.bindings;
  const made = parts.filter(({ when }) => when === undefined || exchange.bindings[when] !== undefined);
  for (const [i, { rule, each }] of made.entries()) {
    try {
      bindings = each ? await carryItems(each, bindings, exchange, calls, texts) : await calls.send(rule, bindings);
    } catch (error) {
      throw i === 0 ? error : afterOthers(blamed(toFault(error), exchange.bindings), made, i);
    }
  }
  return bindings;
}

/** An error in a value that a response has bound, or should have, is not the client's. */
function blamed(fault: Fault, bindings: Bindings): Fault {
  const { cause, detail } = fault.init;
  if (!(cause instanceof SoapstoneError) || errorTable[cause.code][0] !== 'request') return fault;
  if (!cause.variables?.some((variable) => bindings[variable] === undefined)) return fault;
  const code = 'UPSTREAM_BODY';
  const message = `the response to an earlier call cannot be used: ${detail}`;
  const { status } = new SoapstoneError(code, message);
  return new Fault({ ...fault.init, status, code, title: titleOf(code), detail: message });
}

/** Earlier calls stay done: the fault says so. */
function afterOthers(fault: Fault, parts: readonly CallPart<Rule>[], failed: number): Fault {
  const done = parts.slice(0, failed).map(nameOf).join(', ');
  const message = `call ${failed + 1} of ${parts.length} (${nameOf(parts[failed])}) failed; done before it: ${done}`;
  const { errors = [], code } = fault.init;
  return amended(fault, { errors: [...errors, { path: `call ${failed + 1}`, code, message }] });
}

function nameOf({ rule }: CallPart<Rule>): string {
  return rule.operation.name;
}
