// Looks into messages in canonical form, and into declarations.
import type { ComplexType, ElementDecl, Particle } from '../../src/contract/model/model.ts';
import type { Form } from '../laws/canonical.ts';
import type { Said } from './envelope.ts';

/** Declaration of a member of the element. */
export function memberOf(element: ElementDecl, local: string): ElementDecl {
  const { content } = element.type as ComplexType;
  const found = content.kind === 'elements' ? within(content.particle, local) : undefined;
  if (!found) throw new Error(`${element.name.local} has no ${local}`);
  return found;
}

function within(p: Particle, local: string): ElementDecl | undefined {
  if (p.kind === 'element') return p.element.name.local === local ? p.element : undefined;
  if (p.kind === 'any') return undefined;
  return p.particles.map((one) => within(one, local)).find((found) => found);
}

/** Text of a member of the body's element. */
export function valueIn(said: Said, local: string): string | undefined {
  return members(said).find(({ name }) => name.endsWith(`}${local}`))?.content as string | undefined;
}

export function without(said: Said, local: string): Said {
  const [message] = said.body ?? [];
  if (!message) return said;
  const content = members(said).filter(({ name }) => !name.endsWith(`}${local}`));
  return { ...said, body: [{ ...message, content }] };
}

function members({ body }: Said): Form[] {
  return (body?.[0]?.content ?? []) as Form[];
}
