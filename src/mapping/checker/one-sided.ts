// Variables of a rule that stand on one side alone: the other side neither gives them a value nor hears of it.
import type { OneSided } from '../model/one-sided.ts';
import { bindsNothing, type Scope, type Variable } from './scope.ts';

export function oneSidedOf(scope: Scope): OneSided[] {
  const all: OneSided[] = [];
  for (const variable of scope.all()) {
    const side = variable.name.startsWith('$') ? undefined : onlySideOf(variable);
    if (side === undefined) continue;
    const { name, number, uses } = variable;
    const filled = uses.some((use) => use.filled);
    const free = side === 'rest' && (filled || uses.some((use) => use.side === 'rest.response' && bindsNothing(use)));
    all.push({ name, variable: number, side, filled, free, of: uses.find((use) => use.of)?.of });
  }
  return all;
}

function onlySideOf({ uses }: Variable): OneSided['side'] | undefined {
  const isInRest = uses.some(({ side, of }) => of === undefined && side.startsWith('rest.'));
  const isInSoap = uses.some(({ side, of }) => of === undefined && side.startsWith('soap.'));
  if (isInRest === isInSoap) return undefined;
  return isInRest ? 'rest' : 'soap';
}
