// Finds types with costly patterns: a long text may need more steps than a message has. For `check`.
import type { Particle, PatternStep, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { maxStepsPerCharacter } from './regex/costly-patterns.ts';
import { FIRST_STEPS, STEPS_PER_BYTE } from './regex/steps.ts';
import { label } from './type-kind.ts';

/** Steps per character from which on a type is reported: ordinary patterns take one. */
const COSTLY_STEPS = 24;

/** Most types in a report. */
const MAX_TYPES = 50;

interface CostlyType {
  readonly type: SimpleType;
  readonly label: string;
  /** Most steps of one character. */
  readonly steps: number;
  /** Characters for which the steps of a message suffice, if all cost that much. */
  readonly characters: number;
}

export function costlyTypes(schemas: Schemas): CostlyType[] {
  const sums = new Map<PatternStep, number>();
  const types: CostlyType[] = [];
  for (const type of simpleTypesOf(schemas)) {
    const steps = sumOf(type.facets.patterns, sums);
    const characters = Math.floor(FIRST_STEPS / Math.max(steps - STEPS_PER_BYTE, 1));
    const longest = type.facets.length ?? type.facets.maxLength ?? Number.POSITIVE_INFINITY;
    if (types.length === MAX_TYPES) break;
    if (steps >= COSTLY_STEPS && longest > characters) types.push({ type, label: label(type), steps, characters });
  }
  return types;
}

/** Sum over all derivation steps. `sums`: cache. */
function sumOf(last: PatternStep | undefined, sums: Map<PatternStep, number>): number {
  const missing: PatternStep[] = [];
  let step = last;
  for (; step !== undefined && !sums.has(step); step = step.base) missing.push(step);
  let sum = step === undefined ? 0 : sums.get(step)!;
  for (const missingStep of missing.reverse()) {
    for (const pattern of missingStep.alternatives) sum += maxStepsPerCharacter(pattern);
    sums.set(missingStep, sum);
  }
  return sum;
}

/** All simple types, anonymous ones included, each once. */
function simpleTypesOf(schemas: Schemas): Iterable<SimpleType> {
  const reached = new Set<TypeDef>(schemas.types.values());
  for (const { type } of schemas.elements.values()) reached.add(type);
  for (const { type } of schemas.attributes.values()) reached.add(type);
  // Iteration includes types that are added meanwhile.
  for (const type of reached) for (const part of partsOf(type)) reached.add(part);
  return [...reached].filter((type) => type.kind === 'simple');
}

function partsOf(type: TypeDef): TypeDef[] {
  if (type.kind === 'simple') return [...(type.item ? [type.item] : []), ...(type.members ?? [])];
  const attributes = type.attributes.map((use) => use.type);
  if (type.content.kind === 'simple') return [...attributes, type.content.type];
  return type.content.kind === 'elements' ? [...attributes, ...elementTypes(type.content.particle)] : attributes;
}

function elementTypes(particle: Particle): TypeDef[] {
  if (particle.kind === 'element') return [particle.element.type];
  return particle.kind === 'any' ? [] : particle.particles.flatMap(elementTypes);
}
