// Items of a list as objects with fixed fields.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { scanned, valueAt } from '../../json/tape.ts';
import { equalsText } from '../../json/text.ts';
import { type Json, OBJECT, type Tape } from '../../json/value.ts';
import { kindOf, nextNode } from '../../json/walk.ts';
import type { Bindings } from '../text/bound-values.ts';

/** The items of a list as JSON objects: their members, by number. */
export class ItemForm {
  private readonly names: readonly Uint8Array[];
  /** `"name":` */
  private readonly keys: readonly Uint8Array[];

  constructor(names: readonly string[]) {
    this.names = names.map((f) => Buffer.from(f));
    this.keys = names.map((f) => Buffer.from(`${JSON.stringify(f)}:`));
  }

  get size(): number {
    return this.names.length;
  }

  write(fields: Bindings, out: ByteBuffer): void {
    out.push(0x7b);
    let first = true;
    for (let i = 0; i < this.keys.length; i++) {
      const value = fields[i];
      if (value === undefined) continue;
      if (!first) out.push(0x2c);
      first = false;
      out.append(this.keys[i]);
      out.append(value.bytes, value.start, value.end);
    }
    out.push(0x7d);
  }

  /** Empty for other values than objects. */
  read(item: Json): Bindings {
    const fields: Bindings = new Array(this.size);
    if (kindOf(item) !== OBJECT) return fields;
    const { tape, node } = scanned(item);
    const end = nextNode(tape, node);
    let next = 0;
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      const i = this.indexOf(tape, k, next);
      if (i < 0) continue;
      fields[i] = valueAt(tape, k + 1);
      next = i + 1;
    }
    return fields;
  }

  /** Members mostly stand in the order of the fields: `next` is tried first. */
  private indexOf(tape: Tape, key: number, next: number): number {
    const { names } = this;
    if (next < names.length && equalsText(tape, key, names[next])) return next;
    for (let i = 0; i < names.length; i++) if (equalsText(tape, key, names[i])) return i;
    return -1;
  }
}
