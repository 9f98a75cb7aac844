// The elements that stand in a complex type.
import type { ComplexType, ElementDecl, Particle } from '../model/model.ts';

/** In document order, those of groups too; an element stands there as often as the type names it. */
export function elementsOf({ content }: ComplexType): readonly ElementDecl[] {
  const elements: ElementDecl[] = [];
  if (content.kind === 'elements') collect(content.particle, elements);
  return elements;
}

function collect(particle: Particle, elements: ElementDecl[]): void {
  if (particle.max === 0 || particle.kind === 'any') return;
  if (particle.kind === 'element') elements.push(particle.element);
  else for (const child of particle.particles) collect(child, elements);
}
