// Items that are members by their keys, and members that a list of names makes null.
import { ByteBuffer } from '../../bytes/buffer.ts';
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
      if (member === undefined) this.fail('CODEC_TYPE', `"${name}" is not the name of a member that may be null`);
      for (const p of member.positions) this.track(f, p);
      this.nullMember(f, member.positions[0]);
    }
  }

  /** `f`: the frame of the object whose members the items are. */
  protected endSpread(f: Frame, outer: ByteBuffer): void {
    const { bytes, length } = this.out;
    this.out = f.rest ?? outer;
    if (length > 2) {
      this.comma(f);
      this.out.append(bytes, 1, length - 1);
    }
    this.out = outer;
  }

  /** `f`: the frame of the list. */
  protected endItem(f: Frame): void {
    const { entry } = this.captures.each();
    if (entry === undefined) {
      this.out = this.captures.pop();
      return;
    }
    const key = this.captures.key();
    if (key === undefined) this.fail('CODEC_MISSING', 'the item has no key');
    const name: string = JSON.parse(key);
    if (f.names!.has(name)) this.fail('JSON_DUPLICATE_KEY', `two items have the key ${key}`);
    const { parentType } = f.level!.positions[f.pos];
    if (parentType !== undefined && names(parentType, name))
      this.fail('JSON_DUPLICATE_KEY', `the key ${key} is the name of another member`);
    f.names!.add(name);
    this.out = this.captures.popEntry(key);
  }
}

/** Is it the name of a declared member? */
function names({ keys, anyAttribute }: TypeTable, name: string): boolean {
  return keys.has(name) || (anyAttribute !== undefined && name.startsWith('@'));
}
