// Conditions that no search has: how a text ends, and whether there is a value of an enumeration whose values nobody knows. An advanced search shows the
// columns of the fields in question, and those of its records are found whose columns fit.

/** What must hold for the columns of one field, as the forms of `query` name it. */
type Test = { readonly endsWith: string } | { readonly empty: true } | { readonly notEmpty: true };

/** By the name that the search has for the field. */
export type Tests = Readonly<Record<string, Test>>;

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
    if ('endsWith' in test) return values.some((text) => text.toLowerCase().endsWith(test.endsWith.toLowerCase()));
    return 'empty' in test === values.every((text) => text === '');
  });
}

/** `[{ searchValue }]`: of a reference, the external id. */
function textsOf(column: unknown): string[] {
  return ((column ?? []) as readonly { readonly searchValue?: unknown }[]).flatMap(({ searchValue }) => {
    const value = typeof searchValue === 'object' ? (searchValue as { externalId?: unknown } | null)?.externalId : searchValue;
    return value === undefined || value === null ? [] : [String(value)];
  });
}
