// What tells the failures that a response pattern of a fault row is about from successes.

import type { Shape } from '../../../codec/model/shape.ts';
import type { Operation } from '../../../contract/model/contract.ts';
import type { Place } from '../../../errors/errors.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import type { Report } from '../../syntax/report.ts';
import type { SlotPlan } from '../slots.ts';
import type { MessagePlan } from '../soap-message.ts';

/** No constant and no type tells a failure apart: then a value of a placeholder must. */
export function isUnconditional({ body, slots }: MessagePlan): boolean {
  return slots.some(bindsValue) && body.every(({ shape }) => !hasConstant(shape));
}

/**
 * Slots of texts with constant attributes: `{ $value: "{why?}", "@code": "284" }`. Elsewhere such an element may be absent with its text;
 * here its attributes say what has failed.
 */
export function describedTexts({ body }: MessagePlan): readonly number[] {
  return body.flatMap(({ shape }) => describedIn(shape));
}

function describedIn(shape: Shape): readonly number[] {
  if (shape.kind === 'ordered') return shape.items.flatMap(describedIn);
  if (shape.kind !== 'members') return [];
  const isDescribed = shape.entries.some(
    ({ member, shape: inner }) => member.kind === 'attribute' && hasConstant(inner),
  );
  return shape.entries.flatMap(({ member, shape: inner }) => {
    if (member.kind !== 'text') return describedIn(inner);
    return isDescribed && inner.kind === 'hole' ? [inner.slot] : [];
  });
}

/** Does a pattern match every valid response? False where that is unclear. */
export function fitsEvery(plan: MessagePlan, pattern: SoapPattern): boolean {
  if (plan.body.some(({ shape }) => hasConstant(shape))) return false;
  const values = plan.slots.filter(bindsValue);
  // Converters, texts, functions and two places of one variable may refuse a value.
  const takesAny = plan.slots.every((slot) => slot.kind === 'hole' && isBare(slot, pattern));
  return takesAny && (values.length === 0 || values.some((slot) => slot.kind === 'hole' && !slot.optional));
}

/** Reports each row once, with the first operation whose success it hides. */
export function reportHiddenSuccess(
  { operation, place }: { operation: Operation; place: Place },
  report: Report,
): void {
  report.add(
    'MAPPING_UNREACHABLE',
    `with first: true this row takes every response of "${operation.name}": no request succeeds`,
    place,
    'name a constant or an element that only a failure has ("{code!}" must be there), or leave out first: true',
  );
}

function isBare({ hole, variable }: SlotPlan & { kind: 'hole' }, pattern: SoapPattern): boolean {
  return hole.required !== true && pattern.slotOf(variable.number) !== undefined;
}

function bindsValue({ kind }: SlotPlan): boolean {
  return kind !== 'nothing' && kind !== 'absent';
}

function hasConstant(shape: Shape): boolean {
  if (shape.kind === 'constant') return true;
  if (shape.kind === 'each') return hasConstant(shape.item);
  if (shape.kind === 'ordered') return shape.items.some(hasConstant);
  return shape.kind === 'members' && (shape.type !== undefined || shape.entries.some((e) => hasConstant(e.shape)));
}
