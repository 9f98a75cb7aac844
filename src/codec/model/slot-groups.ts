// Values of a message that come together: an optional element that has one of its values needs those that its type requires.
import type { MembersShape, Shape } from './shape.ts';
import { collectSlots } from './shaped.ts';

/** The slots of an optional element, and those of them without which it is not valid. */
export interface SlotGroup {
  readonly slots: readonly number[];
  readonly required: readonly number[];
}

/** Of a whole message: header parts may be absent, elements of the body are not. */
export function slotGroups({ body, headers }: Shapes): SlotGroup[] {
  const groups: SlotGroup[] = [];
  for (const { shape } of body) requiredIn(shape, false, groups);
  for (const { shape } of headers) requiredIn(shape, true, groups);
  return groups;
}

interface Shapes {
  readonly body: readonly { readonly shape: Shape }[];
  readonly headers: readonly { readonly shape: Shape }[];
}

function requiredIn(shape: Shape, optional: boolean, groups: SlotGroup[]): readonly number[] {
  if (shape.kind === 'hole' || shape.kind === 'each') return [shape.slot];
  if (shape.kind !== 'members') return [];
  const required = shape.entries.flatMap(({ member, shape: inner }) => {
    const slots = requiredIn(inner, !member.required, groups);
    return member.required ? slots : [];
  });
  if (optional && required.length > 0) groups.push(...groupOf(shape, required));
  return required;
}

/** An element with constants is always written: none of its values waits for another one. */
function groupOf(shape: MembersShape, required: readonly number[]): SlotGroup[] {
  const slots: number[] = [];
  const hasConstant = collectSlots(shape, slots);
  return hasConstant || slots.length < 2 ? [] : [{ slots, required }];
}
