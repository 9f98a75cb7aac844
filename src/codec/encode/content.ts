// Members in schema order: sequences, choices, members that a shape lists.

import { SoapstoneError } from '../../errors/errors.ts';
import { stringValue } from '../../json/text.ts';
import { ESCAPED, NULL, OBJECT, STRIDE, STRING } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { appendTextFromJson } from '../../xml/escape.ts';
import { clark } from '../../xml/reader/names.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import { GT, isEmptiable, names, positionsOf, type Slots } from '../fast-path/tape-reader.ts';
import type { Arrangement } from '../model/arrangement.ts';
import type { Node } from '../model/content.ts';
import { type Action, provides } from '../model/shaped.ts';
import { HOLDER, type LevelTable, NULLS, type PositionTable } from '../model/tables.ts';
import { RepeatedEncoder } from './repeated.ts';

const NO_VALUE = 'null says that it has no value';

export abstract class ContentEncoder extends RepeatedEncoder {
  protected content(level: LevelTable, base: number, object: number): void {
    if (level.flat && this.override === undefined && this.tolerance?.values !== true) {
      const { positions } = level;
      for (let i = 0; i < positions.length; i++)
        this.plain(positions[i], this.nodes[base + positions[i].member], object);
    } else if (level.arrangement === undefined) this.node(level.level.root, level, base, object);
    else this.arranged(level, level.arrangement, base, object);
  }

  protected node(n: Node, level: LevelTable, base: number, object: number): void {
    if (n.kind === 'position') {
      const p = level.positions[n.position.index];
      return this.single(p, this.nodes[base + p.member], object);
    }
    if (n.kind === 'choice') return this.choice(n, level, base, object);
    if (n.optional && !this.present(n, level, base)) return;
    for (const child of n.nodes) this.node(child, level, base, object);
  }

  /** A member with one position. */
  protected single(p: PositionTable, node: number, object: number): void {
    if (this.tolerance?.values) this.tolerated(p, node, object);
    else this.position(p, node, object);
  }

  /** Leaves out an optional member with an invalid value. */
  private tolerated(p: PositionTable, node: number, object: number): void {
    const { tape, top, override } = this;
    const { length } = this.out;
    try {
      this.position(p, node, object);
    } catch (e) {
      const wrong = e instanceof SoapstoneError && e.code.startsWith('CODEC_') && e.code !== 'CODEC_UNKNOWN';
      if (!wrong || node < 0 || p.min > 0) throw e;
      this.out.length = length;
      this.dropClashes(length);
      this.tape = tape;
      this.top = top;
      this.override = override;
      this.tolerance!.leaveOut(e);
    }
  }

  protected choice(
    n: Node & { kind: 'choice' | 'sequence' | 'all' },
    level: LevelTable,
    base: number,
    object: number,
  ): void {
    const branch = this.branchOf(n, level, base, object);
    if (branch !== undefined) this.node(branch, level, base, object);
  }

  /** The branch whose members are present; undefined: none is, and none needs to be. */
  protected branchOf(
    n: Node & { kind: 'choice' | 'sequence' | 'all' },
    level: LevelTable,
    base: number,
    object: number,
  ): Node | undefined {
    const branches = n.nodes.filter((c) => this.present(c, level, base));
    if (branches.length === 0) {
      if (n.optional || n.nodes.some((c) => isEmptiable(c)) || this.leftOut(n, level)) return undefined;
      this.fail('CODEC_CHOICE', `one of ${names(n, level).join(', ')} is required`, object);
    }
    const best = branches.length === 1 ? branches[0] : branches.find((c) => this.covers(c, branches, level, base));
    if (best !== undefined) return best;
    const conflicting = branches.slice(0, 2).map((c) => this.firstPresent(c, level, base));
    this.fail(
      'CODEC_CHOICE',
      `only one of ${conflicting.map((p) => `"${p.key}"`).join(' and ')} may stand here`,
      Math.max(this.nodes[base + conflicting[1].member], object),
    );
  }

  /** Does branch `c` have every member that is present in any branch? */
  protected covers(c: Node, branches: readonly Node[], level: LevelTable, base: number): boolean {
    const members = new Set(positionsOf(c, level).map((p) => p.member));
    return branches.every((t) => positionsOf(t, level).every((p) => !this.stands(p, base) || members.has(p.member)));
  }

  protected present(n: Node, level: LevelTable, base: number): boolean {
    if (n.kind !== 'position') return n.nodes.some((c) => this.present(c, level, base));
    return this.stands(level.positions[n.position.index], base);
  }

  /** Has the position a value to write? */
  protected stands(p: PositionTable, base: number): boolean {
    if (this.nodes[base + p.member] >= 0) return true;
    const action = this.listed(p);
    return action !== undefined && provides(action, this.override!.slots);
  }

  /** The shape's action at the position. */
  protected listed(p: PositionTable): Action | undefined {
    return this.shapes(p) ? this.override!.shaped.positions[p.index] : undefined;
  }

  /** Does the position belong to the level that the shape lists? */
  protected shapes(p: PositionTable): boolean {
    return this.override !== undefined && this.override.shaped.table.level!.positions[p.index] === p;
  }

  /** True: a shape without `rest` lists none of these, so they are left out even if required. */
  protected leftOut(n: Node, level: LevelTable): boolean {
    const all = positionsOf(n, level);
    return all.every((p) => this.shapes(p) && !this.override!.rest && this.listed(p) === undefined);
  }

  protected firstPresent(n: Node, level: LevelTable, base: number): PositionTable {
    return positionsOf(n, level).find((p) => this.stands(p, base))!;
  }

  protected position(p: PositionTable, node: number, object: number): void {
    if (p.hidden === NULLS) return this.nullNames(p, node);
    if (p.hidden === HOLDER) return this.holder(p, node, object);
    if (this.shapes(p)) {
      const action = this.listed(p);
      if (action !== undefined) return this.actListed(action, p, node);
      if (!this.override!.rest) return;
    }
    if (node < 0) {
      if (p.min > 0) this.missing(p, object);
      return;
    }
    if (p.element !== undefined) {
      if (p.items !== undefined) this.entries(p, p.items, node);
      else if (p.list) this.list(p.element, node, p.min, p.max);
      else this.element(p.element, node);
    } else if (p.groupLevel !== undefined) this.groups(p, p.groupLevel, node);
    else {
      if (this.shapes(p)) this.refuseListed(node);
      this.anyList(p, node);
    }
  }

  /** Refuses a wildcard element that repeats a listed one: the service would read both by name. */
  protected refuseListed(node: number): void {
    const tape = this.tape!;
    const { table, positions } = this.override!.shaped;
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      const name = kindAt(tape, item) === OBJECT ? this.nameMember(item) : undefined;
      const position = name && table.level!.positions.find((p) => p.element?.key === clark(name));
      if (position !== undefined && positions[position.index] !== undefined)
        this.fail('BAD_BODY', 'the request says this element elsewhere', item);
    }
  }

  /** Writes the list of null members: those in the object at `node`, and those that a shape lists. */
  protected nullNames(p: PositionTable, node: number): void {
    const override = this.shapes(p) ? this.override : undefined;
    const nulls = p.nulls!;
    const names: (string | number)[] = [...(override?.nulls ?? [])];
    const tape = this.tape;
    if (node >= 0 && tape !== undefined && override?.rest !== false)
      for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
        if (kindAt(tape, k + 1) !== NULL) continue;
        const key = stringValue(tape, k);
        const nullMember = nulls.byKey.get(key);
        if (nullMember !== undefined) names.push(nullMember.name);
        else if (this.isCleared(nulls.owner, key, k + 1)) names.push(k);
      }
    if (names.length === 0) return;
    this.open(p.element!);
    this.out.push(GT);
    this.use(nulls.item.ns);
    for (const name of names) {
      this.out.append(nulls.item.openWhole);
      if (typeof name === 'string') this.out.appendText(name);
      else this.escaped(name, appendTextFromJson);
      this.out.append(nulls.item.close);
    }
    this.out.append(p.element!.close);
  }

  /** Writes the element around a list whose items are members of the object at `node`; -1: none. */
  protected holder(p: PositionTable, node: number, object: number): void {
    if ((node < 0 && p.min === 0) || (this.shapes(p) && !this.override!.rest)) return;
    const element = p.element!;
    const [list] = element.type.level!.positions;
    if (node < 0 && list.min > 0) this.missing(p, object);
    this.open(element);
    this.out.push(GT);
    const { override } = this;
    this.override = undefined;
    if (node >= 0) this.entries(list, list.items!, node);
    this.override = override;
    this.out.append(element.close);
  }

  protected actListed(action: Action, p: PositionTable, node: number): void {
    const { override } = this;
    if (node >= 0) this.repeated(action, override!.slots, p.list ? undefined : p.element?.type.simple, node);
    this.override = undefined;
    this.actAt(action, p, override!.slots);
    this.override = override;
  }

  /**
   * The `rest` object repeats a member that the shape lists. Names are unique: it may have the same value, if the shape
   * allows that, and no other. It is never left out as invalid: the request would change its meaning.
   */
  protected repeated(action: Action, slots: Slots, simple: ValueCodec | undefined, node: number): void {
    const repeat = action.kind === 'hole' ? action.repeat : undefined;
    if (action.kind !== 'hole' || repeat === undefined)
      this.fail('CODEC_UNKNOWN', 'the member has another place in the message', node);
    const value = slots[action.slot];
    if (value === undefined || !this.isSame(value, node, simple)) this.fail('BAD_BODY', repeat, node);
  }

  /** The common case: a position without a shape. */
  protected plain(p: PositionTable, node: number, object: number): void {
    if (node < 0) {
      if (p.min > 0) this.position(p, node, object);
      return;
    }
    const { leaf } = p;
    if (leaf === undefined || p.list) return this.position(p, node, object);
    const tape = this.tape!;
    const nodeKind = tape.entries[node * STRIDE] & ~ESCAPED;
    if (nodeKind === OBJECT || nodeKind === NULL) return this.position(p, node, object);
    const element = p.element!;
    const { out } = this;
    this.use(element.ns);
    out.append(element.openWhole);
    if (leaf.plain && nodeKind === STRING) this.escaped(node, appendTextFromJson);
    else this.scalar(leaf, node, false);
    out.append(element.close);
  }

  protected missing(p: PositionTable, object: number): never {
    const mayBeNull = p.element !== undefined && !p.list && this.mayBeNull(p.element.decl);
    const problem = this.saysNull(p.key, object) ? 'is null, and may not be' : 'is missing';
    this.fail('CODEC_MISSING', `member "${p.key}" ${problem}`, object, '', mayBeNull ? NO_VALUE : undefined);
  }

  /** Lenient encoders read null as absence. */
  private saysNull(key: string, object: number): boolean {
    const tape = this.tape!;
    if (!this.lenient || object < 0 || kindAt(tape, object) !== OBJECT) return false;
    const end = nextNode(tape, object);
    for (let k = object + 1; k < end; k = nextNode(tape, k + 1))
      if (kindAt(tape, k + 1) === NULL && stringValue(tape, k) === key) return true;
    return false;
  }

  protected abstract arranged(level: LevelTable, arrangement: Arrangement, base: number, object: number): void;
  protected abstract actAt(action: Action, p: PositionTable, slots: Slots): void;
}
