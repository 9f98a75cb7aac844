// Makes calls in order; each uses the variables that earlier responses have bound.

import { errorTable, SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/fault-names.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import { arrayOf, objectOf } from '../../json/array.ts';
import type { Json } from '../../json/value.ts';
import { itemsOf, member } from '../../json/walk.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { CallPart, CallsFlow, ResultsUse } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { amended } from '../filters/faults.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { carryItems } from './each.ts';

export async function carryCalls(
  { parts, results: inResponse }: CallsFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
): Promise<Bindings> {
  let bindings = exchange.bindings;
  const made = parts.filter(({ when }) => when === undefined || exchange.bindings[when] !== undefined);
  const needsAll = made.some(({ results }) => results?.needsAll === true);
  for (const [i, { rule, each, results }] of made.entries()) {
    try {
      bindings = each
        ? await carryItems(each, bindings, exchange, calls, texts, needsAll)
        : await sendWith(results, rule, bindings, calls);
    } catch (error) {
      throw i === 0 ? error : afterOthers(blamed(toFault(error), exchange.bindings), made, i);
    }
  }
  return narrowed(inResponse, bindings);
}

/** The call gets the members of the results that it names; the whole results stay for what follows. */
async function sendWith(
  results: ResultsUse | undefined,
  rule: Rule,
  bindings: Bindings,
  calls: Subrequests,
): Promise<Bindings> {
  const bound = await calls.send(rule, narrowed(results, bindings));
  return results ? bound.with(results.variable, bindings[results.variable]) : bound;
}

function narrowed(results: ResultsUse | undefined, bindings: Bindings): Bindings {
  const list = results && bindings[results.variable];
  if (!list) return bindings;
  const { variable, members } = results;
  return bindings.with(variable, arrayOf(itemsOf(list).map((item) => onlyMembers(item, members))));
}

function onlyMembers(item: Json, names: ReadonlySet<string>): Json {
  return objectOf(
    [...names].flatMap((name): [string, Json][] => {
      const value = member(item, name);
      return value ? [[name, value]] : [];
    }),
  );
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
