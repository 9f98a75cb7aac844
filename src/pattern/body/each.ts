// Arrays whose items are mapped one by one.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { ARRAY, type Json, json } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import { type Bindings, type Bound, bindAbsent, bindJson, fillsNothing, OK } from '../text/bound-values.ts';
import { ItemForm } from './items.ts';
import { type BodyPart, Filling, type Manner, refuse } from './part.ts';

/**
 * `$each`: an array whose items are mapped one by one. The variable is an array of objects with the members `fields`; the holes of `item`
 * are numbered by their index in `fields`.
 */
export class EachPart implements BodyPart {
  private readonly list: Bound;
  private readonly item: BodyPart;
  private readonly fields: ItemForm;
  private readonly names: readonly string[];
  private readonly path: string;
  private readonly manner: Manner;

  constructor(list: Bound, item: BodyPart, fields: readonly string[], path: string, manner: Manner) {
    this.list = list;
    this.item = item;
    this.fields = new ItemForm(fields);
    this.names = fields;
    this.path = path;
    this.manner = manner;
  }

  match(value: Json, bindings: Bindings): boolean {
    if (kindOf(value) !== ARRAY) return refuse(this.manner, 'CODEC_TYPE', 'an array should stand here', this.path);
    const out = new ByteBuffer(value.end - value.start + 16);
    out.push(0x5b);
    for (const [i, item] of itemsOf(value).entries()) {
      const fields: Bindings = new Array(this.fields.size);
      if (!this.takes(item, i, fields)) return false;
      if (out.length > 1) out.push(0x2c);
      this.fields.write(fields, out);
    }
    out.push(0x5d);
    return bindJson(this.list, json(out.slice()), bindings) === OK;
  }

  private takes(item: Json, i: number, fields: Bindings): boolean {
    const { items } = this.manner;
    items?.push(i);
    try {
      return (
        this.item.match(item, fields) ||
        refuse(this.manner, 'CODEC_TYPE', 'an item is of another form', `${this.path}[]`)
      );
    } finally {
      items?.pop();
    }
  }

  absent(bindings: Bindings): boolean {
    return bindAbsent(this.list, bindings) || refuse(this.manner, 'CODEC_MISSING', 'required, but absent', this.path);
  }

  /** The value has fields of items, wherever the items have them: `$[2].field.x`. */
  pathIn(variable: number, path: string): string | undefined {
    if (variable !== this.list.variable) return undefined;
    const [, index, field, below] = /^\$\[(\d+)\](?:\.(\w+))?(.*)$/s.exec(path) ?? [];
    if (index === undefined) return this.path;
    const inItem = field && this.item.pathIn?.(this.names.indexOf(field), `$${below}`);
    return `${this.path}[${index}]${inItem ? inItem.slice(this.path.length + '[]'.length) : ''}`;
  }

  write(bindings: Bindings, filling: Filling): boolean {
    const value = bindings[this.list.variable];
    if (fillsNothing(this.list, value)) return false;
    const { out } = filling;
    out.push(0x5b);
    const start = out.length;
    const item = new Filling(-1, out);
    for (const entry of itemsOf(value as Json)) {
      if (out.length > start) out.push(0x2c);
      this.item.write(this.fields.read(entry), item);
    }
    out.push(0x5d);
    return true;
  }
}
