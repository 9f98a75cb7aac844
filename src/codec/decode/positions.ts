// Moves between positions of a content model, and writes separators and names.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { ErrorCode } from '../../errors/errors.ts';
import type { ResolvedName } from '../../xml/reader/namespace-context.ts';
import { type ContentProblem, canEnd, childProblem, endProblem, xmlName } from '../model/cursor.ts';
import { type Frame, GROUP, OBJECT, SHAPE } from '../model/frame.ts';
import { acceptLocal, declaredKey, type Gap, gapAtEnd, gapBefore, isUndeclared } from '../model/gaps.ts';
import type { Action } from '../model/shaped.ts';
import { type Candidate, NOT_HIDDEN, type PositionTable } from '../model/tables.ts';
import { CLOSE, CLOSE_LIST, COMMA, mixedOwner, NULL_BYTES, OPEN, OPEN_LIST, SKIPPED } from './literals.ts';
import { UntypedDecoder } from './untyped.ts';

export abstract class PositionDecoder extends UntypedDecoder {
  /** Moves to a position, or counts another child there, and writes the bytes before the value. Returns the action for the value. */
  protected enter(f: Frame, p: PositionTable): Action | undefined {
    if (f.kind === OBJECT) {
      this.enterObject(f, p);
      return p.items;
    }
    const owner = mixedOwner(f);
    if (owner !== undefined) return this.enterMixed(f, owner, p);
    if (f.pos === p.index) {
      f.count++;
      if (f.active && p.list) this.out.push(COMMA);
    } else if (!f.level!.tracked || !this.enterTracked(f, p)) {
      this.leave(f);
      f.pos = p.index;
      f.count = 1;
      this.first(f, p);
    }
    if (f.kind !== SHAPE) return f.skipped ? SKIPPED : p.items;
    const action = f.shaped!.positions[p.index];
    if (action === undefined) {
      if (f.shaped!.allNamed) this.differAt(p);
      return f.active ? p.items : SKIPPED;
    }
    if (action.kind === 'ordered')
      return this.orderedItem(action, (p.scattered ? (f.itemsBefore[p.member] ?? 0) : 0) + f.count - 1);
    return action.kind === 'hole' ? (p.items ?? action) : action;
  }

  /** An element that a shape of whole messages does not list. Many clients write nil for what they do not say. */
  private differAt({ element }: PositionTable): void {
    if (element?.decl.fixed !== undefined || this.saysNil() || this.isDefaulted()) return;
    const path = this.reader.path();
    this.differ(`element "${path.slice(path.lastIndexOf('/') + 1)}" has no place in the rule`);
  }

  private isDefaulted(): boolean {
    return this.defaulted?.has(this.reader.elementCount) ?? false;
  }

  /** The same for a plain object with ordered content. */
  protected enterObject(f: Frame, p: PositionTable): void {
    if (f.pos === p.index) {
      f.count++;
      this.out.push(COMMA);
      return;
    }
    if (f.level!.tracked && this.enterTracked(f, p)) return;
    const { out } = this;
    if (f.active && f.level!.positions[f.pos].close !== 0) out.push(f.level!.positions[f.pos].close);
    f.pos = p.index;
    f.count = 1;
    f.active = true;
    out.append(f.first ? p.firstKey : p.nextKey);
    f.first = false;
  }

  /** Moves to a position without output. */
  protected step(f: Frame, p: PositionTable): void {
    if (f.pos === p.index) f.count++;
    else {
      if (f.level!.scattered) this.countItems(f);
      this.leave(f);
      f.pos = p.index;
      f.count = 1;
    }
    if (f.level!.tracked) f.usedPositions[p.index] = true;
  }

  /** True: the position goes on with a list, or has begun one apart from the object. */
  private enterTracked(f: Frame, p: PositionTable): boolean {
    this.track(f, p);
    if (!f.level!.scattered) return false;
    this.countItems(f);
    if (f.pos >= 0 && f.level!.positions[f.pos].member === p.member) {
      if (f.active) this.out.push(COMMA);
    } else {
      this.leave(f);
      if (!p.apart) return false;
      f.active = this.isCollected(f, p);
      if (f.active) this.collect(f, p);
    }
    f.pos = p.index;
    f.count = 1;
    return true;
  }

  private countItems(f: Frame): void {
    if (f.pos < 0) return;
    const { member } = f.level!.positions[f.pos];
    f.itemsBefore[member] = (f.itemsBefore[member] ?? 0) + f.count;
  }

  /** Do the items of a list that stands apart go anywhere? */
  private isCollected(f: Frame, p: PositionTable): boolean {
    if (f.kind !== SHAPE) return !f.skipped;
    const action = f.shaped!.positions[p.index];
    if (action === undefined) return f.rest !== undefined;
    if (f.itemsBefore[p.member] === undefined) this.meet(f, p.member);
    return action.kind === 'hole' || action.kind === 'each';
  }

  private collect(f: Frame, p: PositionTable): void {
    let list = f.lists[p.member];
    if (list !== undefined) list.bytes.push(COMMA);
    else {
      f.lists[p.member] = list = { position: p, bytes: new ByteBuffer(64) };
      list.bytes.push(OPEN_LIST);
    }
    f.outside = this.out;
    this.out = list.bytes;
  }

  /** Writes the lists that stood apart. */
  protected endLists(f: Frame): void {
    const { out } = this;
    this.out = f.rest ?? out;
    for (const list of f.lists) {
      if (list === undefined) continue;
      const { position, bytes } = list;
      bytes.push(CLOSE_LIST);
      const action = f.shaped?.positions[position.index];
      if (action?.kind === 'hole' || action?.kind === 'each') this.captures.put(action.slot, bytes);
      else {
        this.comma(f);
        this.out.append(position.keyBytes);
        this.out.append(bytes.bytes, 0, bytes.length);
      }
    }
    this.out = out;
  }

  /** Counts a member once, also one that is named as null. */
  protected track(f: Frame, p: PositionTable): void {
    if (f.usedPositions[p.index])
      this.fail('JSON_DUPLICATE_KEY', `element "${xmlName(p)}" stands beside its name as null`);
    f.usedPositions[p.index] = true;
  }

  protected orderedItem(action: Action & { kind: 'ordered' }, index: number): Action {
    const item = action.items[index] ?? SKIPPED;
    if (item === SKIPPED && action.exact) this.differ(`is item ${index + 1} of a list that has ${action.items.length}`);
    if (item.kind === 'hole' && item !== SKIPPED) {
      this.out = this.captures.open(item.slot);
      this.pending = item.slot;
    }
    return item;
  }

  /** First value at a position. */
  protected first(f: Frame, p: PositionTable): void {
    if (f.skipped) return;
    f.active = true;
    if (f.kind === SHAPE) return this.firstInShape(f, p);
    const { out } = this;
    out.append(f.first ? p.firstKey : p.nextKey);
    f.first = false;
  }

  protected firstInShape(f: Frame, p: PositionTable): void {
    const action = f.shaped!.positions[p.index];
    if (action === undefined) {
      const { rest } = f;
      f.active = rest !== undefined && !(f.shaped!.allNamed && this.isDefaulted());
      if (rest === undefined || !f.active) return;
      f.outside = this.out;
      this.out = rest;
      this.out.append(f.first ? p.firstKey : p.nextKey);
      f.first = false;
      return;
    }
    this.meet(f, p.member);
    f.active = action.kind === 'hole' || action.kind === 'each';
    if (action.kind !== 'hole' && action.kind !== 'each') return;
    this.out = this.captures.open(action.slot);
    if (p.list || action.kind === 'each') this.out.push(p.items === undefined ? OPEN_LIST : OPEN);
  }

  protected meet(f: Frame, member: number): void {
    if (f.shaped!.needed.includes(f.level!.members[member].key)) f.constantsSeen++;
  }

  /** Ends what `first` began. */
  protected leave(f: Frame): void {
    if (!f.active || f.pos < 0) return;
    f.active = false;
    const p = f.level!.positions[f.pos];
    if (p.apart) {
      this.out = f.outside!;
      return;
    }
    if (f.kind !== SHAPE) {
      if (p.close !== 0) this.out.push(p.close);
      return;
    }
    const action = f.shaped!.positions[p.index];
    if (action === undefined) {
      if (p.close !== 0) this.out.push(p.close);
      this.out = f.outside!;
    } else if (action.kind === 'hole' || action.kind === 'each') {
      if (p.list || action.kind === 'each') this.out.push(p.items === undefined ? CLOSE_LIST : CLOSE);
      this.out = this.captures.close(action.slot);
    }
  }

  protected checkEnd(f: Frame): void {
    if (!canEnd(f) && !this.fillGap(f, gapAtEnd(f), this.openDepth()))
      this.refuse(f.misnamed ?? endProblem(f, xmlName));
  }

  /** What stands at no position of the frame: a candidate, or a reason to go on without it. Throws where it is not accepted. */
  protected deviating(f: Frame, name: ResolvedName): Candidate | undefined {
    const { namespaces, missing } = this.deviations;
    const renamed = namespaces ? acceptLocal(f, name) : undefined;
    if (renamed !== undefined && this.accepts('namespace')) return renamed;
    const key = this.keyIn(f, name);
    const gap = missing ? gapBefore(f, key) : undefined;
    if (!this.fillGap(f, gap, this.reader.depth - 1)) return undefined;
    if (key !== name.key) this.noteDeviation('namespace');
    return gap?.candidate;
  }

  /** The name as the contract has it, where its namespace may be another. */
  private keyIn(f: Frame, name: ResolvedName): string {
    return this.deviations.namespaces ? declaredKey(f.level!, name) : name.key;
  }

  /** Does no position of the open element take the name, wherever it stands? Then it may be skipped inside of a repeated group. */
  protected isUnknown(name: ResolvedName): boolean {
    if (!this.deviations.unknown) return false;
    for (let depth = this.depth; ; depth--) {
      const { level, kind } = this.stack[depth];
      if (!isUndeclared(level!, name)) return false;
      if (kind !== GROUP) return this.accepts('unknown');
    }
  }

  /** Members for missing elements: null, and empty lists. `depth`: of the element that has the gap. */
  private fillGap(f: Frame, gap: Gap | undefined, depth: number): boolean {
    if (gap === undefined || !this.deviations.missing) return false;
    // Their list has no place before the object ends.
    if (gap.missing.some(({ position }) => position.scattered)) return false;
    const here = f.pos < 0 ? undefined : f.level!.positions[f.pos];
    if (here && f.count < here.min && !this.accepts('missing', `/${xmlName(here)}`, depth)) return false;
    for (const { position: p, certain } of gap.missing) {
      if (!this.accepts('missing', certain ? `/${xmlName(p)}` : '', depth)) return false;
      this.leave(f);
      f.pos = p.index;
      f.count = p.min;
      f.run = undefined;
      if (f.level!.tracked) f.usedPositions[p.index] = true;
      if (certain && p.hidden === NOT_HIDDEN && p.element !== undefined && !f.skipped && mixedOwner(f) === undefined)
        this.absentMember(f, p, depth);
    }
    return true;
  }

  private absentMember(f: Frame, p: PositionTable, depth: number): void {
    const kind = f.shaped?.positions[p.index]?.kind ?? 'hole';
    if (!p.list || (kind !== 'hole' && kind !== 'each')) return this.nullMember(f, p, depth);
    this.first(f, p);
    this.leave(f);
  }

  /** Writes null for a member. `depth`: of the element that lacks it. */
  protected nullMember(f: Frame, p: PositionTable, depth = this.openDepth()): void {
    const action = f.shaped?.positions[p.index];
    if (action?.kind === 'hole') {
      this.out = this.captures.open(action.slot);
      this.out.append(NULL_BYTES);
      this.out = this.captures.close(action.slot);
    } else if (action !== undefined) this.differ('is null', xmlName(p), depth);
    else this.freeNull(f, p.keyBytes);
  }

  /** A null member that the shape does not list. */
  protected freeNull(f: Frame, keyBytes: Uint8Array): void {
    if (f.kind === SHAPE && f.rest === undefined) return;
    const { out } = this;
    this.out = f.rest ?? out;
    this.comma(f);
    this.out.append(keyBytes);
    this.out.append(NULL_BYTES);
    this.out = out;
  }

  protected openGroup(f: Frame, p: PositionTable, action: Action | undefined): void {
    const g = this.push(GROUP, f.table, p.groupLevel);
    g.owner = mixedOwner(f);
    g.skipped = f.skipped || action === SKIPPED;
    if (g.owner === undefined && !g.skipped) this.out.push(OPEN);
  }

  protected endGroup(f: Frame): void {
    this.leave(f);
    if (f.level!.scattered) this.endLists(f);
    if (f.owner === undefined && !f.skipped) this.out.push(CLOSE);
    this.pop();
  }

  protected unexpected(f: Frame, name: ResolvedName): never {
    const key = this.keyIn(f, name);
    const problem = childProblem(f, { key, ns: name.ns, local: name.local }, xmlName);
    const isGap = problem.code === 'CODEC_ORDER' && gapBefore(f, key) !== undefined;
    this.refuse(isGap ? (f.misnamed ?? { ...problem, deviation: 'missing' }) : problem);
  }

  private refuse({ code, message, safe, deviation }: ContentProblem<ErrorCode>): never {
    if (deviation === undefined) this.fail(code, message, safe);
    this.deviate(deviation, code, message, safe);
  }
}
