// The rules of a table that the changes of its contract concern.

import type { Place } from '../errors/errors.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { callsOf, soapCallsOf } from '../mapping/runtime/called-operations.ts';
import { type Change, type Severity, severityIn, type Use } from './change.ts';

export interface AffectedRule {
  readonly id: string;
  readonly place: Place;
  readonly operations: readonly string[];
  readonly changes: readonly Change[];
  /** Of these changes, in the messages of its operations. */
  readonly severities: readonly Severity[];
}

/** In the order of the table. */
export function affectedRules({ rules }: Mapping, changes: readonly Change[]): AffectedRule[] {
  const usesOf = usesByOperation(changes);
  return rules.flatMap((rule) => {
    const operations = operationsOf(rule);
    const uses = new Set(operations.flatMap((operation) => [...(usesOf.get(operation) ?? [])]));
    if (uses.size === 0) return [];
    const ofRule = changes.filter((change) => uses.has(change.uses));
    const severities = ofRule.map((change) => severityFor(change, operations));
    return [{ id: rule.id, place: rule.place, operations, changes: ofRule, severities }];
  });
}

/** As grave as it is for these operations. */
function severityFor(change: Change, operations: readonly string[]): Severity {
  return severityIn(
    change,
    change.uses.filter(({ operation }) => operations.includes(operation)),
  );
}

/** The lists of uses that name an operation. Hundreds of changes of a type share one list. */
function usesByOperation(changes: readonly Change[]): ReadonlyMap<string, ReadonlySet<readonly Use[]>> {
  const byOperation = new Map<string, Set<readonly Use[]>>();
  for (const uses of new Set(changes.map((change) => change.uses)))
    for (const { operation } of uses) {
      const lists = byOperation.get(operation) ?? new Set();
      byOperation.set(operation, lists.add(uses));
    }
  return byOperation;
}

function operationsOf(rule: MappingRule): string[] {
  const calls: readonly { readonly operation: { readonly name: string } }[] = [
    rule,
    ...callsOf(rule),
    ...soapCallsOf(rule),
  ];
  return [...new Set(calls.map(({ operation }) => operation.name))];
}
