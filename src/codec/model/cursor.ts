// A position in a content model. Frames of the decoder are cursors; the encoder uses plain ones for ordered content.
import type { ErrorCode } from '../../errors/errors.ts';
import { clark, type QName } from '../../xml/reader/names.ts';
import { admits } from './content.ts';
import type { Deviation } from './deviation.ts';
import type { Run } from './runs.ts';
import type { Candidate, LevelTable, PositionTable } from './tables.ts';

export interface Cursor {
  level: LevelTable | undefined;
  /** Last position taken, -1 at the start; `count` children there so far. */
  pos: number;
  count: number;
  /** `all` groups: positions taken. */
  readonly usedPositions: boolean[];
  /** The items at `pos` go on from an earlier repetition of the group. */
  run: Run | undefined;
}

/** The position that a child with this name may take next; undefined: none. */
export function accept(c: Cursor, key: string, ns: string): Candidate | undefined {
  const level = c.level!;
  const candidates = level.byName.get(key);
  if (candidates !== undefined)
    for (const candidate of candidates)
      if (reachable(c, level, candidate.position) && mayBegin(candidate.position, key)) return candidate;
  for (const position of level.wildcards) {
    if (admits(position.wildcard!, ns) && reachable(c, level, position)) return { position, substitute: undefined };
  }
  for (const position of level.wildGroups) {
    if (beginsWithWildcard(position.groupLevel!, ns) && reachable(c, level, position))
      return { position, substitute: undefined };
  }
  return undefined;
}

/** May a child at this position come next? */
export function reachable(c: Cursor, level: LevelTable, p: PositionTable): boolean {
  if (level.unordered && c.usedPositions[p.index]) return false;
  if (p.index === c.pos) return c.count < p.max;
  if (c.pos < 0) return level.automaton.isFirst(p.index);
  return hasEnough(c, level) && level.automaton.mayFollow(c.pos, p.index);
}

function hasEnough({ count, pos, run }: Cursor, { positions }: LevelTable): boolean {
  const { min } = positions[pos];
  return count >= min || (run !== undefined && count + run.spare >= min);
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
  return level.automaton.isLast(c.pos) && hasEnough(c, level);
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

/** `safe`: the message without names of the document. */
export interface ContentProblem<Code extends ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly safe: string;
  /** Accepting it would make the document readable. */
  readonly deviation?: Deviation;
}

/** Why the content may not end here: missing or too few elements. */
export function endProblem(c: Cursor, nameAt: NameAt): ContentProblem<'CODEC_COUNT' | 'CODEC_MISSING'> {
  const level = c.level!;
  const p = c.pos < 0 ? undefined : level.positions[c.pos];
  if (p !== undefined && c.count < p.min) {
    const message = `"${nameAt(p)}" stands ${c.count} times, ${p.min} are required`;
    return { code: 'CODEC_COUNT', message, safe: message, deviation: 'missing' };
  }
  const open = level.positions.filter((q) => reachable(c, level, q));
  const missing = missingOfAll(c) ?? open.find((q) => q.min > 0) ?? open[0];
  const message = `element "${missing === undefined ? '?' : nameAt(missing)}" is missing`;
  return { code: 'CODEC_MISSING', message, safe: message, deviation: 'missing' };
}

/** Why a child is refused. `name`: in the document; `key` in the form of the tables. */
export function childProblem(
  c: Cursor,
  { key, ns, local }: { readonly key: string; readonly ns: string; readonly local: string },
  nameAt: NameAt,
): ContentProblem<'CODEC_ORDER' | 'CODEC_UNKNOWN'> {
  const level = c.level!;
  const expected = level.positions.filter((p) => reachable(c, level, p)).map(nameAt);
  const hint = expected.length === 0 ? 'no further element is expected' : `expected ${expected.join(', ')}`;
  if (level.byName.has(key)) {
    const message = `element "${local}" stands at the wrong place${misplacement(c, key, nameAt)}; ${hint}`;
    return { code: 'CODEC_ORDER', message, safe: message };
  }
  const same = level.positions.find(({ element }) => element?.decl.name.local === local);
  if (same === undefined)
    return {
      code: 'CODEC_UNKNOWN',
      message: `element ${key} is not part of the type; ${hint}`,
      safe: `an unknown element; ${hint}`,
      deviation: 'unknown',
    };
  return { code: 'CODEC_UNKNOWN', ...otherNamespace(ns, same.element!.decl.name), deviation: 'namespace' };
}

/** What is wrong with the place of a declared element, as far as what stands before it tells. */
function misplacement({ level, pos, usedPositions }: Cursor, key: string, nameAt: NameAt): string {
  const { byName, positions, unordered } = level!;
  const { index } = byName.get(key)![0].position;
  if (index === pos || (unordered && usedPositions[index])) return ': once too often';
  return index < pos ? `: after "${nameAt(positions[pos])}"` : '';
}

/** The most frequent mistake of services: elements with the right name, and not in the namespace of the contract. */
function otherNamespace(ns: string, declared: QName): { readonly message: string; readonly safe: string } {
  const hint = `the contract has ${declared.ns === '' ? `${declared.local} in no namespace` : clark(declared)}`;
  const safe = `${declared.local} in ${ns === '' ? 'no' : 'another'} namespace; ${hint}`;
  return { message: ns === '' ? safe : `${clark({ ns, local: declared.local })}; ${hint}`, safe };
}

/** A repetition that could not begin with the child would be empty, and followed by others without end. */
function mayBegin({ groupLevel }: PositionTable, key: string): boolean {
  return groupLevel === undefined || groupLevel.begins.has(key);
}

function beginsWithWildcard(level: LevelTable, ns: string): boolean {
  const { automaton } = level;
  return (
    level.wildcards.some((p) => automaton.isFirst(p.index) && admits(p.wildcard!, ns)) ||
    level.wildGroups.some((p) => automaton.isFirst(p.index) && beginsWithWildcard(p.groupLevel!, ns))
  );
}
