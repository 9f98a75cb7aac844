// Variables of a rule that the gateway supplies: their types, and how those of the caller's head get their values.
import type { MappingRule } from '../model/mapping.ts';
import { builtinValue, type VariableType } from '../model/variables.ts';
import type { BuildContext } from './bound-hole.ts';

export function suppliedType(name: string, { gateway, codec }: BuildContext): VariableType | undefined {
  const kind = gateway.get(name)?.kind;
  return kind === 'int' || kind === 'bool' ? builtinValue(codec, kind === 'int' ? 'integer' : 'boolean') : undefined;
}

/** undefined: no variable is one of the caller's head. */
export function takerOf(names: readonly string[], { gateway }: BuildContext): MappingRule['take'] {
  const takers = names.flatMap((name, variable) => {
    const take = gateway.get(name)?.take;
    return take ? [{ variable, take }] : [];
  });
  if (takers.length === 0) return undefined;
  return (bindings, head) => {
    for (const { variable, take } of takers) bindings[variable] = take(head);
  };
}
