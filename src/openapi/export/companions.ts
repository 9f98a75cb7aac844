// Parameters that come together: some values are required as soon as a client sends others of the same SOAP element.
import { slotGroups } from '../../codec/model/slot-groups.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';

const names = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** By name of a variable: `Required beside X-Context-Channel.` */
export function companionTexts({ variables, request: { rest, soap } }: MappingRule): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const placesOf = (slot: number) => soap.variablesOf(slot).flatMap((variable) => rest.placeOf(variable, '$') ?? []);
  for (const { slots, required } of slotGroups(soap))
    for (const slot of required) {
      const companions = new Set(slots.filter((one) => one !== slot).flatMap(placesOf));
      if (companions.size === 0) continue;
      for (const variable of soap.variablesOf(slot))
        texts.set(variables[variable], `Required beside ${names.format(companions)}.`);
    }
  return texts;
}
