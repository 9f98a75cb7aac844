// What a pattern wants in a sample: shapes of members and items, and their constants.
import type { Member } from '../codec/model/members.ts';
import type { MembersShape, Shape } from '../codec/model/shape.ts';
import type { ElementDecl, Particle } from '../contract/model/model.ts';

export interface Shapes {
  readonly members: MembersShape | undefined;
  readonly shape: Shape | undefined;
}

export function shapeOf(members: MembersShape | undefined, fits: (member: Member) => boolean): Shape | undefined {
  return members?.entries.find(({ member }) => fits(member))?.shape;
}

export function elementShape(members: MembersShape | undefined, { name }: ElementDecl): Shape | undefined {
  return shapeOf(
    members,
    (member) =>
      member.kind === 'element' && member.element.name.local === name.local && member.element.name.ns === name.ns,
  );
}

/** A pattern that lists members skips the others. */
export function isUnnamed(shape: Shape | undefined, members: MembersShape | undefined): boolean {
  return members !== undefined && members.rest === undefined && shape === undefined;
}

export function textIn(members: MembersShape | undefined): string | undefined {
  return textOf(shapeOf(members, ({ kind }) => kind === 'text'));
}

export function textOf(shape: Shape | undefined): string | undefined {
  return shape?.kind === 'constant' ? shape.text : undefined;
}

/** Items that the constants of a pattern ask for; a group has as many as the element in it. */
export function leastItems(particle: Particle, shape: Shape | undefined, members: MembersShape | undefined): number {
  if (particle.kind === 'any') return 0;
  if (particle.kind !== 'element')
    return particle.particles.some(
      (inner) =>
        leastItems(inner, inner.kind === 'element' ? elementShape(members, inner.element) : undefined, members) > 0,
    )
      ? 1
      : 0;
  if (shape?.kind === 'ordered') return shape.items.findLastIndex(holdsConstant) + 1;
  return shape !== undefined && holdsConstant(shape) ? 1 : 0;
}

function holdsConstant(shape: Shape): boolean {
  if (shape.kind === 'constant') return true;
  if (shape.kind !== 'members') return shape.kind === 'ordered' && shape.items.some(holdsConstant);
  return shape.type !== undefined || shape.entries.some(({ shape: entry }) => holdsConstant(entry));
}

export function itemShape(shape: Shape | undefined, i: number): Shape | undefined {
  if (shape?.kind === 'ordered') return shape.items[i];
  return shape?.kind === 'each' ? shape.item : shape;
}
