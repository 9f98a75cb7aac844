// Repeated content: lists of elements, keyed items, repeated groups.
import { SoapstoneError } from '../../errors/errors.ts';
import { suggestKey } from '../../errors/suggest.ts';
import { scanned } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { ARRAY, type Json, NULL, OBJECT } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { nameOf, type Slots } from '../fast-path/tape-reader.ts';
import type { MemberTolerance, Tolerance } from '../model/codec.ts';
import type { Action } from '../model/shaped.ts';
import type { EachAction, ElementTable, LevelTable, PositionTable, TypeTable } from '../model/tables.ts';
import { countOf } from './messages.ts';
import { MixedEncoder } from './mixed.ts';
import { placeOfKey } from './unknown-member.ts';

export abstract class RepeatedEncoder extends MixedEncoder {
  /** `from`: only `max` items are written, this one and those after it; -1: all of them, which are counted. */
  protected list(element: ElementTable, node: number, min: number, max: number, from = -1): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      if (isWritten(count, max, from)) this.element(element, item);
      count++;
    }
    if (from < 0) this.checkCount(count, min, max, node);
  }

  /** The items of a list as members of one object. For a spread list, members that the object's type declares are other members. */
  protected entries(p: PositionTable, items: EachAction, node: number): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', node);
    const keys = new Set<string>();
    let count = 0;
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (p.parentType?.keys.has(key) || (p.parentType?.anyAttribute && key.startsWith('@'))) continue;
      if (p.parentType?.computed?.names.has(key)) continue;
      if (items.entry!.names?.test(key) === false) {
        // Of a spread list the object around it has said so already.
        if (p.parentType === undefined) this.unknown([], k, undefined);
        continue;
      }
      if (keys.has(key)) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      keys.add(key);
      if (this.isCleared(p.parentType, key, k + 1)) continue;
      count++;
      this.entry(p.element!, items, k);
      this.tape = tape;
    }
    this.checkCount(count, p.min, p.max, node);
  }

  /** Is it null, at the name of a spread item that the list of null members clears? */
  protected isCleared(table: TypeTable | undefined, key: string, node: number): boolean {
    if (table?.clearable === undefined || kindAt(this.tape!, node) !== NULL || table.keys.has(key)) return false;
    return table.clearable.test(key) && !table.computed?.names.has(key);
  }

  protected checkCount(count: number, min: number, max: number, node: number): void {
    if (count < min)
      this.fail('CODEC_COUNT', `expected at least ${min} ${min === 1 ? 'item' : 'items'}, found ${count}`, node);
    if (count > max) this.fail('CODEC_COUNT', `expected ${max} items at most, found ${count}`, node);
  }

  protected groups(p: PositionTable, level: LevelTable, node: number): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      this.group(level, item);
      count++;
    }
    if (count < p.min || count > p.max) this.fail('CODEC_COUNT', `expected ${countOf(p)}, found ${count}`, node);
  }

  protected group(level: LevelTable, item: number): void {
    const tape = this.tape!;
    if (kindAt(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', item);
    const base = this.take(level.members.length);
    let last = -1;
    for (let k = item + 1; k < nextNode(tape, item); k = nextNode(tape, k + 1)) {
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

  /** Is it null at a member that has no null value? At an optional one, absence says the same (SOAP 1.1 §5.1). */
  protected isNothing(level: LevelTable, index: number, node: number): boolean {
    if (kindAt(this.tape!, node) !== NULL || level.nulls !== undefined) return false;
    const member = level.members[index];
    return member.kind === 'element' && (member.list || !this.mayBeNull(member.element, member.required));
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
      suggestKey(key, keys) ?? placeOfKey(key, table?.level?.members ?? []),
    );
    if (!this.tolerance?.omits(key)) throw problem;
    this.tolerance.leaveOut(problem);
  }

  protected each(
    action: EachAction,
    element: ElementTable,
    slots: Slots,
    min: number,
    max: number,
    from: number,
  ): void {
    const value = slots[action.slot];
    if (value === undefined) return this.noValue(`element "${element.decl.name.local}"`, min > 0);
    const { tape, node } = scanned(value);
    const { tape: outer, tolerance } = this;
    this.tape = tape;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    if (tolerance?.leaveOutItem) count = this.fittingItems(action, element, node, tolerance);
    else
      for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
        this.tolerance = tolerance?.ofItem?.(count) ?? tolerance;
        if (isWritten(count, max, from)) this.eachItem(action, element, item);
        this.tape = tape;
        count++;
      }
    this.tolerance = tolerance;
    if (from < 0) this.checkCount(count, min, max, node);
    this.tape = outer;
  }

  private eachItem(action: EachAction, element: ElementTable, item: number): void {
    this.act(action.item, element, this.fieldsOf(item, action.names), 1, 1, false);
  }

  /** Writes the items that fit, and returns how many they are. If none does, throws what the tolerance says. */
  private fittingItems(action: EachAction, element: ElementTable, node: number, tolerance: Tolerance): number {
    const tape = this.tape!;
    const problems = new Map<number, SoapstoneError>();
    let index = 0;
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      const problem = this.problemOfItem(action, element, item, tolerance.ofItem?.(index));
      if (problem) problems.set(index, problem);
      index++;
    }
    const [first] = problems.values();
    for (const [at, problem] of problems) tolerance.leaveOutItem?.(at, problem);
    if (first && problems.size === index) throw tolerance.noItemFits?.(first) ?? first;
    return index - problems.size;
  }

  /** Writes an item; what does not fit is undone. `inside`: what is left out of an item that fits. */
  private problemOfItem(
    action: EachAction,
    element: ElementTable,
    item: number,
    inside: MemberTolerance | undefined,
  ): SoapstoneError | undefined {
    const { tape, top, override, tolerance } = this;
    const { length } = this.out;
    const notes: SoapstoneError[] = [];
    this.tolerance = inside && {
      omits: (name) => inside.omits(name),
      values: inside.values,
      leaveOut: (problem) => void notes.push(problem),
    };
    try {
      this.eachItem(action, element, item);
      for (const note of notes) inside?.leaveOut(note);
      return undefined;
    } catch (error) {
      if (!(error instanceof SoapstoneError && isMisfit(error))) throw error;
      this.out.length = length;
      this.dropClashes(length);
      Object.assign(this, { top, override });
      return error;
    } finally {
      this.tape = tape;
      this.tolerance = tolerance;
    }
  }

  protected abstract content(level: LevelTable, base: number, object: number): void;
  protected abstract entry(element: ElementTable, items: EachAction, k: number): void;
  protected abstract noValue(subject: string, required: boolean): void;
  protected abstract fieldsOf(item: number, names: readonly string[]): (Json | undefined)[];
  protected abstract act(
    action: Action,
    element: ElementTable,
    slots: Slots,
    min: number,
    max: number,
    list: boolean,
    from?: number,
  ): void;
}

/** Is item `at` of a list one of the `max` items from `from` on? All are if `from` is -1. */
export function isWritten(at: number, max: number, from: number): boolean {
  return from < 0 || (at >= from && at < from + max);
}

/** Of a value, not of the table or the gateway. */
function isMisfit({ code }: SoapstoneError): boolean {
  return code.startsWith('CODEC_') || code === 'BAD_BODY' || code === 'JSON_DUPLICATE_KEY';
}
