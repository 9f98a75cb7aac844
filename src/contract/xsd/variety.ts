// What simple types may be made of, once all of them are linked.
import { each, type Steps } from '../../event-loop/steps.ts';
import { clark } from '../../xml/reader/names.ts';
import type { SimpleType } from '../model/model.ts';
import { DERIVATION_DEPTH } from '../source/limits.ts';
import type { Report } from '../source/report.ts';
import { tooDerived } from './bounds.ts';
import type { Linker } from './linker.ts';

/** A type whose parts are being looked at: meeting it again is a circle. */
const BUSY = -1;

export function* checkVarieties({ pending, report }: Linker): Steps<void> {
  const depths = new Map<SimpleType, number>();
  yield* each(pending, ({ draft }) => {
    if (draft.kind === 'simple') checkVariety(report, draft, depths);
  });
}

/** Part 2 §4.1.2.2: items of a list are atomic or unions. */
function checkVariety(report: Report, type: SimpleType, depths: Map<SimpleType, number>): void {
  if (type.item?.variety === 'list') report.add('CONTRACT_INVALID', `${called(type)} is a list of lists`, type.place);
  depthOf(report, type, depths, 0);
}

/** Steps to the farthest built-in type. `above`: steps on the way here, which bound the recursion. */
function depthOf(report: Report, type: SimpleType, depths: Map<SimpleType, number>, above: number): number {
  const known = depths.get(type);
  if (known !== undefined) return known;
  let depth = 0;
  depths.set(type, BUSY);
  for (const part of partsOf(type)) {
    if (above === DERIVATION_DEPTH) throw tooDerived(type, type.place);
    const inside = depthOf(report, part, depths, above + 1);
    if (inside === BUSY) reportCircle(report, type);
    else depth = Math.max(depth, 1 + inside);
  }
  if (depth > DERIVATION_DEPTH) throw tooDerived(type, type.place);
  depths.set(type, depth);
  return depth;
}

/** What a restriction takes over from its base is looked at there. */
function partsOf({ base, item, members }: SimpleType): SimpleType[] {
  const own = item === undefined || item === base?.item ? [] : [item];
  return [...(base ? [base] : []), ...own, ...(members === undefined || members === base?.members ? [] : members)];
}

/** Part 2 §2.5.1.3: a union does not contain itself. Other circles have been reported where they are derived. */
function reportCircle(report: Report, type: SimpleType): void {
  if (type.variety !== 'union') return;
  report.add('CONTRACT_INVALID', `${called(type)} is a union that contains itself`, type.place);
}

function called(type: SimpleType): string {
  return type.name ? `"${clark(type.name)}"` : 'this type';
}
