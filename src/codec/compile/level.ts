// One level of a content model: its positions, their names, and which may follow which.

import { clark } from '../../xml/reader/names.ts';
import { Automaton } from '../model/automaton.ts';
import type { Level } from '../model/content.ts';
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
  readonly positions: readonly PositionTable[];
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly wildcards: readonly PositionTable[];
  readonly wildGroups: readonly PositionTable[];
  readonly automaton: Automaton;
  readonly unordered: boolean;
  readonly nulls: NullList | undefined;
  readonly tracked: boolean;
  readonly predict: Int32Array;

  /** `bare`: JSON shows its list without a name. */
  constructor(level: Level, tables: Tables, presenter: TypePresenter | undefined, bare = false) {
    this.level = level;
    this.members = levelMembers(level, tables.dialect, presenter);
    const keys = shownKeys(this.members);
    this.memberByKey = new Map(keys.flatMap((key, i) => (key === undefined ? [] : [[key, i]])));
    this.keys = new KeyTable(keys);
    this.flat =
      level.root.kind === 'sequence' && !level.root.optional && level.root.nodes.every((n) => n.kind === 'position');
    const memberIndex = indexMembers(level);
    this.positions = level.positions.map((p) => {
      const index = memberIndex[p.index];
      const groupLevel = p.level === undefined ? undefined : new CompiledLevel(p.level, tables, presenter?.names);
      return new CompiledPosition(p, index, this.members[index], groupLevel, tables, bare);
    });
    this.byName = namesOf(this.positions);
    this.wildcards = this.positions.filter((p) => p.wildcard !== undefined);
    this.wildGroups = this.positions.filter(
      (p) => p.groupLevel !== undefined && p.groupLevel.wildcards.length + p.groupLevel.wildGroups.length > 0,
    );
    this.automaton = new Automaton(level);
    this.unordered = level.root.kind === 'all';
    this.nulls = nullListOf(this.members, this.positions, tables);
    if (this.nulls !== undefined) this.nulls.position.nulls = this.nulls;
    this.tracked = this.unordered || this.nulls !== undefined;
    this.predict = new Int32Array(level.positions.length + 1).fill(-1);
  }
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
  return { position, item: tables.element(item), key, omitted: new Set(omitted), byName, byKey };
}

function nullsOf(m: Member) {
  return m.kind === 'element' ? m.nulls : undefined;
}
