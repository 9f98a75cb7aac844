// Variables of a rule that each call is given: the fields of its credential.

import { stringText } from '../../pattern/text/plain-text.ts';
import type { CredentialField } from '../../rule/rule.ts';
import { isList, nameOfType, textOf } from '../model/variables.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope } from './scope.ts';

/** Reports places that they cannot stand at. undefined: the rule has none. */
export function givenOf(
  scope: Scope,
  { codec, report, gateway }: BuildContext,
): readonly CredentialField[] | undefined {
  const values: CredentialField[] = [];
  for (const { name, number: variable, type, uses } of scope.all()) {
    if (!gateway.get(name)?.isCredential) continue;
    const { place } = uses[0];
    const response = uses.find(({ spot }) => spot === 'rest.reply' || spot === 'soap.reply');
    if (response) report.add('MAPPING_PATTERN', `{${name}} is not allowed in a response`, response.place);
    const text = isList(type) ? undefined : textOf(type, codec, 'soap');
    if (text === undefined && type)
      report.add('MAPPING_TYPE', `{${name}} is a text, but the contract has ${nameOfType(type, codec)} here`, place);
    values.push({ name, variable, text: text ?? stringText });
  }
  return values.length === 0 ? undefined : values;
}
