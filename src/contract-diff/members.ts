// The members of a complex type as a flat list: elements with their occurrence, and attributes. Knows nothing about comparisons.
import type { ComplexType, ElementDecl, Particle, TypeDef } from '../contract/model/model.ts';
import { clark, type QName } from '../xml/reader/names.ts';

export interface Member {
  /** `currency`, `@id`, `*` for a wildcard. */
  readonly label: string;
  readonly type: TypeDef | undefined;
  /** Declaration, of elements. */
  readonly element?: ElementDecl;
  readonly min: number;
  readonly max: number;
}

/** By name, in document order. */
export type Members = ReadonlyMap<string, Member>;

/** `keyOf`: a name as a text that two contracts have in common. */
export function membersOf(type: ComplexType, keyOf: (name: QName) => string = clark): Members {
  const members = new Map<string, Member>();
  for (const { name, type: valueType, required } of type.attributes)
    members.set(`@${keyOf(name)}`, { label: `@${name.local}`, type: valueType, min: required ? 1 : 0, max: 1 });
  if (type.content.kind === 'elements') collect(type.content.particle, { min: 1, max: 1 }, members, keyOf);
  return members;
}

/** `around`: of the particles around it. An element that stands in several places has the sum. */
function collect(
  particle: Particle,
  around: Pick<Member, 'min' | 'max'>,
  members: Map<string, Member>,
  keyOf: (name: QName) => string,
): void {
  const least = around.min * particle.min;
  const most = times(around.max, particle.max);
  if (particle.kind === 'any') add(members, '*', { label: '*', type: undefined, min: least, max: most });
  else if (particle.kind === 'element') {
    const { element } = particle;
    add(members, keyOf(element.name), {
      label: element.name.local,
      type: element.type,
      element,
      min: least,
      max: most,
    });
  } else {
    const inside = particle.kind === 'choice' && particle.particles.length > 1 ? 0 : least;
    for (const child of particle.particles) collect(child, { min: inside, max: most }, members, keyOf);
  }
}

function add(members: Map<string, Member>, key: string, member: Member): void {
  const same = members.get(key);
  members.set(key, same === undefined ? member : { ...same, min: same.min + member.min, max: same.max + member.max });
}

/** 0 times unbounded is 0. */
function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}
