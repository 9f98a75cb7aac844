// Looks for what an unexpected child, or an early end, means: unknown, in another namespace, or after missing elements. Off the hot path.
import type { ResolvedName } from '../../xml/reader/namespace-context.ts';
import { admits } from './content.ts';
import { type Cursor, reachable } from './cursor.ts';
import type { Candidate, LevelTable, PositionTable } from './tables.ts';

/** No element of the level, and none that stands inside of its groups, has this local name; no wildcard takes it. */
export function isUndeclared({ positions, byName }: LevelTable, name: ResolvedName): boolean {
  return (
    !byName.has(name.key) &&
    positions.every(({ element, wildcard, groupLevel }) => {
      if (wildcard !== undefined) return !admits(wildcard, name.ns);
      return groupLevel === undefined ? element?.decl.name.local !== name.local : isUndeclared(groupLevel, name);
    })
  );
}

/** The next position whose element, or first element of its group, has this local name in another namespace. */
export function acceptLocal(c: Cursor, name: ResolvedName): Candidate | undefined {
  const level = c.level!;
  const position = level.positions.find((p) => holdsLocal(p, name) && reachable(c, level, p));
  return position && { position, substitute: undefined };
}

function holdsLocal({ element, groupLevel }: PositionTable, { local, ns }: ResolvedName): boolean {
  if (groupLevel !== undefined)
    return groupLevel.positions.some(
      (p) => groupLevel.automaton.isFirst(p.index) && holdsLocal(p, { local, ns } as ResolvedName),
    );
  return element?.decl.name.local === local && element.decl.name.ns !== ns;
}

/** Steps that the search for missing elements takes at most. */
const LONGEST = 512;

export interface Gap {
  /** Required positions without an element, in order. */
  readonly missing: readonly PositionTable[];
  /** Absent at the end of the content. */
  readonly candidate: Candidate | undefined;
}

/** Required elements that are missing before a child with this name. */
export function gapBefore(c: Cursor, key: string): Gap | undefined {
  const level = c.level!;
  if (level.unordered) return undefined;
  for (const candidate of level.byName.get(key) ?? []) {
    const { index } = candidate.position;
    const missing = pathTo(c, (from) => follows(level, from, index));
    if (missing !== undefined) return { missing, candidate };
  }
  return undefined;
}

/** Required elements that are missing at the end of the content. */
export function gapAtEnd(c: Cursor): Gap | undefined {
  const level = c.level!;
  if (level.unordered) {
    const missing = level.positions.filter((p) => p.min > 0 && !c.usedPositions[p.index]);
    return { missing, candidate: undefined };
  }
  const missing = pathTo(c, (from) => from >= 0 && level.automaton.isLast(from));
  return missing && { missing, candidate: undefined };
}

function follows({ automaton }: LevelTable, from: number, to: number): boolean {
  return from < 0 ? automaton.isFirst(to) : from !== to && automaton.mayFollow(from, to);
}

/** The shortest way from the cursor to a position that `arrives`, through later positions. Breadth first. */
function pathTo(c: Cursor, arrives: (from: number) => boolean): readonly PositionTable[] | undefined {
  const level = c.level!;
  const cameFrom = new Map<number, number>([[c.pos, c.pos]]);
  let steps = LONGEST;
  for (const at of cameFrom.keys()) {
    if (arrives(at)) return wayBack(cameFrom, at, c.pos).map((index) => level.positions[index]);
    for (let next = at + 1; next < level.positions.length; next++) {
      if (cameFrom.has(next) || !follows(level, at, next)) continue;
      if (steps-- === 0) return undefined;
      cameFrom.set(next, at);
    }
  }
  return undefined;
}

function wayBack(cameFrom: ReadonlyMap<number, number>, end: number, start: number): number[] {
  const way: number[] = [];
  for (let at = end; at !== start; at = cameFrom.get(at)!) way.unshift(at);
  return way;
}
