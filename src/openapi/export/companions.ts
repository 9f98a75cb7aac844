// Parameters that come together: some values are required as soon as a client sends others of the same SOAP element.
import { slotGroups } from '../../codec/model/slot-groups.ts';
import { holesInRequest } from '../../mapping/checker/names-in.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';

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

/** Variables that a SOAP element requires which each request writes: beside a value of the path, a required value, or another of these. */
export function neededVariables(
  rule: MappingRule,
  bodies: { sureHole(hole: Hole): boolean },
): ReadonlySet<string> | undefined {
  const { variables, flow } = rule;
  const { soap } = rule.request;
  const groups = flow === undefined || flow.kind === 'pages' ? slotGroups(soap) : [];
  if (groups.length === 0) return undefined;
  const present = presentNames(rule, bodies);
  const filled = soap.fill([]);
  const nameOf = (slot: number) => {
    const [variable, ...others] = soap.variablesOf(slot);
    return variable === undefined || others.length > 0 ? undefined : variables[variable];
  };
  const isPresent = (slot: number) => filled[slot] !== undefined || present.has(nameOf(slot) ?? '');
  const needed = new Set<string>();
  for (let size = -1; size < needed.size; ) {
    size = needed.size;
    for (const { slots, required } of groups) {
      if (!slots.some(isPresent)) continue;
      for (const name of required.filter((slot) => filled[slot] === undefined).map(nameOf)) {
        if (name === undefined) continue;
        needed.add(name);
        present.add(name);
      }
    }
  }
  return needed;
}

function presentNames({ restSide }: MappingRule, bodies: { sureHole(hole: Hole): boolean }): Set<string> {
  const inPath = restSide.line.value.segments.flat().filter(isHole);
  const beside = holesInRequest(restSide).filter((hole) => bodies.sureHole(hole));
  return new Set([...inPath, ...beside].map(({ name }) => name));
}
