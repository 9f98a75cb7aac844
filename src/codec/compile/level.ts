// One level of a content model: its positions, their names, and which may follow which.

import { clark } from '../../xml/reader/names.ts';
import { Arrangement } from '../model/arrangement.ts';
import { Automaton } from '../model/automaton.ts';
import type { Level, Position } from '../model/content.ts';
import { KeyTable } from '../model/key-table.ts';
import type { Member } from '../model/members.ts';
import type { Candidate, LevelTable, NullableMember, NullList, PositionTable, Tables } from '../model/tables.ts';
import { levelMembers, nameKey } from '../presentation/list-members.ts';
import type { TypePresenter } from '../presentation/type-presenter.ts';
import { CompiledPosition } from './position.ts';

export class CompiledLevel implements LevelTable {
  readonly level: Level;
  readonly members: readonly Member[];
  readonly memberByKey: ReadonlyMap<string, number>;
  readonly keys: KeyTable;
  readonly flat: boolean;
  readonly scattered: boolean;
  readonly positions: readonly PositionTable[];
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly wildcards: readonly PositionTable[];
  readonly wildGroups: readonly PositionTable[];
  readonly automaton: Automaton;
  readonly unordered: boolean;
  readonly nulls: NullList | undefined;
  readonly tracked: boolean;
  readonly elastic: boolean;
  readonly predict: Int32Array;
  private readonly shares: boolean;
  private lazyArrangement: Arrangement | undefined;
  private lazyBegins: ReadonlySet<string> | undefined;

  /** `bare`: JSON shows its list without a name. `repeats`: it is the level of a repeated group. */
  constructor(level: Level, tables: Tables, presenter: TypePresenter | undefined, bare = false, repeats = false) {
    this.level = level;
    this.members = levelMembers(level, tables.dialect, presenter);
    const keys = shownKeys(this.members);
    this.memberByKey = new Map(keys.flatMap((key, i) => (key === undefined ? [] : [[key, i]])));
    this.keys = new KeyTable(keys);
    this.shares = this.members.length < level.positions.length;
    this.flat = !this.shares && isFlat(level);
    this.scattered = this.members.some(isScattered);
    const memberIndex = indexMembers(level);
    const apart = this.scattered ? membersApart(memberIndex) : NO_MEMBERS;
    const several = this.shares ? membersTwice(memberIndex) : NO_MEMBERS;
    this.automaton = new Automaton(level);
    this.positions = level.positions.map((p) => {
      const index = memberIndex[p.index];
      const groupLevel =
        p.level === undefined ? undefined : new CompiledLevel(p.level, tables, presenter?.names, false, true);
      const member = this.members[index];
      const isApart = apart.has(index) && isScattered(member);
      const elastic = repeats && !isApart && this.isElastic(p);
      const traits = { shared: several.has(index), apart: isApart, elastic };
      return new CompiledPosition(p, index, member, groupLevel, tables, bare, traits);
    });
    this.byName = namesOf(this.positions);
    this.wildcards = this.positions.filter((p) => p.wildcard !== undefined);
    this.wildGroups = this.positions.filter(
      (p) => p.groupLevel !== undefined && p.groupLevel.wildcards.length + p.groupLevel.wildGroups.length > 0,
    );
    this.elastic = this.positions.some((p) => p.elastic);
    this.unordered = level.root.kind === 'all';
    this.nulls = nullListOf(this.members, this.positions, tables);
    if (this.nulls !== undefined) this.nulls.position.nulls = this.nulls;
    this.tracked = this.unordered || this.scattered || this.nulls !== undefined;
    this.predict = new Int32Array(level.positions.length + 1).fill(-1);
  }

  /** Two repetitions may meet inside of its items, and the first of them may not have all that it can take. */
  private isElastic({ index, min, max }: Position): boolean {
    const { automaton } = this;
    return min > 1 && max > min && Number.isFinite(max) && automaton.isFirst(index) && automaton.isLast(index);
  }

  get begins(): ReadonlySet<string> {
    if (this.lazyBegins === undefined) {
      const names = [...this.byName].filter(([name, candidates]) => this.mayBegin(name, candidates));
      this.lazyBegins = new Set(names.map(([name]) => name));
    }
    return this.lazyBegins;
  }

  private mayBegin(name: string, candidates: readonly Candidate[]): boolean {
    return candidates.some(
      ({ position: { index, groupLevel } }) =>
        this.automaton.isFirst(index) && (groupLevel === undefined || groupLevel.begins.has(name)),
    );
  }

  get arrangement(): Arrangement | undefined {
    if (this.shares) this.lazyArrangement ??= new Arrangement(this.level, indexMembers(this.level));
    return this.lazyArrangement;
  }
}

function isFlat({ root }: Level): boolean {
  return root.kind === 'sequence' && !root.optional && root.nodes.every((n) => n.kind === 'position');
}

function isScattered(m: Member): boolean {
  return m.kind === 'element' && m.scattered === true;
}

const NO_MEMBERS: ReadonlySet<number> = new Set();

/** Members with several positions. `members`: by position. */
function membersTwice(members: readonly number[]): ReadonlySet<number> {
  const all = new Set<number>();
  return new Set(members.filter((member) => all.size === all.add(member).size));
}

/** Members with positions of other members between their own. `members`: by position. */
function membersApart(members: readonly number[]): ReadonlySet<number> {
  const ended = new Set<number>();
  const apart = new Set<number>();
  members.forEach((member, i) => {
    if (i > 0 && members[i - 1] !== member) ended.add(members[i - 1]);
    if (ended.has(member)) apart.add(member);
  });
  return apart;
}

/** JSON names; undefined for hidden members. */
export function shownKeys(members: readonly Member[]): (string | undefined)[] {
  return members.map((m) => (m.kind === 'element' && m.hidden ? undefined : m.key));
}

/** Positions of one name share a member. */
function indexMembers(level: Level): number[] {
  const byName = new Map<string, number>();
  return level.positions.map((p) => {
    const key = nameKey(p);
    const member = byName.get(key) ?? byName.size;
    byName.set(key, member);
    return member;
  });
}

function namesOf(positions: readonly PositionTable[]): Map<string, Candidate[]> {
  const map = new Map<string, Candidate[]>();
  const add = (key: string, c: Candidate): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [c]);
    else if (list.at(-1)!.position !== c.position) list.push(c);
  };
  for (const position of positions) {
    if (position.groupLevel !== undefined)
      for (const key of position.groupLevel.byName.keys()) add(key, { position, substitute: undefined });
    const { element } = position;
    if (element === undefined) continue;
    if (element.substitutes === undefined) add(element.key, { position, substitute: undefined });
    else for (const [key, substitute] of element.substitutes) add(key, { position, substitute });
  }
  return map;
}

/** The members that the list of null members may name (`nulls` of a mapping). */
function nullListOf(
  members: readonly Member[],
  positions: readonly PositionTable[],
  tables: Tables,
): NullList | undefined {
  const position = positions.find((p) => nullsOf(members[p.member]) !== undefined);
  if (position === undefined) return undefined;
  const item = nullsOf(members[position.member])!;
  const inner = tables.members(position.element!.decl.type);
  const { key } = inner.find((m) => m.kind === 'element' && clark(m.element.name) === clark(item.name))!;
  const standing = Map.groupBy(positions, (p) => p.member);
  const all = members.flatMap((m, i): NullableMember[] => {
    if (m.kind !== 'element' || m.nullable !== true || m.hidden) return [];
    return [{ name: m.element.name.local, member: i, positions: standing.get(i)! }];
  });
  const omitted = members.flatMap((m) =>
    m.kind === 'element' && m.hidden && m.nulls === undefined ? [m.element.name.local] : [],
  );
  const byName = new Map(all.toReversed().map((m) => [m.name, m]));
  const byKey = new Map([...byName.values()].map((m) => [members[m.member].key, m]));
  return { position, item: tables.element(item), key, omitted: new Set(omitted), byName, byKey, owner: undefined };
}

function nullsOf(m: Member) {
  return m.kind === 'element' ? m.nulls : undefined;
}
