// The elements that stand in a complex type.
import type { ComplexType, ElementDecl, Particle } from '../model/model.ts';

/** In document order, those of groups too; an element stands there as often as the type names it. */
export function elementsOf({ content }: ComplexType): readonly ElementDecl[] {
  return content.kind === 'elements' ? [...elementsIn(content.particle)] : [];
}

function* elementsIn(particle: Particle): Generator<ElementDecl> {
  if (particle.max === 0 || particle.kind === 'any') return;
  if (particle.kind === 'element') yield particle.element;
  else for (const child of particle.particles) yield* elementsIn(child);
}
