// Finds all problems of a document; the encoder stops at the first. Off the hot path: runs only after a failure.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Slots } from '../fast-path/tape-reader.ts';
import type { EncodingRules } from '../model/codec.ts';
import type { Node } from '../model/content.ts';
import type { Action } from '../model/shaped.ts';
import type { EachAction, ElementTable, LevelTable, MembersAction, PositionTable, TypeTable } from '../model/tables.ts';
import { XmlEncoder } from './encoder.ts';

/** Bounds the work that a hostile document can cause. */
const MAX_PROBLEMS = 100;

export class ProblemFinder extends XmlEncoder {
  private slot: number | undefined = undefined;
  /** Slots are then fields of an item. */
  private isInItem = false;
  private readonly errors: SoapstoneError[] = [];

  problems(
    root: ElementTable,
    action: Action,
    slots: Slots,
    rules: EncodingRules | undefined,
  ): readonly SoapstoneError[] {
    try {
      this.document(root, action, slots, new ByteBuffer(), false, undefined, 'ignored', rules);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      if (this.errors.length < MAX_PROBLEMS) this.note(e);
    }
    return this.errors;
  }

  /** No fast path: positions of problems come from the tape. */
  protected override tryFastPath(): boolean {
    return false;
  }

  protected override position(p: PositionTable, node: number, object: number): void {
    this.tryOn(() => super.position(p, node, object));
  }

  /** Checks the rest of the content after a failed choice. */
  protected override choice(
    n: Node & { kind: 'choice' | 'sequence' | 'all' },
    level: LevelTable,
    base: number,
    object: number,
  ): void {
    this.tryOn(() => super.choice(n, level, base, object));
  }

  protected override plain(p: PositionTable, node: number, object: number): void {
    this.tryOn(() => super.plain(p, node, object));
  }

  protected override element(element: ElementTable, node: number): void {
    this.tryOn(() => super.element(element, node));
  }

  protected override entry(element: ElementTable, items: EachAction, k: number): void {
    this.tryOn(() => super.entry(element, items, k));
  }

  protected override attributeAt(a: TypeTable['attributes'][number], base: number, object: number): void {
    this.tryOn(() => super.attributeAt(a, base, object));
  }

  protected override unknown(keys: readonly string[], k: number, table: TypeTable | undefined): void {
    this.tryOn(() => super.unknown(keys, k, table));
  }

  protected override hole(
    slot: number,
    element: ElementTable,
    slots: Slots,
    min: number,
    max: number,
    list: boolean,
    from: number,
  ): void {
    this.about(slot, () => super.hole(slot, element, slots, min, max, list, from));
  }

  protected override each(
    action: EachAction,
    element: ElementTable,
    slots: Slots,
    min: number,
    max: number,
    from: number,
  ): void {
    const { isInItem } = this;
    this.about(action.slot, () => {
      this.isInItem = true;
      super.each(action, element, slots, min, max, from);
      this.isInItem = isInItem;
    });
  }

  protected override members(action: MembersAction, element: ElementTable, slots: Slots, min: number): void {
    this.about(action.shape.rest ?? this.slot, () => super.members(action, element, slots, min));
  }

  private about(slot: number | undefined, step: () => void): void {
    if (this.isInItem) return step();
    const outer = this.slot;
    this.slot = slot;
    step();
    this.slot = outer;
  }

  private note(e: SoapstoneError): void {
    this.errors.push(new SoapstoneError(e.code, e.message, { ...e, slot: this.slot }));
  }

  /** Records the error of a step, and continues. */
  private tryOn(step: () => void): void {
    const { top, tape, override, slot, isInItem } = this;
    try {
      step();
    } catch (e) {
      if (!(e instanceof SoapstoneError) || e.code === 'PATTERN_LIMIT' || this.errors.length >= MAX_PROBLEMS) throw e;
      this.note(e);
      this.slot = slot;
      this.isInItem = isInItem;
      this.top = top;
      this.tape = tape;
      this.override = override;
    }
  }
}
