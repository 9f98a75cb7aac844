// Variables of a rule that stand on one side alone: the other side neither gives them a value nor hears of it.
import type { OneSided } from '../model/one-sided.ts';
import { bindsNothing, type Scope, type Variable } from './scope.ts';

export function oneSidedOf(scope: Scope): OneSided[] {
  return [...scope.all()].flatMap((variable) => {
    const side = variable.name.startsWith('$') ? undefined : onlySideOf(variable);
    if (side === undefined) return [];
    const { name, number, uses } = variable;
    const filled = uses.some((use) => use.filled);
    const free = side === 'rest' && (filled || uses.some((use) => use.side === 'rest.response' && bindsNothing(use)));
    return [{ name, variable: number, side, filled, free, of: uses.find((use) => use.of)?.of }];
  });
}

function onlySideOf({ uses }: Variable): OneSided['side'] | undefined {
  const inMessages = uses.filter((use) => use.of === undefined);
  const rest = inMessages.some(({ side }) => side.startsWith('rest.'));
  const soap = inMessages.some(({ side }) => side.startsWith('soap.'));
  if (rest === soap) return undefined;
  return rest ? 'rest' : 'soap';
}
