// Sets of characters as predicates over code points. Each is tested once per character class, not once per character.

export type Range = readonly [from: number, to: number];

export interface CharSet {
  (point: number): boolean;
  /** The set as ascending, disjoint ranges, if it has no other members. */
  readonly ranges?: readonly Range[];
}

export function single(point: number): CharSet {
  return range(point, point);
}

export function range(from: number, to: number): CharSet {
  return Object.assign((p: number) => p >= from && p <= to, { ranges: [[from, to] as const] });
}

export function ranges(list: readonly Range[]): CharSet {
  const merged = merge(list);
  return Object.assign((p: number) => within(merged, p), { ranges: merged });
}

/** Merges ranges to one list for binary search; other sets are tested in turn. */
export function union(sets: readonly CharSet[]): CharSet {
  if (sets.length === 1) return sets[0];
  const listed = ranges(sets.flatMap((set) => set.ranges ?? []));
  const predicates = [...new Set(sets.filter((set) => set.ranges === undefined))];
  if (predicates.length === 0) return listed;
  return (p) => listed(p) || predicates.some((set) => set(p));
}

export function not(set: CharSet): CharSet {
  return (p) => !set(p);
}

export function minus(set: CharSet, without: CharSet): CharSet {
  return (p) => set(p) && !without(p);
}

function merge(list: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of list.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function within(list: readonly Range[], point: number): boolean {
  let low = 0;
  for (let high = list.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (list[middle][1] < point) low = middle + 1;
    else high = middle;
  }
  return low < list.length && list[low][0] <= point;
}
