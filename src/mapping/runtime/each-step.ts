// `$each` on a SOAP side whose items need conversion: converters, defaults, texts, lists in items.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { ARRAY, type Json, json } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import { ItemForm } from '../../pattern/body/items.ts';
import { type Bindings, type Bound, bindAbsent, bindJson, OK } from '../../pattern/text/bound-values.ts';
import type { CompiledSoapPattern, Step } from './soap-pattern.ts';

export class EachStep implements Step {
  readonly direct = -1;
  private readonly list: Bound;
  private readonly item: CompiledSoapPattern;
  private readonly fields: ItemForm;
  private readonly slots: ItemForm;

  /** `fields`: the variables of an item. `slots`: names of its slots in what the codec makes of the list. */
  constructor(list: Bound, item: CompiledSoapPattern, fields: readonly string[], slots: readonly string[]) {
    this.list = list;
    this.item = item;
    this.fields = new ItemForm(fields);
    this.slots = new ItemForm(slots);
  }

  fill(bindings: Bindings): Json | undefined {
    const value = bindings[this.list.variable];
    return value && this.mapped(value, (item) => [this.slots, this.item.fill(this.fields.read(item))]);
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    if (value === undefined) {
      bindAbsent(this.list, bindings);
      return true;
    }
    const list = this.mapped(value, (item) => {
      const fields = this.item.match(this.slots.read(item), new Array(this.fields.size));
      return fields && [this.fields, fields];
    });
    return list !== undefined && bindJson(this.list, list, bindings) === OK;
  }

  /** Undefined where an item is of another form. */
  private mapped(value: Json, form: (item: Json) => [ItemForm, Bindings] | undefined): Json | undefined {
    if (kindOf(value) !== ARRAY) return value;
    const out = new ByteBuffer(value.end - value.start + 16);
    out.push(0x5b);
    for (const item of itemsOf(value)) {
      const pair = form(item);
      if (pair === undefined) return undefined;
      if (out.length > 1) out.push(0x2c);
      pair[0].write(pair[1], out);
    }
    out.push(0x5d);
    return json(out.slice());
  }
}
