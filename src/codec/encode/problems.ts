// All problems of a document at once, where the encoder stops at the first. Off the hot path: only runs for documents that have failed.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors.ts';
import type { Action } from '../shaped.ts';
import type { EachAction, ElementTable, PositionTable, TypeTable } from '../tables.ts';
import { XmlEncoder } from './encoder.ts';
import type { Slots } from './walk.ts';

/** More than anyone reads; bounds the work that a hostile document can cause. */
const MOST = 100;

export class ProblemFinder extends XmlEncoder {
  private readonly found: SoapstoneError[] = [];

  problems(root: ElementTable, action: Action, slots: Slots): readonly SoapstoneError[] {
    try {
      this.document(root, action, slots, new ByteBuffer());
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      if (this.found.length < MOST) this.found.push(e);
    }
    return this.found;
  }

  /** Places come from the tape. */
  protected override direct(): boolean {
    return false;
  }

  protected override position(p: PositionTable, node: number, object: number): void {
    this.tryOn(() => super.position(p, node, object));
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

  /** Notes what a step throws and goes on behind it. */
  private tryOn(step: () => void): void {
    const { top, tape, override } = this;
    try {
      step();
    } catch (e) {
      if (!(e instanceof SoapstoneError) || this.found.length >= MOST) throw e;
      this.found.push(e);
      this.top = top;
      this.tape = tape;
      this.override = override;
    }
  }
}
