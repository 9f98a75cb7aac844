// The variables of a rule that the gateway supplies: their types, and how each call gets their values.

import { stringText } from '../../pattern/text/converter.ts';
import type { CredentialField } from '../../rule/rule.ts';
import type { MappingRule } from '../model/mapping.ts';
import { builtinValue, isList, nameOfType, textOf, type VariableType } from '../model/variables.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope } from './scope.ts';

export function suppliedType(name: string, { gateway, codec }: BuildContext): VariableType | undefined {
  const kind = gateway.get(name)?.kind;
  return kind === 'int' || kind === 'bool' ? builtinValue(codec, kind === 'int' ? 'integer' : 'boolean') : undefined;
}

/** undefined: no variable comes from the request head. */
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

/** The credential fields of the rule. Reports positions where they are not allowed. undefined: none. */
export function credentialFieldsOf(
  scope: Scope,
  { codec, report, gateway }: BuildContext,
): readonly CredentialField[] | undefined {
  const values: CredentialField[] = [];
  for (const { name, number: variable, type, uses } of scope.all()) {
    if (!gateway.get(name)?.isCredential) continue;
    const { place } = uses[0];
    const response = uses.find(({ side }) => side === 'rest.response' || side === 'soap.response');
    if (response) report.add('MAPPING_PATTERN', `{${name}} is not allowed in a response`, response.place);
    const text = isList(type) ? undefined : textOf(type, codec, 'soap');
    if (text === undefined && type)
      report.add('MAPPING_TYPE', `{${name}} is a text, but the contract has ${nameOfType(type, codec)} here`, place);
    values.push({ name, variable, text: text ?? stringText });
  }
  return values.length === 0 ? undefined : values;
}
