// JSON bytes → XML bytes: a walk over scanned JSON in schema order. Recursion follows the JSON's nesting, which the scan has bounded.
import { ByteBuffer } from '../bytes/buffer.ts';
import type { TypeDef, Wildcard } from '../contract/model.ts';
import { type ErrorCode, SoapstoneError } from '../errors.ts';
import { pathOf } from '../json/path.ts';
import { scanned } from '../json/tape.ts';
import { equalsText, stringValue } from '../json/text.ts';
import {
  ARRAY,
  ESCAPED,
  FALSE,
  type Json,
  NULL,
  NUMBER,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from '../json/value.ts';
import { isNCName } from '../xml/chars.ts';
import { appendAttributeFromJson, appendTextFromJson } from '../xml/escape.ts';
import { clark, type QName, XSI_NS } from '../xml/names.ts';
import type { Node } from './content.ts';
import { accept, advance, type Cursor, canEnd, whyNotEnd, whyNotHere } from './cursor.ts';
import { nearest } from './near-key.ts';
import { type Action, type EachAction, type MembersAction, type ShapedType, shapedType } from './shaped.ts';
import type { NameScope, NameWriter, ValueCodec } from './simple/codec.ts';
import { sameValue } from './simple/same.ts';
import {
  ANY,
  admits,
  CONTENT,
  type ElementTable,
  type LevelTable,
  ORDERED,
  type PositionTable,
  SIMPLE,
  type Tables,
  TEXT,
  type TypeTable,
} from './tables.ts';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const NIL = bytesOf(' xsi:nil="true"');
const EMPTY_END = bytesOf('/>');
const TYPE_KEY = bytesOf('$type');
const GT = 0x3e;
const LT = 0x3c;
const QUOTE = 0x22;

type Slots = readonly (Json | undefined)[];

export class XmlEncoder implements NameWriter {
  private readonly tables: Tables;
  private out: ByteBuffer;
  /** Namespaces used, by number in Prefixes. */
  private used: Uint8Array;
  /** Prefixes of namespaces that the contract does not know, for this document only. */
  private extra: Map<string, string> | undefined;
  /** Member → node, for all open objects; -1: absent. */
  private nodes = new Int32Array(256);
  private top = 0;
  private tape: Tape | undefined;
  private readonly xsi: number;

  constructor(tables: Tables) {
    this.tables = tables;
    this.out = NOWHERE;
    this.used = new Uint8Array(tables.prefixes.size + 64);
    this.xsi = tables.prefixes.index(XSI_NS);
  }

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

  private begin(out: ByteBuffer): void {
    this.out = out;
    this.top = 0;
    if (this.used.length < this.tables.prefixes.size + 8) this.used = new Uint8Array(this.tables.prefixes.size + 64);
    else this.used.fill(0);
  }

  prefixFor(ns: string): string {
    const { prefixes } = this.tables;
    const known = prefixes.known(ns);
    if (known >= 0) {
      this.use(known);
      return prefixes.prefix(known);
    }
    this.extra ??= new Map();
    let prefix = this.extra.get(ns);
    for (let n = this.extra.size; prefix === undefined; n++) if (!prefixes.isTaken(`x${n}`)) prefix = `x${n}`;
    this.extra.set(ns, prefix);
    return prefix;
  }

  private declareAll(): void {
    const { out, used } = this;
    const { prefixes } = this.tables;
    for (let i = 0; i < prefixes.size; i++) if (used[i] === 1) prefixes.declare(i, out);
    for (const [ns, prefix] of this.extra ?? []) {
      const uri = bytesOf(JSON.stringify(ns));
      out.appendText(` xmlns:${prefix}="`);
      appendAttributeFromJson(uri, 1, uri.length - 1, true, out);
      out.push(QUOTE);
    }
  }

  private use(ns: number): void {
    if (ns < 0) return;
    // Types that are met for the first time while writing may add namespaces.
    if (ns >= this.used.length) this.widen(ns);
    this.used[ns] = 1;
  }

  private widen(ns: number): void {
    const wider = new Uint8Array(ns + 64);
    wider.set(this.used);
    this.used = wider;
  }

  private fail(code: ErrorCode, message: string, node: number, below = '', suggestion?: string): never {
    const path = this.tape === undefined ? '$' : pathOf(this.tape, node);
    throw new SoapstoneError(code, message, { path: path + below, suggestion });
  }

  // --- shapes ------------------------------------------------------------------------------------------------------------------

  /** Writes what a shape says at an element that may stand `min` times at least. */
  private act(action: Action, element: ElementTable, min: number, slots: Slots, list = false): void {
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

  private hole(slot: number, element: ElementTable, min: number, slots: Slots, list: boolean): void {
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

  private each(action: EachAction, element: ElementTable, min: number, slots: Slots): void {
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

  private fieldsOf(item: number, names: readonly string[]): (Json | undefined)[] {
    const tape = this.tape!;
    if (kind(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', item);
    const fields: (Json | undefined)[] = new Array(names.length).fill(undefined);
    for (let k = item + 1; k < next(tape, item); k = next(tape, k + 1)) {
      const index = names.indexOf(stringValue(tape, k));
      if (index < 0) this.fail('CODEC_UNKNOWN', 'unknown member', k + 1, '', nearest(stringValue(tape, k), names));
      if (fields[index] !== undefined) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      fields[index] = valueOf(tape, k + 1);
    }
    return fields;
  }

  private members(action: MembersAction, element: ElementTable, min: number, slots: Slots): void {
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

  private shapedOnly(shaped: ShapedType, element: ElementTable, slots: Slots): void {
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
  private actAt(action: Action, p: PositionTable, slots: Slots): void {
    if (p.element !== undefined) return this.act(action, p.element, p.min, slots, p.list);
    const value = action.kind === 'hole' ? slots[action.slot] : undefined;
    if (value === undefined) return;
    const { tape, node } = scanned(value);
    const outer = this.tape;
    this.tape = tape;
    this.position(p, node, 0);
    this.tape = outer;
  }

  private shapedText(shaped: ShapedType, element: ElementTable, slots: Slots): void {
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

  private inTape(tape: Tape, write: () => void): void {
    const outer = this.tape;
    this.tape = tape;
    write();
    this.tape = outer;
  }

  private shapedAttribute(action: Action | undefined, a: TypeTable['attributes'][number], slots: Slots): void {
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
  private shapedWithRest(shaped: ShapedType, element: ElementTable, slots: Slots, rest: Json): void {
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

  /** Set while the content of an element with `rest` is written, and only at its own level. */
  private override: { shaped: ShapedType; slots: Slots } | undefined;

  // --- elements ----------------------------------------------------------------------------------------------------------------

  private open(element: ElementTable): void {
    this.use(element.ns);
    this.out.append(element.open);
  }

  private writeType(table: TypeTable): void {
    const { xsiType } = table;
    if (xsiType === undefined) return;
    this.use(this.xsi);
    this.use(xsiType.ns);
    this.out.append(xsiType.bytes);
  }

  private list(element: ElementTable, node: number, min: number, max: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      this.element(element, item);
      count++;
    }
    if (count < min) this.fail('CODEC_COUNT', `expected ${min} items at least, found ${count}`, node);
    if (count > max) this.fail('CODEC_COUNT', `expected ${max} items at most, found ${count}`, node);
  }

  private element(element: ElementTable, node: number): void {
    if (element.substitutes !== undefined) return this.substitute(element, node);
    this.concrete(element, node);
  }

  private substitute(element: ElementTable, node: number): void {
    const tape = this.tape!;
    const names = [...element.substitutes!.values()].map((s) => s.key);
    if (kind(tape, node) !== OBJECT || next(tape, node) === node + 1 || next(tape, node + 2) !== next(tape, node)) {
      this.fail('CODEC_TYPE', `expected an object with one member: ${names.join(', ')}`, node);
    }
    const key = stringValue(tape, node + 1);
    for (const s of element.substitutes!.values()) if (s.key === key) return this.concrete(s.element, node + 2);
    this.fail(
      'CODEC_UNKNOWN',
      `"${key}" is not in the substitution group; expected ${names.join(', ')}`,
      node + 2,
      '',
      nearest(key, names),
    );
  }

  private concrete(element: ElementTable, node: number): void {
    const tape = this.tape!;
    const what = kind(tape, node);
    this.open(element);
    if (what === NULL) return this.nil(element, node);
    let table = element.type;
    if (what === OBJECT) table = this.actual(table, node);
    if (table.abstract) {
      this.fail(
        'CODEC_ABSTRACT',
        `the type ${nameOf(table.def)} is abstract: "$type" must name one of its derived types`,
        node,
      );
    }
    if (table !== element.type) this.writeType(table);
    this.value(element, table, node, what);
  }

  private value(element: ElementTable, table: TypeTable, node: number, what: number): void {
    if (table.kind === SIMPLE) {
      this.out.push(GT);
      this.simpleText(table, what === OBJECT ? this.wrapped(node) : node, false);
      this.checkFixed(element, table, node);
      this.out.append(element.close);
    } else if (table.kind === ANY) this.loose(node, element.close, what);
    else if (what === OBJECT) this.object(element, table, node);
    else this.fail('CODEC_TYPE', 'expected an object', node);
  }

  private nil(element: ElementTable, node: number): void {
    if (!element.decl.nillable) this.fail('CODEC_NIL', 'null is not allowed here: the element is not nillable', node);
    if (element.type.required.length > 0) {
      this.fail('CODEC_MISSING', `attribute "${element.type.required[0].key}" is missing: use {"$nil": true, …}`, node);
    }
    this.use(this.xsi);
    this.out.append(NIL);
    this.out.append(EMPTY_END);
  }

  /** The type that `$type` names, else the declared one. */
  private actual(declared: TypeTable, node: number): TypeTable {
    const tape = this.tape!;
    const end = next(tape, node);
    for (let k = node + 1; k < end; k = next(tape, k + 1)) {
      if (tape.bytes[tape.entries[k * STRIDE + 1]] !== 0x24 || !equalsText(tape, k, TYPE_KEY)) continue;
      return this.typeNamed(declared, k + 1);
    }
    return declared;
  }

  private typeNamed(declared: TypeTable, node: number): TypeTable {
    const tape = this.tape!;
    if (kind(tape, node) !== STRING) this.fail('CODEC_TYPE', 'expected the name of a type', node);
    const text = stringValue(tape, node);
    const name = this.tables.dialect.parseName(text);
    const type = name === undefined ? undefined : this.tables.schemas.types.get(clark(name));
    if (type === undefined) this.fail('CODEC_TYPE', `"${text}" is not a type of the contract`, node);
    if (type !== declared.def && !this.tables.schemas.derives(type, declared.def)) {
      this.fail('CODEC_TYPE', `"${text}" is not derived from ${nameOf(declared.def)}`, node);
    }
    return this.tables.type(type);
  }

  /** The `$value` of an object that stands for a simple value with `$type`. */
  private wrapped(node: number): number {
    const tape = this.tape!;
    let value = -1;
    for (let k = node + 1; k < next(tape, node); k = next(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (key === '$value' && value < 0) value = k + 1;
      else if (key !== '$type') this.fail('CODEC_TYPE', 'expected a simple value', node);
    }
    if (value < 0) this.fail('CODEC_MISSING', 'expected a simple value', node);
    return value;
  }

  private object(element: ElementTable, table: TypeTable, node: number): void {
    const base = this.take(table.keys.keys.length);
    const extra = this.gather(table, node, base);
    for (const a of table.attributes) this.attributeAt(a, base, node);
    if (extra) this.extraAttributes(table, node);
    const special = base + table.specials;
    if (this.nodes[special + 3] >= 0) this.nilObject(element, table, base);
    else if (table.kind === TEXT) {
      const text = this.nodes[special + 1];
      if (text < 0) this.fail('CODEC_MISSING', 'member "$value" is missing', node);
      this.out.push(GT);
      this.simpleText(table, text, false);
      this.checkFixed(element, table, text);
      this.out.append(element.close);
    } else {
      this.refuseSpecial(table, special + 1, '$value');
      this.out.push(GT);
      const outer = this.override;
      this.override = undefined;
      if (table.kind === ORDERED) this.mixed(table, this.nodes[special + 2], node);
      else {
        this.refuseSpecial(table, special + 2, '$mixed');
        this.content(table.level!, base + table.attributes.length, node);
      }
      this.override = outer;
      this.out.append(element.close);
    }
    this.top = base;
  }

  private refuseSpecial(table: TypeTable, at: number, key: string): void {
    if (this.nodes[at] >= 0)
      this.fail('CODEC_UNKNOWN', `the type ${nameOf(table.def)} has no member "${key}"`, this.nodes[at]);
  }

  private nilObject(element: ElementTable, table: TypeTable, base: number): void {
    const at = this.nodes[base + table.specials + 3];
    if (kind(this.tape!, at) !== TRUE) this.fail('CODEC_NIL', '"$nil" can only be true', at);
    if (!element.decl.nillable) this.fail('CODEC_NIL', 'the element is not nillable', at);
    for (let i = table.attributes.length; i < table.specials + 3; i++) {
      if (i !== table.specials && this.nodes[base + i] >= 0)
        this.fail('CODEC_NIL', 'a nil element has no content', this.nodes[base + i]);
    }
    this.use(this.xsi);
    this.out.append(NIL);
    this.out.append(EMPTY_END);
  }

  /** Room for `n` members on the stack, all absent. */
  private take(n: number): number {
    const base = this.top;
    this.top = base + n;
    if (this.top > this.nodes.length) {
      const bigger = new Int32Array(this.top * 2);
      bigger.set(this.nodes);
      this.nodes = bigger;
    }
    this.nodes.fill(-1, base, this.top);
    return base;
  }

  /** Notes where each member of an object stands. True when there are attributes for anyAttribute. */
  private gather(table: TypeTable, node: number, base: number): boolean {
    const tape = this.tape!;
    const end = next(tape, node);
    let last = -1;
    let extra = false;
    for (let k = node + 1; k < end; k = next(tape, k + 1)) {
      const index = table.keys.find(tape, k, last);
      if (index < 0) {
        if (table.anyAttribute === undefined || tape.bytes[tape.entries[k * STRIDE + 1]] !== 0x40)
          this.unknown(table.keys.keys, k, base, table);
        extra = true;
        continue;
      }
      if (this.nodes[base + index] >= 0) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      this.nodes[base + index] = k + 1;
      last = index;
    }
    return extra;
  }

  private unknown(keys: readonly string[], k: number, _base: number, table: TypeTable | undefined): never {
    const key = stringValue(this.tape!, k);
    const of = table === undefined ? 'the group' : nameOf(table.def);
    this.fail('CODEC_UNKNOWN', `"${key}" is not a member of ${of}`, k + 1, '', nearest(key, keys));
  }

  // --- content -----------------------------------------------------------------------------------------------------------------

  private content(level: LevelTable, base: number, object: number): void {
    if (level.flat && this.override === undefined) {
      const { positions } = level;
      for (let i = 0; i < positions.length; i++) this.plain(positions[i], this.nodes[base + positions[i].member], object);
    } else this.node(level.level.root, level, base, object);
  }

  private node(n: Node, level: LevelTable, base: number, object: number): void {
    if (n.kind === 'position') {
      const p = level.positions[n.position.index];
      return this.position(p, this.nodes[base + p.member], object);
    }
    if (n.kind === 'choice') return this.choice(n, level, base, object);
    if (n.optional && !this.present(n, level, base)) return;
    for (const child of n.nodes) this.node(child, level, base, object);
  }

  private choice(
    n: Node & { kind: 'choice' | 'sequence' | 'all' },
    level: LevelTable,
    base: number,
    object: number,
  ): void {
    const taken = n.nodes.filter((c) => this.present(c, level, base));
    if (taken.length === 0) {
      if (n.optional || n.nodes.some((c) => isEmptiable(c))) return;
      this.fail('CODEC_CHOICE', `one of ${names(n, level).join(', ')} is required`, object);
    }
    const best = taken.length === 1 ? taken[0] : taken.find((c) => this.covers(c, taken, level, base));
    if (best === undefined) {
      const two = taken.slice(0, 2).map((c) => this.firstPresent(c, level, base));
      this.fail(
        'CODEC_CHOICE',
        `only one of ${two.map((p) => `"${level.members[p.member].key}"`).join(' and ')} may stand here`,
        this.nodes[base + two[1].member],
      );
    }
    this.node(best, level, base, object);
  }

  /** Does branch `c` hold every member that is present in any branch? */
  private covers(c: Node, taken: readonly Node[], level: LevelTable, base: number): boolean {
    const own = new Set(positionsOf(c, level).map((p) => p.member));
    return taken.every((t) => positionsOf(t, level).every((p) => this.nodes[base + p.member] < 0 || own.has(p.member)));
  }

  private present(n: Node, level: LevelTable, base: number): boolean {
    if (n.kind !== 'position') return n.nodes.some((c) => this.present(c, level, base));
    const p = level.positions[n.position.index];
    return this.nodes[base + p.member] >= 0 || this.overridden(p, level);
  }

  private overridden(p: PositionTable, level: LevelTable): boolean {
    const o = this.override;
    return o !== undefined && o.shaped.table.level === level && o.shaped.positions[p.index] !== undefined;
  }

  private firstPresent(n: Node, level: LevelTable, base: number): PositionTable {
    return positionsOf(n, level).find((p) => this.nodes[base + p.member] >= 0)!;
  }

  private position(p: PositionTable, node: number, object: number): void {
    if (this.override !== undefined) {
      const action = this.override.shaped.positions[p.index];
      if (action !== undefined) {
        const { override } = this;
        this.override = undefined;
        this.actAt(action, p, override.slots);
        this.override = override;
        return;
      }
    }
    if (node < 0) {
      if (p.min > 0) this.missing(p, object);
      return;
    }
    if (p.element !== undefined) {
      if (p.list) this.list(p.element, node, p.min, p.max);
      else this.element(p.element, node);
    } else if (p.inner !== undefined) this.groups(p, p.inner, node);
    else this.anyList(p, node);
  }

  /** The common case of a position, without a shape's hand in it. */
  private plain(p: PositionTable, node: number, object: number): void {
    if (node < 0) {
      if (p.min > 0) this.missing(p, object);
      return;
    }
    const { leaf } = p;
    if (leaf === undefined || p.list) return this.position(p, node, object);
    const tape = this.tape!;
    const at = node * STRIDE;
    const what = tape.entries[at];
    const of = what & ~ESCAPED;
    if (of === OBJECT || of === NULL) return this.position(p, node, object);
    const element = p.element!;
    const { out } = this;
    this.use(element.ns);
    out.append(element.openWhole);
    if (leaf.plain && of === STRING) appendTextFromJson(tape.bytes, tape.entries[at + 1], tape.entries[at + 2], what !== of, out);
    else this.scalar(leaf, node, false);
    out.append(element.close);
  }

  private missing(p: PositionTable, object: number): never {
    const key = p.element?.decl.name.local ?? (p.inner === undefined ? '$any' : '$items');
    this.fail('CODEC_MISSING', `member "${key}" is missing`, object);
  }

  private groups(p: PositionTable, level: LevelTable, node: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      this.group(level, item);
      count++;
    }
    if (count < p.min || count > p.max)
      this.fail('CODEC_COUNT', `expected ${p.min} to ${p.max} items, found ${count}`, node);
  }

  private group(level: LevelTable, item: number): void {
    const tape = this.tape!;
    if (kind(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', item);
    const base = this.take(level.members.length);
    let last = -1;
    for (let k = item + 1; k < next(tape, item); k = next(tape, k + 1)) {
      const index = level.keys.find(tape, k, last);
      if (index < 0) this.unknown(level.keys.keys, k, base, undefined);
      if (this.nodes[base + index] >= 0) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      this.nodes[base + index] = k + 1;
      last = index;
    }
    this.content(level, base, item);
    this.top = base;
  }

  // --- simple values -----------------------------------------------------------------------------------------------------------

  private simpleText(table: TypeTable, node: number, attribute: boolean): void {
    this.scalar(table.simple!, node, attribute);
  }

  private scalar(simple: NonNullable<TypeTable['simple']>, node: number, attribute: boolean): void {
    try {
      simple.encode(this.tape!, node, this.out, attribute, this);
    } catch (e) {
      if (!(e instanceof SoapstoneError) || e.path !== undefined) throw e;
      throw new SoapstoneError(e.code, e.message, { path: pathOf(this.tape!, node), suggestion: e.suggestion });
    }
  }

  private attributeAt(a: TypeTable['attributes'][number], base: number, object: number): void {
    const node = this.nodes[base + a.index];
    if (node >= 0) this.attribute(a, node);
    else if (a.use.required) this.fail('CODEC_MISSING', `member "${a.key}" is missing`, object);
  }

  private attribute(a: TypeTable['attributes'][number], node: number): void {
    this.use(a.ns);
    this.out.append(a.open);
    this.scalar(a.simple, node, true);
    if (a.use.fixed !== undefined && !this.isFixed(a.simple, a.use.fixed, node))
      this.fail('CODEC_FACET', `the value is fixed to "${a.use.fixed}"`, node);
    this.out.push(QUOTE);
  }

  private checkFixed(element: ElementTable, table: TypeTable, node: number): void {
    const { fixed } = element.decl;
    if (fixed === undefined) return;
    if (!this.isFixed(table.simple!, fixed, node))
      this.fail('CODEC_FACET', `the value is fixed to "${fixed}"`, node);
  }

  private isFixed(simple: ValueCodec, fixed: string, node: number): boolean {
    const text = new ByteBuffer(64);
    if (simple.tryWrite(this.tape!, node, text, this) !== undefined) return false;
    return sameValue(simple, text.bytes, 0, text.length, fixed, NO_SCOPE);
  }

  // --- mixed content and wildcards -----------------------------------------------------------------------------------------------

  private mixed(table: TypeTable, node: number, object: number): void {
    const cursors: Cursor[] = [{ level: table.level, pos: -1, count: 0, seen: [] }];
    if (node >= 0) this.mixedItems(table, node, cursors);
    for (let c = cursors.pop(); c !== undefined; c = cursors.pop()) {
      if (canEnd(c)) continue;
      const { code, message } = whyNotEnd(c);
      this.fail(code, message, node < 0 ? object : node);
    }
  }

  private mixedItems(table: TypeTable, node: number, cursors: Cursor[]): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      if (kind(tape, item) === STRING) this.mixedText(table, item);
      else if (kind(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected a string or an object', item);
      else this.mixedChild(item, cursors);
    }
  }

  private mixedText(table: TypeTable, item: number): void {
    if (table.def.kind === 'complex' && !table.def.mixed) this.fail('CODEC_TYPE', 'text is not allowed here', item);
    this.text(item);
  }

  private mixedChild(item: number, cursors: Cursor[]): void {
    const tape = this.tape!;
    const loose = this.looseName(item);
    if (loose !== undefined) {
      const p = this.step(cursors, clark(loose), loose, item);
      return this.anyElement(p.wildcard, item);
    }
    if (next(tape, item) === item + 1 || next(tape, item + 2) !== next(tape, item))
      this.fail('CODEC_TYPE', 'expected an object with one member', item);
    const { element, name } = this.elementByKey(cursors, item);
    this.step(cursors, name, element.decl.name, item);
    this.element(element, item + 2);
  }

  /** The element that a member name stands for, in the innermost level that has it. */
  private elementByKey(cursors: Cursor[], item: number): { element: ElementTable; name: string } {
    const key = stringValue(this.tape!, item + 1);
    for (let i = cursors.length - 1; i >= 0; i--) {
      const found = find(cursors[i].level!, key);
      if (found === undefined) continue;
      const value = item + 2;
      const inner = found.substitutes === undefined ? undefined : this.substituteKey(found, value);
      return { element: found, name: inner ?? found.key };
    }
    this.fail('CODEC_UNKNOWN', `"${key}" is not a member`, item + 2);
  }

  private substituteKey(element: ElementTable, value: number): string | undefined {
    const tape = this.tape!;
    if (kind(tape, value) !== OBJECT || next(tape, value) === value + 1) return undefined;
    const key = stringValue(tape, value + 1);
    for (const [name, s] of element.substitutes!) if (s.key === key) return name;
    return undefined;
  }

  /** Moves the innermost possible cursor over a child. */
  private step(cursors: Cursor[], key: string, name: QName, item: number): PositionTable {
    for (;;) {
      const c = cursors[cursors.length - 1];
      const found = accept(c, key, name.ns);
      if (found === undefined) {
        if (cursors.length > 1 && canEnd(c)) {
          cursors.pop();
          continue;
        }
        const { code, message } = whyNotHere(c, key, name.local);
        this.fail(code, message, item);
      }
      advance(c, found.position);
      if (found.position.inner === undefined) return found.position;
      cursors.push({ level: found.position.inner, pos: -1, count: 0, seen: [] });
    }
  }

  private anyList(p: PositionTable, node: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      this.anyElement(p.wildcard, item);
      count++;
    }
    if (count < p.min || count > p.max)
      this.fail('CODEC_COUNT', `expected ${p.min} to ${p.max} items, found ${count}`, node);
  }

  /** The value of `$name`; undefined when there is none. */
  private looseName(item: number): QName | undefined {
    const tape = this.tape!;
    for (let k = item + 1; k < next(tape, item); k = next(tape, k + 1)) {
      if (stringValue(tape, k) !== '$name') continue;
      const name = kind(tape, k + 1) === STRING ? this.tables.dialect.parseName(stringValue(tape, k + 1)) : undefined;
      if (name === undefined || !isNCName(name.local))
        this.fail('CODEC_TYPE', 'expected the name of an element: "prefix:name" or "{namespace}name"', k + 1);
      return name;
    }
    return undefined;
  }

  private anyElement(wildcard: Wildcard | undefined, item: number): void {
    const tape = this.tape!;
    if (kind(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object with "$name"', item);
    const name = this.looseName(item);
    if (name === undefined) this.fail('CODEC_MISSING', 'member "$name" is missing', item);
    if (wildcard !== undefined && !admits(wildcard, name.ns))
      this.fail('CODEC_UNKNOWN', `an element of the namespace "${name.ns}" is not allowed here`, item);
    const process = wildcard?.process ?? 'skip';
    const decl = process === 'skip' ? undefined : this.tables.schemas.elements.get(clark(name));
    if (decl !== undefined) return this.concrete(this.tables.element(decl), this.looseValue(item));
    if (process === 'strict')
      this.fail('CODEC_UNKNOWN', `element ${clark(name)} is not declared in the contract`, item);
    const tag = name.ns === '' ? name.local : `${this.prefixFor(name.ns)}:${name.local}`;
    this.out.push(LT);
    this.out.appendText(tag);
    this.looseContent(item, bytesOf(`</${tag}>`), true);
  }

  private looseValue(item: number): number {
    const tape = this.tape!;
    let value = -1;
    for (let k = item + 1; k < next(tape, item); k = next(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (key === '$value') value = k + 1;
      else if (key !== '$name') this.fail('CODEC_UNKNOWN', 'a declared element has "$name" and "$value" only', k + 1);
    }
    if (value < 0) this.fail('CODEC_MISSING', 'member "$value" is missing', item);
    return value;
  }

  /** The value of an element of type anyType. */
  private loose(node: number, close: Uint8Array, what: number): void {
    if (what === OBJECT) return this.looseContent(node, close, false);
    if (what === ARRAY) this.fail('CODEC_TYPE', 'expected an object or a simple value', node);
    this.out.push(GT);
    this.text(node);
    this.out.append(close);
  }

  private looseContent(node: number, close: Uint8Array, named: boolean): void {
    const tape = this.tape!;
    let value = -1;
    let mixed = -1;
    for (let k = node + 1; k < next(tape, node); k = next(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (key === '$value') value = k + 1;
      else if (key === '$mixed') mixed = k + 1;
      else if (key.startsWith('@')) this.looseAttribute(key.slice(1), k + 1);
      else if (key === '$xmlns' && named) this.looseDeclarations(k + 1);
      else if (key !== '$name' || !named)
        this.fail(
          'CODEC_UNKNOWN',
          `"${key}" is not allowed here: an untyped element has "@…", "$value" or "$mixed"`,
          k + 1,
        );
    }
    this.out.push(GT);
    if (value >= 0 && mixed >= 0) this.fail('CODEC_CHOICE', 'only one of "$value" and "$mixed" may stand here', mixed);
    if (value >= 0) this.text(value);
    if (mixed >= 0) this.looseItems(mixed, named);
    this.out.append(close);
  }

  private looseItems(node: number, named: boolean): void {
    const tape = this.tape!;
    if (kind(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    for (let item = node + 1; item < next(tape, node); item = next(tape, item)) {
      if (kind(tape, item) === STRING) this.text(item);
      else this.anyElement(named ? undefined : LAX, item);
    }
  }

  private looseAttribute(key: string, node: number): void {
    const tape = this.tape!;
    const name = this.tables.dialect.parseName(key);
    if (name === undefined || !isNCName(name.local))
      this.fail('CODEC_TYPE', `"${key}" is not the name of an attribute`, node);
    if (kind(tape, node) !== STRING) this.fail('CODEC_TYPE', 'expected a string', node);
    this.out.appendText(` ${name.ns === '' ? '' : `${this.prefixFor(name.ns)}:`}${name.local}="`);
    const at = node * STRIDE;
    appendAttributeFromJson(
      tape.bytes,
      tape.entries[at + 1],
      tape.entries[at + 2],
      (tape.entries[at] & ESCAPED) !== 0,
      this.out,
    );
    this.out.push(QUOTE);
  }

  private extraAttributes(table: TypeTable, node: number): void {
    const tape = this.tape!;
    const seen = new Set<string>();
    for (let k = node + 1; k < next(tape, node); k = next(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (!key.startsWith('@') || table.attributeByKey.has(key)) continue;
      const name = this.tables.dialect.parseName(key.slice(1));
      const allowed =
        name !== undefined &&
        admits(table.anyAttribute!, name.ns) &&
        !table.attributeByName.has(clark(name)) &&
        name.ns !== XSI_NS;
      if (!allowed || seen.has(clark(name)))
        this.fail('CODEC_UNKNOWN', `attribute "${key}" is not allowed here`, k + 1);
      seen.add(clark(name));
      this.looseAttribute(key.slice(1), k + 1);
    }
  }

  /** Prefixes that the content may use; those that would shadow one of ours are left out. */
  private looseDeclarations(node: number): void {
    const tape = this.tape!;
    if (kind(tape, node) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', node);
    for (let k = node + 1; k < next(tape, node); k = next(tape, k + 1)) {
      const prefix = stringValue(tape, k);
      if (prefix === '') continue;
      if (!isNCName(prefix) || kind(tape, k + 1) !== STRING)
        this.fail('CODEC_TYPE', 'expected prefixes with their namespaces', k + 1);
      if (this.tables.prefixes.isTaken(prefix) || /^x\d+$/.test(prefix) || stringValue(tape, k + 1) === '') continue;
      const at = (k + 1) * STRIDE;
      this.out.appendText(` xmlns:${prefix}="`);
      appendAttributeFromJson(
        tape.bytes,
        tape.entries[at + 1],
        tape.entries[at + 2],
        (tape.entries[at] & ESCAPED) !== 0,
        this.out,
      );
      this.out.push(QUOTE);
    }
  }

  /** A JSON scalar as text. */
  private text(node: number): void {
    const tape = this.tape!;
    const at = node * STRIDE;
    const what = kind(tape, node);
    if (what === STRING)
      appendTextFromJson(
        tape.bytes,
        tape.entries[at + 1],
        tape.entries[at + 2],
        (tape.entries[at] & ESCAPED) !== 0,
        this.out,
      );
    else if (what === NUMBER || what === TRUE || what === FALSE)
      this.out.append(tape.bytes, tape.entries[at + 1], tape.entries[at + 2]);
    else this.fail('CODEC_TYPE', 'expected a simple value', node);
  }
}

const NO_SCOPE: NameScope = { resolve: () => undefined };
const NOWHERE = new ByteBuffer(0);
const LAX: Wildcard = { namespaces: { kind: 'any' }, process: 'lax' };

function kind(tape: Tape, node: number): number {
  return tape.entries[node * STRIDE] & ~ESCAPED;
}

function next(tape: Tape, node: number): number {
  return tape.entries[node * STRIDE + 3];
}

function valueOf(tape: Tape, node: number): Json {
  const at = node * STRIDE;
  const quote = kind(tape, node) === STRING ? 1 : 0;
  return { bytes: tape.bytes, start: tape.entries[at + 1] - quote, end: tape.entries[at + 2] + quote, tape, node };
}

function positionsOf(n: Node, level: LevelTable): PositionTable[] {
  return n.kind === 'position' ? [level.positions[n.position.index]] : n.nodes.flatMap((c) => positionsOf(c, level));
}

function names(n: Node, level: LevelTable): string[] {
  return positionsOf(n, level).map((p) => `"${level.members[p.member].key}"`);
}

function isEmptiable(n: Node): boolean {
  if (n.kind === 'position') return n.position.min === 0;
  return n.optional || (n.kind === 'choice' ? n.nodes.some(isEmptiable) : n.nodes.every(isEmptiable));
}

function find(level: LevelTable, key: string): ElementTable | undefined {
  const index = level.memberByKey.get(key);
  const p = level.positions.find((q) => q.member === index);
  if (p?.element !== undefined) return p.element;
  for (const q of level.positions) {
    const inner = q.inner === undefined ? undefined : find(q.inner, key);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function nameOf(def: TypeDef): string {
  return def.name === undefined ? 'an anonymous type' : clark(def.name);
}

/** Moves the bytes [end, length) to `mark`, before those that stand there. */
function insert(out: ByteBuffer, mark: number, end: number): void {
  const added = out.slice(end, out.length);
  const { bytes } = out;
  bytes.copyWithin(mark + added.length, mark, end);
  bytes.set(added, mark);
}
