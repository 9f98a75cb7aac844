// The variables of a rule that the gateway supplies: their types, and how each call gets their values.

import { suggest } from '../../errors/suggest.ts';
import { stringText } from '../../pattern/text/converter.ts';
import type { CredentialField } from '../../rule/rule.ts';
import type { MappingRule } from '../model/mapping.ts';
import { CREDENTIAL } from '../model/supplied.ts';
import { builtinValue, isList, nameOfType, textOf, type VariableType } from '../model/variables.ts';
import type { RuleAuth } from '../syntax/auth.ts';
import type { BuildContext } from './bound-hole.ts';
import { requiredDefaults } from './required-defaults.ts';
import type { Scope } from './scope.ts';
import type { MessagePlan } from './slots.ts';

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

/** Names that `auth:` of a rule lists. Reports those that are no fields, and fields that the rule uses without listing them. */
export function allowedFieldsOf(
  auth: RuleAuth | undefined,
  scope: Scope,
  { gateway, report }: BuildContext,
): readonly string[] | undefined {
  if (auth === undefined || auth === 'none' || auth.fields === undefined) return undefined;
  const isField = (name: string) => gateway.get(name)?.isCredential === true;
  const fields = [...gateway.keys()].filter(isField).map((name) => name.slice(CREDENTIAL.length));
  for (const { value, place } of auth.fields)
    if (!isField(CREDENTIAL + value))
      report.add('MAPPING_NAMES', `"${value}" is not a field of the credential`, place, suggest(value, fields));
  const names = auth.fields.map(({ value }) => value);
  for (const { name, uses } of scope.all())
    if (isField(name) && !names.includes(name.slice(CREDENTIAL.length)))
      report.add('MAPPING_NAMES', `{${name}} is not among the fields under "auth"`, uses[0].place, 'list it there');
  return names;
}

/** The credential fields of the rule. Reports positions where they are not allowed. undefined: none. */
export function credentialFieldsOf(
  scope: Scope,
  { codec, report, gateway }: BuildContext,
  request: MessagePlan,
): readonly CredentialField[] | undefined {
  const values: CredentialField[] = [];
  for (const { name, number, type, uses } of scope.all()) {
    if (!gateway.get(name)?.isCredential) continue;
    const { place } = uses[0];
    const response = uses.find(({ side }) => side === 'rest.response' || side === 'soap.response');
    if (response) report.add('MAPPING_PATTERN', `{${name}} is not allowed in a response`, response.place);
    const text = isList(type) ? undefined : textOf(type, codec, 'soap');
    if (text === undefined && type)
      report.add('MAPPING_TYPE', `{${name}} is a text, but the contract has ${nameOfType(type, codec)} here`, place);
    const inRest = uses.some((use) => use.side === 'rest.request' && !use.optional);
    const neededIn = [
      ...(inRest ? (['rest'] as const) : []),
      ...(isNeeded(number, request) ? (['soap'] as const) : []),
    ];
    values.push({ name, variable: number, text: text ?? stringText, neededIn });
  }
  return values.length === 0 ? undefined : values;
}

/** Does the element around a place of the variable require it? */
function isNeeded(variable: number, plan: MessagePlan): boolean {
  const { needed } = requiredDefaults(plan);
  return plan.slots.some(
    (slot, i) => slot.kind === 'hole' && slot.variable.number === variable && !slot.hole.optional && needed.has(i),
  );
}
