// The rules of a table that the changes of its contract concern.

import type { Place } from '../errors/errors.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { callsOf, soapCallsOf } from '../mapping/runtime/called-operations.ts';
import type { Change } from './change.ts';

export interface AffectedRule {
  readonly id: string;
  readonly place: Place;
  readonly operations: readonly string[];
  readonly changes: readonly Change[];
}

/** In the order of the table. */
export function affectedRules({ rules }: Mapping, changes: readonly Change[]): AffectedRule[] {
  return rules.flatMap((rule) => {
    const operations = operationsOf(rule);
    const ofRule = changes.filter(({ uses }) => uses.some(({ operation }) => operations.includes(operation)));
    return ofRule.length === 0 ? [] : [{ id: rule.id, place: rule.place, operations, changes: ofRule }];
  });
}

function operationsOf(rule: MappingRule): string[] {
  const calls: readonly { readonly operation: { readonly name: string } }[] = [
    rule,
    ...callsOf(rule),
    ...soapCallsOf(rule),
  ];
  return [...new Set(calls.map(({ operation }) => operation.name))];
}
