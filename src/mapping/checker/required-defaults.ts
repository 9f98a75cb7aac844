// Defaults at members that their element requires, where the element itself may be left out (decision 0124).
import type { Member } from '../../codec/model/members.ts';
import type { MembersShape, Shape } from '../../codec/model/shape.ts';
import { collectSlots } from '../../codec/model/shaped.ts';
import type { ElementDecl, Particle, TypeDef } from '../../contract/model/model.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import type { MessagePlan, SlotPlan } from './slots.ts';

export interface RequiredDefaults {
  /** Slots whose defaults are written wherever their element is. */
  readonly needed: ReadonlySet<number>;
  /** The slots of each element that is left out where it would hold nothing but defaults. */
  readonly groups: readonly (readonly number[])[];
  /** Shapes of the items of lists, by slot. */
  readonly items: ReadonlyMap<number, Shape>;
}

export function requiredDefaults({ body, headers, slots }: MessagePlan): RequiredDefaults {
  const search = new Search(slots);
  for (const { element, shape } of body) search.visit(shape, true, element.type, false);
  for (const { part, shape } of headers) search.visit(shape, false, part.element.type, true);
  return search;
}

/** The same for an item of a list. */
export function requiredDefaultsOfItem(item: Shape, slots: readonly SlotPlan[]): RequiredDefaults {
  const search = new Search(slots);
  search.visit(item, true, undefined, false);
  return search;
}

class Search implements RequiredDefaults {
  readonly needed = new Set<number>();
  readonly groups: (readonly number[])[] = [];
  readonly items = new Map<number, Shape>();
  private readonly plans: readonly SlotPlan[];

  constructor(plans: readonly SlotPlan[]) {
    this.plans = plans;
  }

  /** `required`: by the element around it. `free`: the content around it is valid with it and without it. */
  visit(shape: Shape, required: boolean, type: TypeDef | undefined, free: boolean): void {
    switch (shape.kind) {
      case 'hole':
        if (required) this.needed.add(shape.slot);
        return;
      case 'each':
        this.items.set(shape.slot, shape.item);
        return;
      case 'ordered':
        for (const item of shape.items) this.visit(item, required, type, free);
        return;
      case 'members':
        this.members(shape, required, type, free);
    }
  }

  private members(shape: MembersShape, required: boolean, type: TypeDef | undefined, free: boolean): void {
    const listed = shape.entries.flatMap(({ member }) => (member.kind === 'element' ? [member.element] : []));
    for (const { member, shape: inner } of shape.entries) {
      const element = member.kind === 'element' ? member.element : undefined;
      const isFree = element !== undefined && standsFree(element, listed, shape.type ?? type);
      this.visit(inner, member.required, element?.type, isFree);
    }
    if (!required && !(free && this.isComplete(shape))) this.group(shape);
  }

  private group(shape: MembersShape): void {
    const slots: number[] = [];
    if (collectSlots(shape, slots)) return;
    if (slots.some((slot) => this.needed.has(slot) && hasDefault(this.plans[slot]))) this.groups.push(slots);
  }

  /** Its defaults alone make a valid element. Simple content is a value: its default means absence. */
  private isComplete(shape: Shape): boolean {
    switch (shape.kind) {
      case 'constant':
        return true;
      case 'each':
        return false;
      case 'hole':
        return hasDefault(this.plans[shape.slot]);
      case 'ordered':
        return shape.items.every((item) => this.isComplete(item));
      case 'members':
        return (
          shape.rest === undefined &&
          shape.entries.every(({ member, shape: inner }) => isLeftOut(member) || this.isComplete(inner)) &&
          shape.entries.every(({ member }) => member.kind !== 'text')
        );
    }
  }
}

function isLeftOut({ required }: Member): boolean {
  return !required;
}

function hasDefault(plan: SlotPlan): boolean {
  const defaults = ({ default: text, optional }: Hole) => text !== undefined && !optional;
  if (plan.kind === 'hole') return defaults(plan.hole);
  return plan.kind === 'text' && plan.parts.filter(isHole).every(defaults);
}

/** Nothing else of the content depends on the element: it is no part of an optional group, and of a choice the only one that is listed. */
function standsFree(element: ElementDecl, listed: readonly ElementDecl[], type: TypeDef | undefined): boolean {
  if (type?.kind !== 'complex' || type.content.kind !== 'elements') return false;
  return isFree(type.content.particle, element, listed);
}

function isFree(particle: Particle, element: ElementDecl, listed: readonly ElementDecl[]): boolean {
  if (particle.kind === 'element') return isOf(particle, [element]);
  if (particle.kind === 'any') return false;
  const { kind, min, particles } = particle;
  if (kind === 'choice') {
    const alternatives = particles.filter((p) => isOf(p, listed));
    return alternatives.length === 1 && alternatives[0].kind === 'element' && isOf(alternatives[0], [element]);
  }
  return min > 0 && particles.some((p) => isFree(p, element, listed));
}

function isOf(particle: Particle, elements: readonly ElementDecl[]): boolean {
  if (particle.kind === 'any') return false;
  if (particle.kind !== 'element') return particle.particles.some((p) => isOf(p, elements));
  const { name } = particle.element;
  return elements.some((e) => e.name.local === name.local && e.name.ns === name.ns);
}
