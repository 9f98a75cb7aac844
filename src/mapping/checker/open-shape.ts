import type { Shape } from '../../codec/model/shape.ts';

/** Nothing in it tells one message from another, as long as its holes take what there is. */
export function isOpen(shape: Shape): boolean {
  if (shape.kind === 'hole') return true;
  if (shape.kind === 'each') return isOpen(shape.item);
  return shape.kind === 'members' && shape.type === undefined && shape.entries.every((entry) => isOpen(entry.shape));
}
