// JSON bytes → XML bytes: a walk over scanned JSON in schema order, led by a shape. Recursion follows the JSON's nesting, which the
// scan has bounded. Knows nothing about SOAP.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors.ts';
import { scanned } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { ARRAY, type Json, OBJECT } from '../../json/value.ts';
import { nearest } from '../near-key.ts';
import { type Action, type EachAction, type MembersAction, type ShapedType, shapedType } from '../shaped.ts';
import type { NameWriter } from '../simple/codec.ts';
import { CONTENT, type ElementTable, type PositionTable, type TypeTable } from '../tables.ts';
import { ElementEncoder } from './elements.ts';
import { GT, insert, jsonAt, kind, NOWHERE, next, QUOTE, type Slots } from './walk.ts';

export class XmlEncoder extends ElementEncoder implements NameWriter {
  /** Writes the root element, with the declarations of all prefixes used anywhere in it. An encoder writes one document at a time. */
  document(root: ElementTable, action: Action, slots: Slots, out: ByteBuffer): void {
    this.begin(out);
    try {
      const start = out.length;
      this.act(action, root, 1, slots);
      const end = out.length;
      this.declareAll();
      insert(out, start + root.open.length, end);
    } finally {
      this.out = NOWHERE;
      this.tape = undefined;
      this.extra = undefined;
      this.override = undefined;
    }
  }

  /** Writes what a shape says at an element that may stand `min` times at least. */
  protected act(action: Action, element: ElementTable, min: number, slots: Slots, list = false): void {
    switch (action.kind) {
      case 'hole':
        return this.hole(action.slot, element, min, slots, list);
      case 'constant':
        this.open(element);
        this.out.push(GT);
        this.out.append(action.xml);
        this.out.append(element.close);
        return;
      case 'members':
        return this.members(action, element, min, slots);
      case 'each':
        return this.each(action, element, min, slots);
      case 'ordered':
        for (const item of action.items) this.act(item, element, 0, slots);
    }
  }

  protected hole(slot: number, element: ElementTable, min: number, slots: Slots, list: boolean): void {
    const value = slots[slot];
    if (value === undefined) {
      if (min > 0)
        throw new SoapstoneError('CODEC_MISSING', `there is no value for element "${element.decl.name.local}"`, {
          path: '$',
        });
      return;
    }
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    if (list) this.list(element, node, min, Number.POSITIVE_INFINITY);
    else this.element(element, node);
    this.tape = outer;
  }

  protected each(action: EachAction, element: ElementTable, min: number, slots: Slots): void {
    const value = slots[action.slot];
    if (value === undefined) {
      if (min > 0)
        throw new SoapstoneError('CODEC_MISSING', `there is no value for element "${element.decl.name.local}"`, {
          path: '$',
        });
      return;
    }
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      this.act(action.item, element, 1, this.fieldsOf(item, action.names));
      this.tape = tape;
    }
    this.tape = outer;
  }

  protected fieldsOf(item: number, names: readonly string[]): (Json | undefined)[] {
    const tape = this.tape!;
    if (kind(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', item);
    const fields: (Json | undefined)[] = new Array(names.length).fill(undefined);
    for (let k = item + 1; k < next(tape, item); k = next(tape, k + 1)) {
      const index = names.indexOf(stringValue(tape, k));
      if (index < 0) this.fail('CODEC_UNKNOWN', 'unknown member', k + 1, '', nearest(stringValue(tape, k), names));
      if (fields[index] !== undefined) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      fields[index] = jsonAt(tape, k + 1);
    }
    return fields;
  }

  protected members(action: MembersAction, element: ElementTable, min: number, slots: Slots): void {
    if (min === 0 && !action.fixed && action.slots.every((s) => slots[s] === undefined)) return;
    const type = action.shape.type;
    const table = type === undefined ? element.type : this.tables.type(type);
    const shaped = shapedType(action, table);
    this.open(element);
    if (type !== undefined && type !== element.decl.type) this.writeType(table);
    const rest = shaped.rest < 0 ? undefined : slots[shaped.rest];
    if (rest === undefined) this.shapedOnly(shaped, element, slots);
    else this.shapedWithRest(shaped, element, slots, rest);
  }

  protected shapedOnly(shaped: ShapedType, element: ElementTable, slots: Slots): void {
    const { table } = shaped;
    for (const a of table.attributes) this.shapedAttribute(shaped.attributes[a.index], a, slots);
    if (table.kind !== CONTENT) return this.shapedText(shaped, element, slots);
    const positions = table.level!.positions;
    this.out.push(GT);
    const done = new Set<number>();
    for (const p of positions) {
      const action = shaped.positions[p.index];
      if (action === undefined || done.has(p.member)) continue;
      done.add(p.member);
      this.actAt(action, p, slots);
    }
    this.out.append(element.close);
  }

  /** A position may be a wildcard or a group: then the shape is a hole for the whole array. */
  protected actAt(action: Action, p: PositionTable, slots: Slots): void {
    if (p.element !== undefined) return this.act(action, p.element, p.min, slots, p.list);
    const value = action.kind === 'hole' ? slots[action.slot] : undefined;
    if (value === undefined) return;
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    this.position(p, node, 0);
    this.tape = outer;
  }

  protected shapedText(shaped: ShapedType, element: ElementTable, slots: Slots): void {
    this.out.push(GT);
    const action = shaped.text;
    if (action?.kind === 'constant') this.out.append(action.xml);
    const value = action?.kind === 'hole' ? slots[action.slot] : undefined;
    if (value !== undefined) {
      const { tape, node } = scanned(value);
      this.inTape(tape, () => this.simpleText(shaped.table, node, false));
    }
    this.out.append(element.close);
  }

  protected shapedAttribute(action: Action | undefined, a: TypeTable['attributes'][number], slots: Slots): void {
    if (action === undefined) return;
    if (action.kind === 'constant') {
      this.use(a.ns);
      this.out.append(a.open);
      this.out.append(action.xml);
      this.out.push(QUOTE);
      return;
    }
    const value = action.kind === 'hole' ? slots[action.slot] : undefined;
    if (value === undefined) {
      if (a.use.required)
        throw new SoapstoneError('CODEC_MISSING', `there is no value for attribute "${a.use.name.local}"`, {
          path: '$',
        });
      return;
    }
    const { tape, node } = scanned(value);
    this.inTape(tape, () => this.attribute(a, node));
  }

  /** The members of `rest`, with the shape's own in between. */
  protected shapedWithRest(shaped: ShapedType, element: ElementTable, slots: Slots, rest: Json): void {
    const { tape, node } = scanned(rest);
    const outer = this.tape;
    this.tape = tape;
    if (kind(tape, node) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', node);
    const table = shaped.table;
    const base = this.take(table.keys.keys.length);
    this.gather(table, node, base);
    for (const a of table.attributes) {
      const action = shaped.attributes[a.index];
      if (action !== undefined) this.shapedAttribute(action, a, slots);
      else this.attributeAt(a, base, node);
    }
    if (table.kind === CONTENT) {
      this.out.push(GT);
      this.override = { shaped, slots };
      this.content(table.level!, base + table.attributes.length, node);
      this.override = undefined;
      this.out.append(element.close);
    } else this.shapedText(shaped, element, slots);
    this.top = base;
    this.tape = outer;
  }
}
