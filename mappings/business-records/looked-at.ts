// What no search can ask: how a text ends, and whether there is a value of an enumeration whose values nobody knows. Such searches show the columns of
// the fields in question, and those of their records are found whose columns fit.
import type { Criteria, Criterion } from './criteria.ts';

/** What must hold for the columns of one field. */
export type Test = { readonly endsWith: string } | { readonly empty: boolean };

/** By the name that the search has for the field. */
export type Tests = Readonly<Record<string, Test>>;

/** What `pages.several` of the mapping language reads: the search, and what its records are looked at for. */
export interface Looked {
  readonly $of: Criteria;
  readonly $where: Tests;
}

/** Operators of criteria that no search has. */
export const ENDS_WITH = 'endsWith';
const EMPTY = 'empty';
const NOT_EMPTY = 'notEmpty';

/** Of a field whose values are not known, EMPTY and EMPTY_NOT of `q`. */
export function emptiness(operator: string): Criterion {
  return { '@operator': operator === 'EMPTY' ? EMPTY : NOT_EMPTY };
}

/** Such criteria as what can be asked: `isOpen` says for which fields emptiness is no operator of a search. */
export function askedFor(criteria: Criteria, isOpen: (name: string) => boolean): Criteria | Looked {
  const tests: [string, Test][] = [];
  const asked = Object.entries(criteria).flatMap(([name, criterion]): [string, Criterion][] => {
    const { '@operator': operator, searchValue } = criterion;
    if (operator === ENDS_WITH) {
      tests.push([name, { endsWith: String(searchValue) }]);
      return [[name, { '@operator': 'contains', searchValue }]];
    }
    if (!isOpen(name) || (operator !== EMPTY && operator !== NOT_EMPTY)) return [[name, criterion]];
    tests.push([name, { empty: operator === EMPTY }]);
    return [];
  });
  return tests.length === 0 ? criteria : { $of: Object.fromEntries(asked), $where: Object.fromEntries(tests) };
}

export function isLooked(asked: object): asked is Looked {
  return '$where' in asked;
}

/** The criteria that `askedFor` made it of. */
export function criteriaOf({ $of, $where }: Looked): Criteria {
  const tests = Object.entries($where).map(([name, test]): [string, Criterion] => [
    name,
    'endsWith' in test ? { '@operator': ENDS_WITH, searchValue: test.endsWith } : emptiness(test.empty ? 'EMPTY' : 'EMPTY_NOT'),
  ]);
  return { ...$of, ...Object.fromEntries(tests) };
}

/** The column that shows a field. */
const columnOf = (name: string) => (name === 'externalIdString' ? 'externalId' : name);

/** JSON of a `…SearchRowBasic` that asks for the columns; that of the id tells the records. */
export function columnsFor(tests: Tests): object {
  return Object.fromEntries(['internalId', ...Object.keys(tests).map(columnOf)].map((column) => [column, [{}]]));
}

/** A field of lines has as many values as there are lines: one of them is enough, as it is for searches. Texts are compared without case, as they are there. */
export function fitsColumns(row: Readonly<Record<string, unknown>>, tests: Tests): boolean {
  return Object.entries(tests).every(([name, test]) => {
    const values = textsOf(row[columnOf(name)]);
    if ('empty' in test) return test.empty === values.every((text) => text === '');
    return values.some((text) => text.toLowerCase().endsWith(test.endsWith.toLowerCase()));
  });
}

/** `[{ searchValue }]`: of a reference, the external id. */
function textsOf(column: unknown): string[] {
  return ((column ?? []) as readonly { readonly searchValue?: unknown }[]).flatMap(({ searchValue }) => {
    const value = typeof searchValue === 'object' ? (searchValue as { externalId?: unknown } | null)?.externalId : searchValue;
    return value === undefined || value === null ? [] : [String(value)];
  });
}
