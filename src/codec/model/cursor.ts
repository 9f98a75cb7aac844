// A position in a content model. Frames of the decoder are cursors; the encoder uses plain ones for ordered content.
import { admits } from './content.ts';
import type { Candidate, LevelTable, PositionTable } from './tables.ts';

export interface Cursor {
  level: LevelTable | undefined;
  /** Last position taken, -1 at the start; `count` children there so far. */
  pos: number;
  count: number;
  /** `all` groups: positions taken. */
  readonly usedPositions: boolean[];
}

/** The position that a child with this name may take next; undefined: none. */
export function accept(c: Cursor, key: string, ns: string): Candidate | undefined {
  const level = c.level!;
  const candidates = level.byName.get(key);
  if (candidates !== undefined)
    for (const candidate of candidates) if (reachable(c, level, candidate.position)) return candidate;
  for (const position of level.wildcards) {
    if (admits(position.wildcard!, ns) && reachable(c, level, position)) return { position, substitute: undefined };
  }
  for (const position of level.wildGroups) {
    if (holdsWildcard(position.groupLevel!, ns) && reachable(c, level, position))
      return { position, substitute: undefined };
  }
  return undefined;
}

function reachable(c: Cursor, level: LevelTable, p: PositionTable): boolean {
  if (level.unordered && c.usedPositions[p.index]) return false;
  if (p.index === c.pos) return c.count < p.max;
  if (c.pos < 0) return level.automaton.isFirst(p.index);
  return c.count >= level.positions[c.pos].min && level.automaton.mayFollow(c.pos, p.index);
}

export function advance(c: Cursor, p: PositionTable): void {
  c.count = c.pos === p.index ? c.count + 1 : 1;
  c.pos = p.index;
  if (c.level!.unordered) c.usedPositions[p.index] = true;
}

export function canEnd(c: Cursor): boolean {
  const level = c.level!;
  if (c.pos < 0) return level.automaton.nullable;
  if (level.unordered) return missingOfAll(c) === undefined;
  return level.automaton.isLast(c.pos) && c.count >= level.positions[c.pos].min;
}

function missingOfAll(c: Cursor): PositionTable | undefined {
  const { unordered, positions } = c.level!;
  return c.pos < 0 || !unordered ? undefined : positions.find((p) => p.min > 0 && !c.usedPositions[p.index]);
}

/** Name of a position in messages: JSON members and XML elements may have different names. */
type NameAt = (p: PositionTable) => string;

export const jsonName: NameAt = (p) => p.key;

export const xmlName: NameAt = ({ element, groupLevel: inner }) => {
  if (element !== undefined) return element.decl.name.local;
  return inner === undefined ? 'any element' : inner.positions.map(xmlName).join(' or ');
};

/** Why the content may not end here: missing or too few elements. */
export function endProblem(c: Cursor, nameAt: NameAt): { code: 'CODEC_COUNT' | 'CODEC_MISSING'; message: string } {
  const level = c.level!;
  const p = c.pos < 0 ? undefined : level.positions[c.pos];
  if (p !== undefined && c.count < p.min) {
    return { code: 'CODEC_COUNT', message: `"${nameAt(p)}" stands ${c.count} times, ${p.min} are required` };
  }
  const open = level.positions.filter((q) => reachable(c, level, q));
  const missing = missingOfAll(c) ?? open.find((q) => q.min > 0) ?? open[0];
  return {
    code: 'CODEC_MISSING',
    message: `element "${missing === undefined ? '?' : nameAt(missing)}" is missing`,
  };
}

/** Why a child is refused. `label`: its name in the document. */
export function childProblem(
  c: Cursor,
  key: string,
  label: string,
  nameAt: NameAt,
): { code: 'CODEC_ORDER' | 'CODEC_UNKNOWN'; message: string } {
  const level = c.level!;
  const expected = level.positions.filter((p) => reachable(c, level, p)).map(nameAt);
  const hint = expected.length === 0 ? 'no further element is expected' : `expected ${expected.join(', ')}`;
  if (level.byName.has(key))
    return { code: 'CODEC_ORDER', message: `element "${label}" stands at the wrong place; ${hint}` };
  return { code: 'CODEC_UNKNOWN', message: `element ${key} is not part of the type; ${hint}` };
}

function holdsWildcard(level: LevelTable, ns: string): boolean {
  return (
    level.wildcards.some((p) => admits(p.wildcard!, ns)) ||
    level.wildGroups.some((p) => holdsWildcard(p.groupLevel!, ns))
  );
}
