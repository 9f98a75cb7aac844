// What changes from one simple type to another. Knows nothing about the types around them.
import { type Facets, patternSteps, type SimpleType } from '../contract/model/model.ts';
import { isDerived } from '../contract/xsd/builtins.ts';
import type { TypeChange } from './change.ts';

type Found = Omit<TypeChange, 'subject'>;

/** Values in one message. */
const MOST_VALUES = 5;

export function simpleChanges(before: SimpleType, after: SimpleType): Found[] {
  if (before.variety === after.variety && before.builtin === after.builtin) return restrictionChanges(before, after);
  const message = `was ${titleOf(before)}, is ${titleOf(after)}`;
  // Whatever the service sends was a value before.
  if (isWider(after, before))
    return [{ message, request: 'break', response: 'note' }, ...restrictionChanges(before, after)];
  if (!isWider(before, after)) return [{ message, request: 'break', response: 'break' }];
  return [{ message, request: 'addition', response: 'break' }, ...restrictionChanges(before, after)];
}

/** int → long: whatever was a value is one. */
function isWider(before: SimpleType, after: SimpleType): boolean {
  return before.variety === 'atomic' && after.variety === 'atomic' && isDerived(before.builtin, after.builtin);
}

function restrictionChanges(before: SimpleType, after: SimpleType): Found[] {
  const items =
    before.item && after.item
      ? simpleChanges(before.item, after.item).map((change) => ({ ...change, message: `items: ${change.message}` }))
      : [];
  return [...items, ...enumerationChanges(before.facets, after.facets), ...facetChanges(before.facets, after.facets)];
}

function titleOf({ variety, builtin, item }: SimpleType): string {
  if (variety === 'list' && item) return `a list of ${item.builtin}`;
  return variety === 'union' ? 'a union' : builtin;
}

function enumerationChanges({ enumeration: before }: Facets, { enumeration: after }: Facets): Found[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ message: 'is an enumeration now', request: 'break', response: 'note' }];
  if (after === undefined) return [{ message: 'is no enumeration any longer', request: 'addition', response: 'break' }];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  return [
    ...(removed.length === 0
      ? []
      : [{ message: `values removed: ${listed(removed)}`, request: 'break', response: 'note' } as const]),
    ...(added.length === 0
      ? []
      : [{ message: `values added: ${listed(added)}`, request: 'addition', response: 'addition' } as const]),
  ];
}

function listed(values: readonly string[]): string {
  const remainder = values.length - MOST_VALUES;
  return `${values.slice(0, MOST_VALUES).join(', ')}${remainder > 0 ? ` and ${remainder} more` : ''}`;
}

const LIMITS = [
  'length',
  'minLength',
  'maxLength',
  'totalDigits',
  'fractionDigits',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
] as const;

/** Larger values of these facets allow less. */
const FROM_BELOW = new Set<string>(['minLength', 'minInclusive', 'minExclusive']);

function facetChanges(before: Facets, after: Facets): Found[] {
  const limits = LIMITS.flatMap((name): Found[] => {
    const [old, latest] = [before[name], after[name]];
    if (String(old) === String(latest)) return [];
    const isNarrower = narrows(name, old, latest);
    const message = `${name} was ${old ?? 'unlimited'}, is ${latest ?? 'unlimited'}`;
    return [{ message, request: isNarrower ? 'break' : 'addition', response: isNarrower ? 'note' : 'addition' }];
  });
  if (patternText(before) === patternText(after)) return limits;
  return [...limits, { message: 'the pattern of its values has changed', request: 'break', response: 'note' }];
}

function narrows(name: string, before: string | number | undefined, after: string | number | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined || name === 'length') return true;
  return FROM_BELOW.has(name) ? Number(after) > Number(before) : Number(after) < Number(before);
}

function patternText({ patterns }: Facets): string {
  return patternSteps(patterns)
    .map(({ alternatives }) => alternatives.join('|'))
    .join('&');
}
