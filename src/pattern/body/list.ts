// Arrays of fixed length.
import { ARRAY, type Json } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import type { Bindings } from '../text/bound-values.ts';
import { type BodyPart, type Filling, firstPath, type Manner, refuse } from './part.ts';

/** `[a, b]`: an array of fixed length. Further items are an error in strict patterns, no match in requests, otherwise skipped. */
export class ListPart implements BodyPart {
  private readonly items: readonly BodyPart[];
  private readonly path: string;
  private readonly manner: Manner;

  constructor(items: readonly BodyPart[], path: string, manner: Manner) {
    this.items = items;
    this.path = path;
    this.manner = manner;
  }

  match(value: Json, bindings: Bindings): boolean {
    if (kindOf(value) !== ARRAY) return refuse(this.manner, 'CODEC_TYPE', 'an array should stand here', this.path);
    const values = itemsOf(value);
    const { strict, sole, exactLength } = this.manner;
    if (values.length > this.items.length && ((strict && !sole) || exactLength)) {
      return refuse(this.manner, 'CODEC_UNKNOWN', 'too many items', this.path);
    }
    return this.items.every((item, i) => (i < values.length ? item.match(values[i], bindings) : item.absent(bindings)));
  }

  absent(bindings: Bindings): boolean {
    return this.items.every((item) => item.absent(bindings));
  }

  pathIn(variable: number, path: string): string | undefined {
    return firstPath(this.items, variable, path);
  }

  /** Stops at the first item that writes nothing: an array has no gaps. */
  write(bindings: Bindings, filling: Filling): boolean {
    const { out } = filling;
    const start = out.length;
    out.push(0x5b);
    for (const item of this.items) {
      const mark = out.length;
      if (mark > start + 1) out.push(0x2c);
      if (item.write(bindings, filling)) continue;
      out.length = mark;
      break;
    }
    const empty = out.length === start + 1;
    if (empty) out.length = start;
    else out.push(0x5d);
    return !empty;
  }
}
