// JSON bytes → XML bytes: a walk over scanned JSON in schema order, led by a shape. Recursion follows the JSON's nesting, which the
// scan has bounded. Knows nothing about SOAP.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { suggestKey } from '../../errors/suggest.ts';
import { isUnscanned } from '../../json/lazy-json.ts';
import { scanned, valueAt } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { type Json, NULL, OBJECT } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { dropSpans, shiftSpans } from '../datatypes/binary-spans.ts';
import { type Declarations, DirectEncoder } from '../fast-path/fast-encoder.ts';
import { GT, insert, keyAt, NOWHERE, nameOf, QUOTE, type Slots } from '../fast-path/tape-reader.ts';
import type { ReadOnlyMembers, Tolerance } from '../model/codec.ts';
import {
  type Action,
  type EachAction,
  type MembersAction,
  provides,
  type ShapedType,
  shapedType,
} from '../model/shaped.ts';
import {
  type AttributeTable,
  CONTENT,
  type ElementTable,
  type ItemVariants,
  LISTED,
  type PositionTable,
  TEXT,
  type TypeTable,
} from '../model/tables.ts';
import { ElementEncoder } from './elements.ts';
import { isEmptyWrapper } from './empty-wrappers.ts';
import { listNode, variantOf } from './item-types.ts';
import { LITERAL, type Override } from './state.ts';

/** Of `null`. */
const LETTER_N = 0x6e;
const BRACE = 0x7b;

export class XmlEncoder extends ElementEncoder implements Declarations {
  private readonly fastEncoder = new DirectEncoder(this.tables, this, this.xsi);

  /** Writes the root element, with the declarations of all prefixes used anywhere in it. An encoder writes one document at a time. */
  document(
    root: ElementTable,
    action: Action,
    slots: Slots,
    out: ByteBuffer,
    lenient = false,
    tolerance?: Tolerance,
    readOnly: ReadOnlyMembers = 'written',
    rules = LITERAL,
  ): void {
    this.begin(out);
    this.rules = rules;
    this.takesNulls = false;
    this.foreignType = undefined;
    this.lenient = lenient;
    this.tolerance = tolerance;
    this.isRequest = readOnly === 'ignored';
    try {
      const start = out.length;
      this.act(action, root, slots, 1, 1, false);
      const end = out.length;
      this.declareAll();
      shiftSpans(out.length - end);
      insert(out, start + root.open.length, end);
    } finally {
      this.out = NOWHERE;
      this.tape = undefined;
      this.forgetPrefixes();
      this.override = undefined;
    }
  }

  /** Writes an action at an element that may occur `min` to `max` times. `list`: its JSON is an array. `from`: as for `list`. */
  protected act(
    action: Action,
    element: ElementTable,
    slots: Slots,
    min: number,
    max: number,
    list: boolean,
    from = -1,
  ): void {
    if (this.rules.nulls && !this.takesNulls && element.decl.encoding !== undefined)
      return this.inEncoded(() => this.act(action, element, slots, min, max, list, from));
    switch (action.kind) {
      case 'hole':
        return this.hole(action.slot, element, slots, min, max, list, from);
      case 'constant':
        this.open(element);
        this.out.push(GT);
        this.out.append(action.xml);
        this.out.append(element.close);
        return;
      case 'members':
        return this.members(action, element, slots, min);
      case 'each':
        return this.each(action, element, slots, min, max, from);
      case 'ordered':
        for (const item of itemsFrom(action.items, slots, max, from)) this.act(item, element, slots, 0, 1, false);
    }
  }

  /** After an error, other elements may follow: all problems of a document are found. */
  private inEncoded(write: () => void): void {
    this.takesNulls = true;
    try {
      write();
    } finally {
      this.takesNulls = false;
    }
  }

  protected hole(
    slot: number,
    element: ElementTable,
    slots: Slots,
    min: number,
    max: number,
    list: boolean,
    from: number,
  ): void {
    const value = slots[slot];
    if (value === undefined) return this.noValue(`element "${element.decl.name.local}"`, min > 0);
    if (this.lenient && min === 0 && value.bytes[value.start] === LETTER_N && !(element.decl.nillable && !list)) return;
    if (!list && this.mayBeDirect(element, value) && this.tryFastPath(element, value)) return;
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    if (list) this.list(element, node, min, max, from);
    else this.element(element, node);
    this.tape = outer;
  }

  /** A document that has been scanned is an object at least: the fast path would not repay its start for less. */
  private mayBeDirect(element: ElementTable, value: Json): boolean {
    if (isUnscanned(value)) return true;
    return !this.lenient && value.bytes[value.start] === BRACE && this.fastEncoder.isLikely(element);
  }

  /** Tries the fast path for unscanned bytes. A failed attempt is undone, except for noted prefixes: the full pass uses those too. */
  protected tryFastPath(element: ElementTable, value: Json): boolean {
    if (this.clashes.length > 0) return false;
    const { length } = this.out;
    if (this.fastEncoder.write(element, value, this.out)) return true;
    this.out.length = length;
    dropSpans(length);
    return false;
  }

  protected noValue(subject: string, required: boolean): void {
    if (required) throw new SoapstoneError('CODEC_MISSING', `there is no value for ${subject}`, { path: '$' });
  }

  /** An item that is the member of an object, named by its key. */
  protected entry(element: ElementTable, items: EachAction, k: number): void {
    const tape = this.tape!;
    const valueKind = kindAt(tape, k + 1);
    const { optional, bare, variants } = items.entry!;
    const [action, node] = variants === undefined ? [items.item, k + 1] : this.variant(variants, k);
    const value = optional && valueKind === NULL ? undefined : valueAt(tape, node);
    try {
      this.act(action, element, [keyAt(tape, k, bare), value], 1, 1, false);
    } catch (e) {
      // The codec of the key's type reads the key as a separate document.
      if (!(e instanceof SoapstoneError) || e.path !== '$') throw e;
      this.tape = tape;
      this.fail(e.code, e.message, k + 1, '', e.suggestion);
    }
  }

  /** What writes an item of several types, and the node of its value. */
  private variant(variants: ItemVariants, k: number): [Action, number] {
    const tape = this.tape!;
    const variant = variantOf(variants, stringValue(tape, k), tape, k + 1, this);
    if (variant === undefined) this.fail('CODEC_TYPE', 'no type of the items has a value like this', k + 1);
    if (variant.form !== 'list' || variants.listIn === undefined) return [variant.action, k + 1];
    const list = listNode(variants, tape, k + 1);
    if (list < 0) this.fail('CODEC_TYPE', `expected an object with one member: ${variants.listIn}`, k + 1);
    return [variant.action, list];
  }

  protected fieldsOf(item: number, names: readonly string[]): (Json | undefined)[] {
    const tape = this.tape!;
    if (kindAt(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', item);
    const fields: (Json | undefined)[] = new Array(names.length).fill(undefined);
    for (let k = item + 1; k < nextNode(tape, item); k = nextNode(tape, k + 1)) {
      const index = names.indexOf(stringValue(tape, k));
      if (index < 0) this.fail('CODEC_UNKNOWN', 'unknown member', k + 1, '', suggestKey(stringValue(tape, k), names));
      if (fields[index] !== undefined) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      fields[index] = valueAt(tape, k + 1);
    }
    return fields;
  }

  protected members(action: MembersAction, element: ElementTable, slots: Slots, min: number): void {
    if (min === 0 && (!provides(action, slots) || isEmptyWrapper(action, element, slots, this.tables))) return;
    const start = this.out.length;
    this.membersFrom(action, element, slots);
    if (this.clashes.length > 0) this.endClash(start);
  }

  private membersFrom(action: MembersAction, element: ElementTable, slots: Slots): void {
    this.open(element);
    const { rest } = action.shape;
    const value = rest === undefined ? undefined : slots[rest];
    if (value === undefined) return this.shaped(action, element, slots, -1);
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    if (kindAt(tape, node) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', node);
    this.shaped(action, element, slots, node);
    this.tape = outer;
  }

  /** Listed members from `slots`, the others from the object `rest`; -1: there are no others. */
  protected shaped(action: MembersAction, element: ElementTable, slots: Slots, rest: number): void {
    const table = this.shapedTable(action, element, rest);
    if (table !== element.type) this.writeType(table);
    const shaped = shapedType(action, table);
    for (const { key, action: lost } of shaped.unmatched)
      if (provides(lost, slots))
        this.fail(
          'BAD_BODY',
          `the type ${nameOf(table.def)} has no "${key}", which the request says elsewhere`,
          Math.max(rest, 0),
        );
    const base = this.take(table.keys.size);
    const extra = rest >= 0 && this.indexMembers(table, rest, base);
    if (rest >= 0 && table.level?.nulls !== undefined) this.refuseNulls(shaped, base);
    if (table.particular) this.applyPresentation(element.type, table, base, rest);
    const special = base + table.specials;
    if (this.nodes[special + 4] >= 0) this.declarations(this.nodes[special + 4], true);
    for (const a of table.attributes) this.attributeOf(shaped.attributes[a.index], a, slots, base, rest);
    if (extra) this.extraAttributes(table, rest);
    if (action.shape.type !== undefined) this.refuseTypeNames(table, base);
    this.refuseSpecial(table, special + 2, '$mixed');
    this.refuseSpecial(table, special + 3, '$nil');
    this.out.push(GT);
    if (table.kind === TEXT) this.shapedText(element, shaped, slots, this.nodes[special + 1], rest);
    else {
      this.refuseSpecial(table, special + 1, '$value');
      const outer = this.override;
      this.override = this.overrideOf(shaped, slots, rest, base);
      this.content(table.level!, base + table.attributes.length, Math.max(rest, 0));
      this.override = outer;
    }
    this.out.append(element.close);
    this.top = base;
  }

  /** A member that the shape lists must not be in the list of null members. */
  protected refuseNulls({ table, positions }: ShapedType, base: number): void {
    for (const p of table.level!.positions) {
      const action = positions[p.index];
      const node = this.nodes[base + table.attributes.length + p.member];
      if (action === undefined || node < 0 || kindAt(this.tape!, node) !== NULL) continue;
      const message = (action.kind === 'hole' && action.repeat) || 'the member has another place in the message';
      this.fail('BAD_BODY', message, node);
    }
  }

  protected overrideOf(shaped: ShapedType, slots: Slots, rest: number, base: number): Override {
    const nulls = shaped.table.level!.nulls;
    if (nulls === undefined) return { shaped, slots, rest: rest >= 0, nulls: [] };
    const filled = [...slots];
    const names: string[] = [];
    for (const { name, positions } of nulls.byName.values()) {
      const action = shaped.positions[positions[0].index];
      const value = action?.kind === 'hole' ? slots[action.slot] : undefined;
      if (action?.kind !== 'hole' || value?.bytes[value.start] !== LETTER_N) continue;
      names.push(name);
      filled[action.slot] = undefined;
    }
    const at = base + shaped.table.attributes.length + nulls.position.member;
    if (names.length > 0) this.nodes[at] = Math.max(this.nodes[at], 0);
    return { shaped, slots: filled, rest: rest >= 0, nulls: names };
  }

  protected shapedTable(action: MembersAction, element: ElementTable, rest: number): TypeTable {
    const { type } = action.shape;
    const declared = type === undefined ? element.type : this.tables.type(type);
    const table = rest < 0 || type !== undefined ? declared : this.actual(declared, rest);
    if (table.abstract || (table.kind !== CONTENT && table.kind !== LISTED && table.kind !== TEXT))
      this.fail('CODEC_TYPE', `members can not be listed of the type ${nameOf(table.def)}`, Math.max(rest, 0));
    return table;
  }

  protected attributeOf(action: Action | undefined, a: AttributeTable, slots: Slots, base: number, rest: number): void {
    const node = this.nodes[base + a.index];
    if (action === undefined) {
      if (rest >= 0) this.attributeAt(a, base, rest);
      return;
    }
    if (node >= 0) this.repeated(action, slots, a.simple, node);
    this.shapedAttribute(action, a, slots);
  }

  /** A position may be a wildcard or a group: then the shape is a hole for the whole array. */
  protected actAt(action: Action, p: PositionTable, slots: Slots): void {
    if (p.element !== undefined && p.items === undefined)
      return this.act(action, p.element, slots, p.min, p.max, p.list);
    const value = action.kind === 'hole' ? slots[action.slot] : undefined;
    if (value === undefined) return this.noValue(nameAt(p), p.min > 0);
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    this.position(p, node, 0);
    this.tape = outer;
  }

  protected shapedText(element: ElementTable, shaped: ShapedType, slots: Slots, node: number, rest: number): void {
    const action = shaped.text;
    if (action === undefined) {
      if (node >= 0) this.elementText(element, shaped.table, node);
      else if (rest >= 0) this.fail('CODEC_MISSING', 'member "$value" is missing', rest);
      return;
    }
    if (node >= 0) this.repeated(action, slots, shaped.table.simple, node);
    if (action.kind === 'constant') this.out.append(action.xml);
    const value = action.kind === 'hole' ? slots[action.slot] : undefined;
    if (value === undefined) return this.noValue('"$value"', action.kind === 'hole');
    const { tape, node: text } = scanned(value);
    this.inTape(tape, () => this.elementText(element, shaped.table, text));
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
    if (value === undefined) return this.noValue(`attribute "${a.use.name.local}"`, a.use.required);
    const { tape, node } = scanned(value);
    this.inTape(tape, () => this.attribute(a, node));
  }
}

/** Items of a pattern that are written by their number, without those that have no value. */
function itemsFrom(items: readonly Action[], slots: Slots, max: number, from: number): readonly Action[] {
  return from < 0 ? items : items.filter((item) => provides(item, slots)).slice(from, from + max);
}

function nameAt(p: PositionTable): string {
  if (p.element !== undefined) return `element "${p.element.decl.name.local}"`;
  return p.groupLevel === undefined ? '"$any"' : '"$items"';
}
