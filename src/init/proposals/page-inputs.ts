// Inputs that ask for a page: its number, its offset or its cursor, and its size.
import { pageWords } from '../inference/responses.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Route } from '../routes/route.ts';
import { isCursorName } from './page-places.ts';
import { type Entries, flow } from './proposal.ts';

/** What an operation takes of pages. */
export interface PageInputs {
  readonly by: 'number' | 'offset' | 'cursor';
  /** The number, the offset or the cursor. */
  readonly position: Input;
  readonly size?: Input;
  /** The object of values that has them: `paging`. */
  readonly holder?: Input;
}

/** Several where it takes a cursor, and a number of clients that have none. */
export function pageInputs({ inputs }: Pick<ListedOperation, 'inputs'>): readonly PageInputs[] {
  const flat = pageInputsIn(inputs);
  if (flat.length > 0) return flat;
  const holders = inputs.flatMap((holder) => {
    const inside = pageInputsIn(holder.flat ?? []);
    return inside.length > 0 ? [inside.map((entry) => ({ ...entry, holder }))] : [];
  });
  return holders.length === 1 ? holders[0] : [];
}

function pageInputsIn(inputs: readonly Input[]): PageInputs[] {
  const size = inputNamed(inputs, pageWords.size);
  const cursor = inputs.find(({ key, scalar, required }) => scalar && !required && isCursorName(key));
  const offset = size && inputNamed(inputs, pageWords.offset);
  const number = inputNamed(inputs, pageWords.number);
  return [
    ...(cursor ? [{ by: 'cursor' as const, position: cursor, size }] : []),
    ...(offset ? [{ by: 'offset' as const, position: offset, size }] : []),
    ...(number ? [{ by: 'number' as const, position: number, size }] : []),
  ];
}

/** The query of a rule. Clients need not send an offset and a limit that the contract requires. */
export function withPageDefaults({ inputs }: ListedOperation, { method, query }: Route): readonly string[] {
  const offset = inputNamed(inputs, pageWords.offset);
  const size = inputNamed(inputs, pageWords.size);
  if (method !== 'GET' || !offset?.required || !size?.required) return query;
  const defaults = new Map([
    [offset.variable, 0],
    [size.variable, 20],
  ]);
  return query.map((name) => (defaults.has(name) ? `${name}={${name}=${defaults.get(name)}}` : name));
}

function inputNamed(inputs: readonly Input[], phrases: readonly string[]): Input | undefined {
  return inputs.find(({ nameWords, scalar }) => scalar && phrases.includes(nameWords.join(' ')));
}

/** Members that take values of the path or the query, those of objects too: `filter: { status: "{status}" }`. */
export function boundMembers(inputs: readonly Input[], path: string, query: readonly string[]): Entries {
  return inputs.flatMap(({ key, variable, flat = [] }): Entries => {
    if (isBound(variable, path, query)) return [[key, `"{${variable}}"`]];
    const inside = boundMembers(flat, path, query);
    return inside.length > 0 ? [[key, flow(inside)]] : [];
  });
}

/** Whether the contract requires the value of a variable, also in an object. */
export function isRequired(name: string, inputs: readonly Input[]): boolean {
  return inputs.some(({ variable, required, flat = [] }) => (variable === name && required) || isRequired(name, flat));
}

export function isBound(variable: string | undefined, path: string, query: readonly string[]): boolean {
  return variable !== undefined && (query.includes(variable) || path.includes(`{${variable}}`));
}
