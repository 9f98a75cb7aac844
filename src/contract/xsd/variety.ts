// Checks members and items of simple types, after all of them are linked.
import type { SoapstoneError } from '../../errors/errors.ts';
import { each, type Steps } from '../../event-loop/time-slices.ts';
import { clark } from '../../xml/reader/names.ts';
import type { SimpleType } from '../model/model.ts';
import { contractLimits, DERIVATION_DEPTH } from '../source/limits.ts';
import type { Report } from '../source/report.ts';
import { contractLimit, derivationTooDeep } from './bounds.ts';
import type { Linker } from './linker.ts';

/** Size of a simple type with all its parts expanded. */
interface Extent {
  /** Steps to the farthest built-in type. */
  readonly depth: number;
  readonly members: number;
}

/** Finished types; undefined while in progress: to meet that again is a cycle. */
type Extents = Map<SimpleType, Extent | undefined>;

export function* checkVarieties({ pending, report }: Linker): Steps<void> {
  const extents: Extents = new Map();
  yield* each(pending, ({ draft }) => {
    if (draft.kind === 'simple') checkVariety(report, draft, extents);
  });
}

/** Part 2 §4.1.2.2: items of a list are atomic or unions. */
function checkVariety(report: Report, type: SimpleType, extents: Extents): void {
  if (type.item?.variety === 'list') report.add('CONTRACT_INVALID', `${called(type)} is a list of lists`, type.place);
  extentOf(report, type, extents, 0);
}

/** `above`: depth of the recursion, which is bounded. */
function extentOf(report: Report, type: SimpleType, extents: Extents, above: number): Extent | undefined {
  if (extents.has(type)) return extents.get(type);
  let depth = 0;
  let members = 0;
  extents.set(type, undefined);
  for (const part of partsOf(type)) {
    if (above === DERIVATION_DEPTH) throw derivationTooDeep(type, type.place);
    const inside = extentOf(report, part, extents, above + 1);
    if (inside === undefined) reportCircle(report, type);
    depth = Math.max(depth, 1 + (inside?.depth ?? 0));
    members += inside?.members ?? 0;
  }
  if (depth > DERIVATION_DEPTH) throw derivationTooDeep(type, type.place);
  if (members > contractLimits.members) throw tooManyMembers(type);
  const extent = { depth, members: Math.max(1, members) };
  extents.set(type, extent);
  return extent;
}

function tooManyMembers(type: SimpleType): SoapstoneError {
  const message = `${called(type)} has more than ${contractLimits.members} member types, with those of unions inside of it`;
  return contractLimit(message, type.place, 'name each type once');
}

/** Inherited items and members are checked at the base. */
function partsOf({ base, item, members }: SimpleType): SimpleType[] {
  const itemTypes = item === undefined || item === base?.item ? [] : [item];
  return [
    ...(base ? [base] : []),
    ...itemTypes,
    ...(members === undefined || members === base?.members ? [] : members),
  ];
}

/** Part 2 §2.5.1.3: a union does not contain itself. Cycles of derivation have been reported before. */
function reportCircle(report: Report, type: SimpleType): void {
  if (type.variety !== 'union') return;
  report.add('CONTRACT_INVALID', `${called(type)} is a union that contains itself`, type.place);
}

function called(type: SimpleType): string {
  return type.name ? `"${clark(type.name)}"` : 'this type';
}
