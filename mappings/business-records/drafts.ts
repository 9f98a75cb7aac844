// A draft with what the caller says of it: fields in their place, lines of sublists beside those that are there or instead of them.

/** By what lines are told apart, in the records that transforms make; those of other sublists are always added. */
const KEYS: Readonly<Record<string, string>> = {
  component: 'item', item: 'line', salesTeam: 'employee', partners: 'partner',
};

/** Members that are custom fields. */
export const CUSTOM_FIELD = /^cust(?:body|col|entity|event|item|record)/;

type Line = Readonly<Record<string, unknown>>;

interface Sublist {
  readonly replaceAll?: unknown;
  readonly items: readonly Line[];
}

/** Both as REST has them. `replace`: names of sublists whose lines come instead of those that are there; what a sublist says itself goes first. */
export function changedBy(draft: object, changes: object, replace: ReadonlySet<string>): object {
  const before = new Map(Object.entries(draft));
  const given = Object.entries(changes).map(([name, value]): [string, unknown] => [name, changedMember(name, before.get(name), value, replace.has(name))]);
  return Object.fromEntries([...before, ...given]);
}

function changedMember(name: string, before: unknown, value: unknown, replaced: boolean): unknown {
  if (name === 'options' && isObject(before) && isObject(value)) return { ...before, ...value };
  if (CUSTOM_FIELD.test(name) || !isSublist(before) || !isSublist(value) || (value.replaceAll ?? replaced) === true) return value;
  const key = (line: Line) => idOf(line[KEYS[name]]);
  const ids = before.items.map(key);
  const given = new Map(value.items.map((line) => [placeOf(key(line), ids), line]));
  const left = before.items.map((line, place) => ({ ...line, ...given.get(place) }));
  return { ...value, items: [...left, ...value.items.filter((line) => placeOf(key(line), ids) < 0)] };
}

/** Of several lines with one id, the last: as the service takes them. */
function placeOf(id: string | undefined, ids: readonly (string | undefined)[]): number {
  return id === undefined ? -1 : ids.lastIndexOf(id);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSublist(value: unknown): value is Sublist {
  return isObject(value) && Array.isArray((value as Partial<Sublist>).items);
}

/** A reference is known by its id. */
function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? (value as { readonly id?: unknown }).id : value;
  return id === undefined || id === null ? undefined : String(id);
}

export type Members = Readonly<Record<string, unknown>>;

/** What an unbuild has of its build. */
export const BUILD_MEMBERS = ['item', 'quantity', 'units', 'billOfMaterials', 'billOfMaterialsRevision', 'subsidiary', 'department', 'class', 'location'];

export function picked(record: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])));
}
