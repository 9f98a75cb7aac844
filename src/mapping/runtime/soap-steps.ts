// The steps of a SOAP pattern: each converts between one slot of the codec and its variables.

import { ByteBuffer } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { ARRAY, type Json, json, OBJECT, STRING } from '../../json/value.ts';
import { itemsOf, kindOf, membersOf, scalarText, stringOf } from '../../json/walk.ts';
import { ItemForm } from '../../pattern/body/items.ts';
import { type BodyPart, Filling } from '../../pattern/body/part.ts';
import {
  type Bindings,
  type Bound,
  bindAbsent,
  bindJson,
  filledValue,
  fillsDefault,
  fillsNothing,
  isLate,
  OK,
  toJson,
} from '../../pattern/text/bound-values.ts';
import { absentText, fillText, matchText, type TextTemplate } from '../../pattern/text/text-template.ts';
import type { Demand } from '../../rule/pattern.ts';
import type { CompiledSoapPattern, Step } from './soap-pattern.ts';

export class HoleStep implements Step {
  readonly direct: number;
  private readonly hole: Bound;

  constructor(hole: Bound) {
    this.hole = hole;
    const bare =
      hole.chain.length === 0 &&
      hole.default === undefined &&
      hole.fill === undefined &&
      hole.constant === undefined &&
      !hole.supplied &&
      !hole.required;
    this.direct = bare && !hole.hollow ? hole.variable : -1;
  }

  get variables(): readonly number[] {
    return [this.hole.variable];
  }

  get late(): boolean {
    return isLate(this.hole);
  }

  get demand(): Demand | undefined {
    return this.hole.required ? 'value' : undefined;
  }

  fill(bindings: Bindings): Json | undefined {
    const value = filledValue(this.hole, bindings);
    return fillsNothing(this.hole, value) ? undefined : toJson(this.hole, value as Json, bindings);
  }

  isDefault(bindings: Bindings): boolean {
    return fillsDefault(this.hole, bindings);
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    if (value !== undefined) return bindJson(this.hole, value, bindings) === OK;
    if (this.hole.required) return false;
    bindAbsent(this.hole, bindings);
    return true;
  }
}

/** `"eid:{id}"` as simple content. */
export class TextStep implements Step {
  readonly direct = -1;
  private readonly template: TextTemplate;
  private readonly fromText: (text: string) => Json;

  constructor(template: TextTemplate, fromText: (text: string) => Json = stringOf) {
    this.template = template;
    this.fromText = fromText;
  }

  get variables(): readonly number[] {
    return this.template.holes.map(({ variable }) => variable);
  }

  fill(bindings: Bindings): Json | undefined {
    const text = fillText(this.template, bindings);
    return text === undefined ? undefined : this.fromText(text);
  }

  isDefault(bindings: Bindings): boolean {
    return this.template.holes.every((hole) => fillsDefault(hole, bindings));
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    if (value === undefined) {
      absentText(this.template, bindings);
      return true;
    }
    const text = kindOf(value) === STRING ? scalarText(value) : undefined;
    return text !== undefined && this.matches(text, bindings);
  }

  private matches(text: string, bindings: Bindings): boolean {
    try {
      return matchText(this.template, text, bindings) === OK;
    } catch (e) {
      if (e instanceof SoapstoneError && e.code !== 'PATTERN_LIMIT') return false;
      throw e;
    }
  }
}

/** `$rest: none`: there must be no other members. */
export class NothingStep implements Step {
  readonly direct = -1;

  fill(): undefined {}

  match(value: Json | undefined): boolean {
    return value === undefined || (kindOf(value) === OBJECT && membersOf(value).length === 0);
  }
}

/** A member of `$absent`. */
export class AbsentStep implements Step {
  readonly direct = -1;
  readonly demand = 'nothing';

  fill(): undefined {}

  match(value: Json | undefined): boolean {
    return value === undefined;
  }
}

/** Content that must be valid, and is not used. */
export class IgnoredStep implements Step {
  readonly direct = -1;

  fill(): undefined {}

  match(): boolean {
    return true;
  }
}

/** A slot with the JSON of repeated or substituted content, and a pattern over it. */
export class BodyStep implements Step {
  readonly direct = -1;
  private readonly part: BodyPart;

  constructor(part: BodyPart) {
    this.part = part;
  }

  fill(bindings: Bindings): Json | undefined {
    const filling = new Filling();
    return this.part.write(bindings, filling) ? json(filling.out.slice()) : undefined;
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    return value === undefined ? this.part.absent(bindings) : this.part.match(value, bindings);
  }
}

/** A field of the items that is a variable of the rule. */
interface OuterField {
  readonly field: number;
  readonly bound: Bound;
}

export class EachStep implements Step {
  readonly direct = -1;
  private readonly list: Bound;
  private readonly outer: readonly OuterField[];
  private readonly item: CompiledSoapPattern;
  private readonly fields: ItemForm;
  private readonly slots: ItemForm;

  /** `fields`: the variables of an item. `slots`: names of its slots in the codec's JSON. `outer`: those of the fields that all items have in common. */
  constructor(
    list: Bound,
    item: CompiledSoapPattern,
    fields: readonly string[],
    slots: readonly string[],
    outer: readonly OuterField[],
  ) {
    this.list = list;
    this.outer = outer;
    this.item = item;
    this.fields = new ItemForm(fields);
    this.slots = new ItemForm(slots);
  }

  fill(bindings: Bindings): Json | undefined {
    const value = bindings[this.list.variable];
    return value && this.mapped(value, (item) => [this.slots, this.item.fill(this.fieldsOf(item, bindings))]);
  }

  private fieldsOf(item: Json, bindings: Bindings): Bindings {
    const fields = this.fields.read(item);
    for (const { field, bound } of this.outer) fields[field] = filledValue(bound, bindings);
    return fields;
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    if (value === undefined) {
      bindAbsent(this.list, bindings);
      return true;
    }
    const list = this.mapped(value, (item) => {
      const fields = this.item.match(this.slots.read(item), new Array(this.fields.size));
      return fields && this.bindsOuter(fields, bindings) ? [this.fields, fields] : undefined;
    });
    return list !== undefined && bindJson(this.list, list, bindings) === OK;
  }

  /** False: another item has another value. */
  private bindsOuter(fields: Bindings, bindings: Bindings): boolean {
    return this.outer.every(({ field, bound }) => {
      const value = fields[field];
      fields[field] = undefined;
      return value === undefined || bindJson(bound, value, bindings) === OK;
    });
  }

  /** undefined where an item does not match. */
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
