// Members in schema order: sequences, choices, repeated groups.

import { SoapstoneError } from '../../errors/errors.ts';
import { suggestKey } from '../../errors/suggest.ts';
import { stringValue } from '../../json/text.ts';
import { ARRAY, ESCAPED, NULL, OBJECT, STRIDE, STRING } from '../../json/value.ts';
import { appendTextFromJson } from '../../xml/escape.ts';
import { clark } from '../../xml/reader/names.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import { GT, isEmptiable, kind, nameOf, names, next, positionsOf, type Slots } from '../fast-path/tape-reader.ts';
import type { Node } from '../model/content.ts';
import { type Action, provides } from '../model/shaped.ts';
import {
  type EachAction,
  type ElementTable,
  HOLDER,
  type LevelTable,
  NULLS,
  type PositionTable,
  type TypeTable,
} from '../model/tables.ts';
import { countOf } from './messages.ts';
import { MixedEncoder } from './mixed.ts';

export abstract class ContentEncoder extends MixedEncoder {
  protected content(level: LevelTable, base: number, object: number): void {
    if (level.flat && this.override === undefined && this.tolerance?.values !== true) {
      const { positions } = level;
      for (let i = 0; i < positions.length; i++)
        this.plain(positions[i], this.nodes[base + positions[i].member], object);
    } else this.node(level.level.root, level, base, object);
  }

  protected node(n: Node, level: LevelTable, base: number, object: number): void {
    if (n.kind === 'position') {
      const p = level.positions[n.position.index];
      const node = this.nodes[base + p.member];
      return this.tolerance?.values ? this.tolerated(p, node, object) : this.position(p, node, object);
    }
    if (n.kind === 'choice') return this.choice(n, level, base, object);
    if (n.optional && !this.present(n, level, base)) return;
    for (const child of n.nodes) this.node(child, level, base, object);
  }

  /** A member that may be absent is, where its value is wrong. */
  private tolerated(p: PositionTable, node: number, object: number): void {
    const { tape, top, override } = this;
    const { length } = this.out;
    try {
      this.position(p, node, object);
    } catch (e) {
      const wrong = e instanceof SoapstoneError && e.code.startsWith('CODEC_') && e.code !== 'CODEC_UNKNOWN';
      if (!wrong || node < 0 || p.min > 0) throw e;
      this.out.length = length;
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
    const branches = n.nodes.filter((c) => this.present(c, level, base));
    if (branches.length === 0) {
      if (n.optional || n.nodes.some((c) => isEmptiable(c)) || this.leftOut(n, level)) return;
      this.fail('CODEC_CHOICE', `one of ${names(n, level).join(', ')} is required`, object);
    }
    const best = branches.length === 1 ? branches[0] : branches.find((c) => this.covers(c, branches, level, base));
    if (best === undefined) {
      const two = branches.slice(0, 2).map((c) => this.firstPresent(c, level, base));
      this.fail(
        'CODEC_CHOICE',
        `only one of ${two.map((p) => `"${p.key}"`).join(' and ')} may stand here`,
        Math.max(this.nodes[base + two[1].member], object),
      );
    }
    this.node(best, level, base, object);
  }

  /** Does branch `c` hold every member that is present in any branch? */
  protected covers(c: Node, branches: readonly Node[], level: LevelTable, base: number): boolean {
    const members = new Set(positionsOf(c, level).map((p) => p.member));
    return branches.every((t) => positionsOf(t, level).every((p) => !this.stands(p, base) || members.has(p.member)));
  }

  protected present(n: Node, level: LevelTable, base: number): boolean {
    if (n.kind !== 'position') return n.nodes.some((c) => this.present(c, level, base));
    return this.stands(level.positions[n.position.index], base);
  }

  /** Is there something to write at the position? */
  protected stands(p: PositionTable, base: number): boolean {
    if (this.nodes[base + p.member] >= 0) return true;
    const action = this.listed(p);
    return action !== undefined && provides(action, this.override!.slots);
  }

  /** What the shape says at the position. */
  protected listed(p: PositionTable): Action | undefined {
    return this.shapes(p) ? this.override!.shaped.positions[p.index] : undefined;
  }

  /** Does the position belong to the level whose members are listed? */
  protected shapes(p: PositionTable): boolean {
    return this.override !== undefined && this.override.shaped.table.level!.positions[p.index] === p;
  }

  /** A shape without `rest` that lists none of these leaves them out, required or not. */
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
    } else if (p.inner !== undefined) this.groups(p, p.inner, node);
    else {
      if (this.shapes(p)) this.refuseListed(node);
      this.anyList(p, node);
    }
  }

  /** What a shape says itself must not come again as an element of a wildcard: its reader goes by names. */
  protected refuseListed(node: number): void {
    const tape = this.tape!;
    const { table, positions } = this.override!.shaped;
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      const name = kind(tape, item) === OBJECT ? this.looseName(item) : undefined;
      const position = name && table.level!.positions.find((p) => p.element?.key === clark(name));
      if (position !== undefined && positions[position.index] !== undefined)
        this.fail('BAD_BODY', 'the request says this element elsewhere', item);
    }
  }

  /** The names of null members: of those in the object at `node`, and of those that a shape lists. */
  protected nullNames(p: PositionTable, node: number): void {
    const override = this.shapes(p) ? this.override : undefined;
    const nulls = p.nulls!;
    const names = [...(override?.nulls ?? [])];
    const tape = this.tape;
    if (node >= 0 && tape !== undefined && override?.rest !== false)
      for (let k = node + 1; k < next(tape, node); k = next(tape, k + 1)) {
        const nullMember = kind(tape, k + 1) === NULL ? nulls.byKey.get(stringValue(tape, k)) : undefined;
        if (nullMember !== undefined) names.push(nullMember.name);
      }
    if (names.length === 0) return;
    this.open(p.element!);
    this.out.push(GT);
    this.use(nulls.item.ns);
    for (const name of names) {
      this.out.append(nulls.item.openWhole);
      this.out.appendText(name);
      this.out.append(nulls.item.close);
    }
    this.out.append(p.element!.close);
  }

  /** What holds a list whose items are further members of the object at `node`; -1: it has none. */
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
   * The object of all other members has a member that the shape says itself. One name is one value: it may say the same, where the shape
   * allows that, and nothing else. Never left out as a wrong value: the request would then do what its sender has not asked for.
   */
  protected repeated(action: Action, slots: Slots, simple: ValueCodec | undefined, node: number): void {
    const repeat = action.kind === 'hole' ? action.repeat : undefined;
    if (action.kind !== 'hole' || repeat === undefined)
      this.fail('CODEC_UNKNOWN', 'the member has another place in the message', node);
    const value = slots[action.slot];
    if (value === undefined || !this.isSame(value, node, simple)) this.fail('BAD_BODY', repeat, node);
  }

  /** The common case of a position, without a shape's hand in it. */
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
    this.fail('CODEC_MISSING', `member "${p.key}" is missing`, object);
  }

  protected list(element: ElementTable, node: number, min: number, max: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      this.element(element, item);
      count++;
    }
    this.checkCount(count, min, max, node);
  }

  /** The items of a list as members of one object; of a spread list, those that the object's type has no other meaning for. */
  protected entries(p: PositionTable, items: EachAction, node: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', node);
    const keys = new Set<string>();
    for (let k = node + 1; k < next(tape, node); k = next(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (p.parentType?.keys.has(key) || (p.parentType?.anyAttribute && key.startsWith('@'))) continue;
      if (p.parentType?.computed?.names.has(key)) continue;
      if (keys.has(key)) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      keys.add(key);
      this.entry(p.element!, items, k);
      this.tape = tape;
    }
    this.checkCount(keys.size, p.min, p.max, node);
  }

  protected checkCount(count: number, min: number, max: number, node: number): void {
    if (count < min) this.fail('CODEC_COUNT', `expected ${min} items at least, found ${count}`, node);
    if (count > max) this.fail('CODEC_COUNT', `expected ${max} items at most, found ${count}`, node);
  }

  protected groups(p: PositionTable, level: LevelTable, node: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      this.group(level, item);
      count++;
    }
    if (count < p.min || count > p.max) this.fail('CODEC_COUNT', `expected ${countOf(p)}, found ${count}`, node);
  }

  protected group(level: LevelTable, item: number): void {
    const tape = this.tape!;
    if (kind(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', item);
    const base = this.take(level.members.length);
    let last = -1;
    for (let k = item + 1; k < next(tape, item); k = next(tape, k + 1)) {
      const index = level.keys.find(tape, k, last);
      if (index < 0) {
        this.unknown(level.keys.keys, k, undefined);
        continue;
      }
      last = index;
      if (this.lenient && this.isNothing(level, index, k + 1)) continue;
      if (this.nodes[base + index] >= 0) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      this.nodes[base + index] = k + 1;
    }
    this.content(level, base, item);
    this.top = base;
  }

  /** null at a member that has no such value. */
  protected isNothing(level: LevelTable, index: number, node: number): boolean {
    if (kind(this.tape!, node) !== NULL || level.nulls !== undefined) return false;
    const member = level.members[index];
    return member.kind === 'element' && (member.list || !member.element.nillable);
  }

  protected unknown(keys: readonly string[], k: number, table: TypeTable | undefined): void {
    if (this.lenient) return;
    const key = stringValue(this.tape!, k);
    const of = table === undefined ? 'the group' : nameOf(table.def);
    const problem = this.problem(
      'CODEC_UNKNOWN',
      `"${key}" is not a member of ${of}`,
      k + 1,
      '',
      suggestKey(key, keys),
    );
    if (!this.tolerance?.names) throw problem;
    this.tolerance.leaveOut(problem);
  }

  protected abstract entry(element: ElementTable, items: EachAction, k: number): void;
  protected abstract actAt(action: Action, p: PositionTable, slots: Slots): void;
}
