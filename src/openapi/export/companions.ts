// Parameters that come together: some values are required as soon as a client sends others of the same SOAP element.
import { slotGroups } from '../../codec/model/slot-groups.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';

const names = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** By name of a variable: `Required beside X-Context-Channel.` */
export function companionTexts({ variables, request: { rest, soap } }: MappingRule): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const variableIn = new Map(variables.map((_, variable) => [soap.slotOf(variable), variable]));
  const placeOf = (slot: number) => {
    const variable = variableIn.get(slot);
    return variable === undefined ? undefined : rest.placeOf(variable, '$');
  };
  for (const { slots, required } of slotGroups(soap))
    for (const slot of required) {
      const variable = variableIn.get(slot);
      const companions = slots.filter((one) => one !== slot).flatMap((one) => placeOf(one) ?? []);
      if (variable !== undefined && companions.length > 0)
        texts.set(variables[variable], `Required beside ${names.format(companions)}.`);
    }
  return texts;
}
