// Looks for what an unexpected child, or an early end, means: unknown, in another namespace, or after missing elements. Off the hot path.
import type { Wildcard } from '../../contract/model/model.ts';
import { parseClark } from '../../xml/reader/names.ts';
import type { ResolvedName } from '../../xml/reader/namespace-context.ts';
import { admits } from './content.ts';
import { type Cursor, reachable } from './cursor.ts';
import type { Candidate, LevelTable, PositionTable } from './tables.ts';

/** What a level declares, by local name. Made when the first child of a level fits nowhere. */
interface LocalNames {
  /** Those of elements inside of repeated groups too. */
  readonly all: ReadonlySet<string>;
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** The first name in Clark notation that has it. */
  readonly keys: ReadonlyMap<string, string>;
  readonly wildcards: readonly Wildcard[];
}

const namesByLevel = new WeakMap<LevelTable, LocalNames>();

function localNames(level: LevelTable): LocalNames {
  let names = namesByLevel.get(level);
  if (names === undefined) namesByLevel.set(level, (names = namesOf(level)));
  return names;
}

function namesOf({ positions, byName }: LevelTable): LocalNames {
  const groups = positions.flatMap(({ groupLevel }) => (groupLevel === undefined ? [] : [localNames(groupLevel)]));
  const candidates = new Map<string, Candidate[]>();
  const keys = new Map<string, string>();
  for (const [key, those] of byName) {
    const { local } = parseClark(key);
    candidates.set(local, [...(candidates.get(local) ?? []), ...those]);
    if (!keys.has(local)) keys.set(local, key);
  }
  return {
    all: new Set([...candidates.keys(), ...groups.flatMap(({ all }) => [...all])]),
    candidates,
    keys,
    wildcards: [
      ...positions.flatMap(({ wildcard }) => wildcard ?? []),
      ...groups.flatMap(({ wildcards }) => wildcards),
    ],
  };
}

/** No element of the level, and none that stands inside of its groups, has this local name; no wildcard takes it. */
export function isUndeclared(level: LevelTable, { local, ns }: ResolvedName): boolean {
  const { all, wildcards } = localNames(level);
  return !all.has(local) && !wildcards.some((wildcard) => admits(wildcard, ns));
}

/** The next position that takes this local name in another namespace. */
export function acceptLocal(c: Cursor, { local, key }: ResolvedName): Candidate | undefined {
  const level = c.level!;
  if (level.byName.has(key)) return undefined;
  return localNames(level)
    .candidates.get(local)
    ?.find(({ position }) => reachable(c, level, position));
}

/** The name in Clark notation that the level declares for this local name, in whatever namespace; `key` itself where it has none or that very one. */
export function declaredKey(level: LevelTable, { local, key }: ResolvedName): string {
  return level.byName.has(key) ? key : (localNames(level).keys.get(local) ?? key);
}

interface Missing {
  readonly position: PositionTable;
  /** Every way through the content model has it: it is no branch of a choice. */
  readonly certain: boolean;
}

export interface Gap {
  /** Required positions without an element, in order. */
  readonly missing: readonly Missing[];
  /** Absent at the end of the content. */
  readonly candidate: Candidate | undefined;
}

/** Required elements that are missing before a child with this name. */
export function gapBefore(c: Cursor, key: string): Gap | undefined {
  const level = c.level!;
  if (level.unordered) return undefined;
  for (const candidate of level.byName.get(key) ?? []) {
    const missing = wayTo(level, c.pos, candidate.position.index);
    if (missing !== undefined) return { missing, candidate };
  }
  return undefined;
}

/** Required elements that are missing at the end of the content. */
export function gapAtEnd(c: Cursor): Gap | undefined {
  const level = c.level!;
  if (level.unordered) {
    const absent = level.positions.filter((p) => p.min > 0 && !c.usedPositions[p.index]);
    return { missing: absent.map((position) => ({ position, certain: true })), candidate: undefined };
  }
  const missing = wayTo(level, c.pos, END);
  return missing && { missing, candidate: undefined };
}

/** In place of a position: the end of the content. */
const END = -1;
/** Pairs of positions that one search looks at. */
const MOST_PAIRS = 50_000;
/** Ways of one level that are remembered. */
const MOST_WAYS = 1000;

const waysByLevel = new WeakMap<LevelTable, Map<string, readonly Missing[] | undefined>>();

/** Positions between `from` and `to` that every document has, or one branch of a choice; undefined: no way, or too long a search. */
function wayTo(level: LevelTable, from: number, to: number): readonly Missing[] | undefined {
  let ways = waysByLevel.get(level);
  if (ways === undefined) waysByLevel.set(level, (ways = new Map()));
  const key = `${from} ${to}`;
  if (ways.has(key)) return ways.get(key);
  if (ways.size >= MOST_WAYS) ways.clear();
  const budget = { pairs: MOST_PAIRS };
  const way = shortestWay(level, from, to, budget);
  const missing = way?.map((index) => ({
    position: level.positions[index],
    certain: budget.pairs > 0 && shortestWay(level, from, to, budget, index) === undefined && budget.pairs > 0,
  }));
  ways.set(key, missing);
  return missing;
}

/** Through later positions, without `excluded`. Breadth first. */
function shortestWay(
  level: LevelTable,
  from: number,
  to: number,
  budget: { pairs: number },
  excluded = -1,
): number[] | undefined {
  const cameFrom = new Map<number, number>([[from, from]]);
  for (const at of cameFrom.keys()) {
    if (arrives(level, at, to)) return wayBack(cameFrom, at, from);
    for (let next = at + 1; next < level.positions.length; next++) {
      if (budget.pairs-- <= 0) return undefined;
      if (next !== excluded && !cameFrom.has(next) && follows(level, at, next)) cameFrom.set(next, at);
    }
  }
  return undefined;
}

function arrives(level: LevelTable, at: number, to: number): boolean {
  return to === END ? at >= 0 && level.automaton.isLast(at) : follows(level, at, to);
}

function follows({ automaton }: LevelTable, from: number, to: number): boolean {
  return from < 0 ? automaton.isFirst(to) : from !== to && automaton.mayFollow(from, to);
}

function wayBack(cameFrom: ReadonlyMap<number, number>, end: number, start: number): number[] {
  const way: number[] = [];
  for (let at = end; at !== start; at = cameFrom.get(at)!) way.unshift(at);
  return way;
}
