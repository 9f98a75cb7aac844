// Which of its routes each operation of a first table has: no two rules may take the same requests.
import type { SoapstoneError } from '../../errors/errors.ts';
import type { ListedOperation } from '../operations/operations.ts';
import type { Route } from './route.ts';

/** A choice that may still change. */
export interface OpenChoice {
  readonly listed: ListedOperation;
  readonly routes: readonly Route[];
  index: number;
  problem?: SoapstoneError;
}

/** Method and path without the names of placeholders: two such rules would take the same requests. */
function keyOf({ method, path }: Route): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
}

/** Why it has not the first of its routes: that of another operation, or what `check` says. */
export function detourOf({ routes, index, problem }: OpenChoice, open: readonly OpenChoice[]): string | undefined {
  if (index === 0 || index === routes.length || keyOf(routes[0]) === keyOf(routes[index])) return undefined;
  const owner = open.find((one) => one.index < one.routes.length && keyOf(one.routes[one.index]) === keyOf(routes[0]));
  const line = `${routes[0].method} ${routes[0].path}`;
  if (owner) return `${owner.listed.operation.name} has ${line}`;
  return problem && `check refuses ${line}`;
}

function weaknessOf({ routes: [{ weakness = 0 }] }: OpenChoice): number {
  return weakness;
}

/** Gives each operation its first route that no operation before it has. */
export function settle(open: readonly OpenChoice[]): void {
  const used = new Set<string>();
  for (const choice of open.toSorted((a, b) => weaknessOf(a) - weaknessOf(b))) {
    const { routes } = choice;
    choice.index = Math.min(
      routes.length - 1,
      Math.max(
        0,
        routes.findIndex((route) => !used.has(keyOf(route))),
      ),
    );
    used.add(keyOf(routes[choice.index]));
  }
}

/** Index of the next route of the choice that no other one has; the number of its routes where there is none. */
export function nextFree(choice: OpenChoice, open: readonly OpenChoice[]): number {
  const used = new Set(
    open.flatMap((one) => (one !== choice && one.index < one.routes.length ? [keyOf(one.routes[one.index])] : [])),
  );
  const next = choice.routes.findIndex((route, i) => i > choice.index && !used.has(keyOf(route)));
  return next < 0 ? choice.routes.length : next;
}
