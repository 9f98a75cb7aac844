// Items that are members by their keys, and members that a list of names makes null.
import { ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import type { TypeDef } from '../../contract/model/model.ts';
import { utf8 } from '../../json/text.ts';
import { type Frame, NULL_NAMES, SHAPE, SPREAD } from '../model/frame.ts';
import { HOLDER, NULLS, type PositionTable, type TypeTable } from '../model/tables.ts';
import { ValueDecoder } from './values.ts';

export abstract class KeyedItemsDecoder extends ValueDecoder {
  /** An element that is no member of the object: hidden, the list of null members, or a holder of further members. */
  protected startHidden(f: Frame, p: PositionTable): true {
    if (p.hidden === NULLS) this.openSeparate(f, p, NULL_NAMES);
    else if (p.hidden === HOLDER && (f.kind !== SHAPE || f.rest !== undefined)) this.openSeparate(f, p, SPREAD);
    else {
      this.step(f, p);
      this.skipElement();
    }
    return true;
  }

  /** An element whose JSON goes to a separate buffer. */
  protected openSeparate(f: Frame, p: PositionTable, onClose: number): void {
    this.step(f, p);
    const outer = this.out;
    this.out = new ByteBuffer(64);
    this.open(p.element!.type, undefined, p.element!, false);
    this.top.onClose = onClose;
    this.top.outer = outer;
  }

  /** `f`: the frame of the object whose members are null. */
  protected endNulls(f: Frame, outer: ByteBuffer): void {
    const { key, byName, omitted } = f.level!.nulls!;
    const list = JSON.parse(utf8(this.out.bytes, 0, this.out.length)) as Record<string, string[]> | null;
    this.out = outer;
    for (const name of list?.[key] ?? []) {
      const member = byName.get(name);
      if (member === undefined && omitted.has(name)) continue;
      if (member === undefined && this.clears(f, name)) continue;
      if (member === undefined) this.fail('CODEC_FORM', `"${name}" is not the name of a member that may be null`);
      for (const p of member.positions) this.track(f, p);
      this.nullMember(f, member.positions[0]);
    }
  }

  /** Writes null for a spread item that is cleared. */
  private clears(f: Frame, name: string): boolean {
    const { clearable } = f.table!;
    if (clearable === undefined || !clearable.test(name) || names(f.table!, name)) return false;
    this.further(f, name);
    this.freeNull(f, bytesOf(`${JSON.stringify(name)}:`));
    return true;
  }

  private further(f: Frame, name: string): void {
    f.further ??= new Set();
    if (f.further.has(name)) this.fail('JSON_DUPLICATE_KEY', `"${name}" stands beside its name as null`);
    f.further.add(name);
  }

  /** `f`: the frame of the object whose members the items are. */
  protected endSpread(f: Frame, outer: ByteBuffer, itemNames: ReadonlySet<string> | undefined): void {
    const { bytes, length } = this.out;
    if (f.table!.clearable !== undefined) for (const name of itemNames ?? []) this.further(f, name);
    this.out = f.rest ?? outer;
    if (length > 2) {
      this.comma(f);
      this.out.append(bytes, 1, length - 1);
    }
    this.out = outer;
  }

  /** `f`: the frame of the list. `type`: that of the item; undefined: it was skipped. */
  protected endItem(f: Frame, type: TypeDef | undefined): void {
    const { entry } = this.captures.each();
    if (entry === undefined) {
      this.out = this.captures.pop();
      return;
    }
    const key = this.captures.key();
    if (key === undefined) this.fail('CODEC_FORM', 'the item has no key');
    const name: string = JSON.parse(key);
    if (entry.names?.test(name) === false) this.fail('CODEC_FORM', `the key ${key} is none of those of the items`);
    if (f.names!.has(name)) this.fail('CODEC_FORM', `two items have the key ${key}`);
    const { parentType } = f.level!.positions[f.pos];
    if (parentType !== undefined && names(parentType, name))
      this.fail('CODEC_FORM', `the key ${key} is the name of another member`);
    f.names!.add(name);
    if (parentType?.clearable !== undefined && f.table === parentType) this.further(f, name);
    const form = entry.variants?.all.find((variant) => variant.type === type)?.form;
    const listIn = form === 'list' ? entry.variants!.listIn : undefined;
    // Types of whole numbers would take it back otherwise.
    this.out = this.captures.popEntry(key, listIn, form === 'number' && entry.variants!.hasWhole);
  }
}

/** Is it the name of a declared member? */
function names({ keys, anyAttribute }: TypeTable, name: string): boolean {
  return keys.has(name) || (anyAttribute !== undefined && name.startsWith('@'));
}
