// Sets of characters as predicates over code points. Each is asked once per character class, not once per character of a text.

export type CharSet = (point: number) => boolean;

export function single(point: number): CharSet {
  return (p) => p === point;
}

export function range(from: number, to: number): CharSet {
  return (p) => p >= from && p <= to;
}

export function ranges(list: readonly (readonly [number, number])[]): CharSet {
  return (p) => list.some(([from, to]) => p >= from && p <= to);
}

export function union(sets: readonly CharSet[]): CharSet {
  return sets.length === 1 ? sets[0] : (p) => sets.some((set) => set(p));
}

export function not(set: CharSet): CharSet {
  return (p) => !set(p);
}

export function minus(set: CharSet, without: CharSet): CharSet {
  return (p) => set(p) && !without(p);
}
