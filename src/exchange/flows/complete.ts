// Completes the items of a page for SOAP clients: a call for each that lacks something. One that cannot be completed hides no other.

import type { SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import { type FaultTexts, shownFault } from '../../fault/texts.ts';
import { arrayOf, objectOf } from '../../json/array.ts';
import { fromJs, type Json } from '../../json/value.ts';
import { itemsOf, member, scalarText } from '../../json/walk.ts';
import type { Exchange, Misfit } from '../../rule/exchange.ts';
import type { CompletePlan, PagesPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { mapConcurrent, type Subrequests } from '../model/subrequests.ts';
import { numberOf } from '../paging/page-values.ts';
import { requestOf } from './each.ts';

/** RFC 9110 §15.5.5 and §15.5.11. */
const GONE = new Set([404, 410]);

/** Completes the items of `bindings`, the values of a page. Returns how many are left out, because they no longer exist. */
export async function completeItems(
  plan: PagesPlan<Rule>,
  complete: CompletePlan<Rule>,
  bindings: Bindings,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
): Promise<number> {
  const items = itemsOf(bindings[plan.items]!);
  const warnings = warningsOf(plan);
  const outcomes = await mapConcurrent(items, complete.parallel, async (item): Promise<Json | Fault | undefined> => {
    if (complete.added.every(([name]) => member(item, name) !== undefined)) return item;
    try {
      return withAdded(item, complete, await calls.send(complete.single, requestOf(item, complete, bindings)));
    } catch (error) {
      if (exchange.cancelled) throw exchange.cancelled;
      const fault = toFault(error);
      if (GONE.has(fault.init.status)) return undefined;
      if (warnings < 0) throw fault;
      return fault;
    }
  });
  const failed = outcomes.filter((outcome) => outcome instanceof Fault);
  const remaining = outcomes.filter((outcome) => outcome !== undefined);
  // The service is in trouble, not a record.
  if (failed.length > 0 && failed.length === remaining.length) throw failed[0];
  bindings[plan.items] = arrayOf(
    outcomes.flatMap((outcome, i) => (outcome instanceof Fault ? items[i] : (outcome ?? []))),
  );
  warn(
    warnings,
    bindings,
    outcomes.flatMap((outcome, i) =>
      outcome instanceof Fault ? warning(items[i], complete, textOfFault(outcome, texts)) : [],
    ),
  );
  return items.length - remaining.length;
}

/** The values of a page in which items that have no form in the response are as the collection names them. undefined: the page has no warnings. */
export function withoutMisfits(
  plan: PagesPlan<Rule>,
  complete: CompletePlan<Rule>,
  bindings: Bindings,
  misfits: readonly Misfit[],
): Bindings | undefined {
  const warnings = warningsOf(plan);
  if (warnings < 0) return undefined;
  const problems = new Map(misfits.map(({ index, problem }) => [index, problem]));
  const items = itemsOf(bindings[plan.items]!);
  const fitting = bindings.with(
    plan.items,
    arrayOf(items.map((item, i) => (problems.has(i) ? membersOfName(item, complete) : item))),
  );
  warn(
    warnings,
    fitting,
    misfits.map(({ index, problem }) => warning(items[index], complete, textOfProblem(problem))),
  );
  return fitting;
}

/** The variable of the list of warnings; -1: there is none. */
function warningsOf({ first }: PagesPlan<Rule>): number {
  return first.variables.indexOf('warnings');
}

function warn(variable: number, bindings: Bindings, messages: readonly string[]): void {
  if (messages.length === 0) return;
  const present = bindings[variable];
  const added = messages.map((message) => fromJs({ type: 'WARN', message }));
  bindings[variable] = arrayOf([...(present ? itemsOf(present) : []), ...added]);
}

function warning(item: Json, { fields }: CompletePlan<Rule>, reason: string): string {
  const names = fields.flatMap(([name]) => {
    const value = member(item, name);
    return (value && scalarText(value)) ?? [];
  });
  return `${names.join(', ')}: ${reason}`;
}

function textOfFault(fault: Fault, texts: FaultTexts | undefined): string {
  const { code, title, detail, upstreamText } = shownFault(fault, texts).init;
  return `${code}: ${(upstreamText === undefined ? detail : undefined) ?? title}`;
}

/** The path is in the list of items: that in the item says where. */
function textOfProblem({ code, message, path = '$' }: SoapstoneError): string {
  return `${code}: ${message} (at ${path.replace(/^\$\[\d+\]\.\w+/, '$')})`;
}

/** The members by which the call names it. */
function membersOfName(item: Json, { fields }: CompletePlan<Rule>): Json {
  return objectOf(
    fields.flatMap(([name]) => {
      const value = member(item, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Clients compute further pages from the total: only the last page says how many there are without those that are gone. */
export function leaveOut({ count, total }: PagesPlan<Rule>, bindings: Bindings, gone: number, hasMore: boolean): void {
  if (gone === 0) return;
  const lowered = (variable: number | undefined) => {
    const value = variable === undefined ? undefined : bindings[variable];
    if (variable !== undefined && value) bindings[variable] = numberOf(Number(scalarText(value)) - gone);
  };
  lowered(count);
  if (!hasMore) lowered(total);
}

/** What the collection says itself takes precedence. */
function withAdded(item: Json, { members, added }: CompletePlan<Rule>, response: Bindings): Json {
  const addedBy = new Map(added);
  return objectOf(
    members.flatMap((name) => {
      const value = member(item, name) ?? response[addedBy.get(name) ?? -1];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
