// XML bytes → JSON bytes: a push machine with an explicit stack over the tables of tables.ts. Knows nothing about SOAP.
import { ByteBuffer } from '../bytes/buffer.ts';
import type { TypeDef } from '../contract/model.ts';
import { type ErrorCode, SoapstoneError } from '../errors.ts';
import { appendJsonString } from '../json/escape.ts';
import { appendQuoted } from './quoted.ts';
import type { Json } from '../json/value.ts';
import type { NsContext, ResolvedName } from '../xml/context.ts';
import { clark } from '../xml/names.ts';
import { END, EOF, MORE, START, XmlReader } from '../xml/reader.ts';
import { equalAt, scanText, skipSpace } from '../xml/scan.ts';
import { Captures } from './captures.ts';
import { type DecodeOptions, type Decoder, Mismatch } from './codec.ts';
import { accept, canEnd, whyNotEnd, whyNotHere } from './cursor.ts';
import { DOCUMENT, Frame, GROUP, LOOSE, MIXED, NIL, OBJECT, SHAPE, SKIP, VALUE } from './frame.ts';
import { type Action, type ShapedType, shapedType } from './shaped.ts';
import type { SimpleCodec, ValueCodec } from './simple/codec.ts';
import { sameValue } from './simple/same.ts';
import {
  ANY,
  admits,
  type Candidate,
  CONTENT,
  type AttributeTable,
  type ElementTable,
  type LevelTable,
  ORDERED,
  type PositionTable,
  SIMPLE,
  type Substitute,
  type Tables,
  type TypeTable,
} from './tables.ts';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const NULL_BYTES = bytesOf('null');
const NIL_KEY = bytesOf('"$nil":true');
const VALUE_KEY = bytesOf('"$value":');
const MIXED_KEY = bytesOf('"$mixed":[');
const NAME_KEY = bytesOf('"$name":');
const XMLNS_KEY = bytesOf('"$xmlns":');
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const QUOTE = 0x22;

export class XmlDecoder implements Decoder {
  private readonly reader: XmlReader;
  private readonly tables: Tables;
  private readonly root: ElementTable;
  private readonly action: Action;
  private lenient = false;
  private captures: Captures;
  private readonly stack: Frame[] = [new Frame()];
  private depth = 0;
  private top: Frame = this.stack[0];
  private out: ByteBuffer;
  private readonly value = new ByteBuffer(64);
  private mismatch: Mismatch | undefined;
  /** The attribute or leaf element that is being read: for error paths. */
  private leaf: PositionTable | AttributeTable | undefined;
  /** Slot of the next value, where a list's leading items are holes; -1 without. */
  private pending = -1;
  /** Declarations of the open simple contents, by depth: for default and fixed values. */
  private readonly declarations: (ElementTable | undefined)[] = [];
  private done = false;
  private readonly release: (machine: XmlDecoder, size: number) => void;

  /** `release`: called when a document has been read to its end; the machine may then be restarted. */
  constructor(tables: Tables, root: ElementTable, action: Action, release: (machine: XmlDecoder, size: number) => void) {
    this.release = release;
    this.tables = tables;
    this.root = root;
    this.action = action;
    this.reader = new XmlReader();
    this.captures = new Captures(0, 0, undefined);
    this.out = this.captures.out;
  }

  /** Makes ready for a document. */
  restart(slots: number, options: DecodeOptions, sizeHint: number): this {
    this.lenient = options.lenient ?? false;
    this.reader.reset(options);
    this.captures = new Captures(slots, sizeHint, options.stream);
    this.out = this.captures.out;
    this.top = this.stack[0];
    this.depth = 0;
    this.value.reset();
    this.mismatch = undefined;
    this.leaf = undefined;
    this.pending = -1;
    this.done = false;
    return this;
  }

  write(chunk: Uint8Array): void {
    this.guard(() => {
      this.reader.feed(chunk);
      this.run();
      this.captures.flush();
    });
  }

  end(): (Json | undefined)[] {
    this.guard(() => {
      this.reader.finish();
      this.run();
      if (!this.done) this.reader.fail('XML_TRUNCATED', 'the document is not complete');
      this.captures.flush();
    });
    if (this.mismatch !== undefined) throw this.mismatch;
    const values = this.captures.values();
    this.release(this, this.captures.out.length);
    return values;
  }

  bound(): (Json | undefined)[] {
    if (this.mismatch !== undefined) throw this.mismatch;
    return this.captures.values();
  }

  private guard(step: () => void): void {
    try {
      step();
    } catch (e) {
      if (!(e instanceof SoapstoneError) || e.path !== undefined) throw e;
      throw new SoapstoneError(e.code, e.message, {
        path: this.path(),
        offset: e.offset ?? this.reader.offset,
        suggestion: e.suggestion,
        cause: e,
      });
    }
  }

  private path(): string {
    const open = this.reader.path();
    const { leaf } = this;
    if (leaf === undefined) return open;
    return `${open === '' ? '' : `${open}/`}${'use' in leaf ? `@${leaf.use.name.local}` : leaf.element!.decl.name.local}`;
  }

  private fail(code: ErrorCode, message: string): never {
    throw new SoapstoneError(code, message, { path: this.path(), offset: this.reader.offset });
  }

  private run(): void {
    const { reader } = this;
    for (;;) {
      const f = this.top;
      if (f.kind <= SHAPE && f.owner === undefined && this.predicted(f)) continue;
      const token = reader.next();
      if (token === START) this.start(reader.name);
      else if (token === END) this.endElement();
      else if (token === MORE) return;
      else if (token === EOF) {
        this.done = this.depth === 0;
        return;
      } else this.characters(reader.text, reader.textStart, reader.textEnd);
    }
  }

  // --- the expected next tag -------------------------------------------------------------------------------------------------

  /** Takes the next tag without the reader when it is the expected one. Leaves everything as it was when it is not. */
  private predicted(f: Frame): boolean {
    const { reader } = this;
    if (reader.mode !== 0 || reader.empty) return false;
    const { buf, end } = reader;
    let i = reader.pos;
    if (i < end && buf[i] !== 0x3c) i = skipSpace(buf, i, end);
    if (i + 2 >= end || buf[i] !== 0x3c) return false;
    if (buf[i + 1] === 0x2f) return f.kind !== GROUP && this.predictedEnd(i);
    const level = f.level!;
    const q = level.predict[f.pos + 1];
    if (q < 0) return false;
    const p = level.positions[q];
    const { raw } = p;
    const after = i + 1 + raw.length;
    if (p.rawCtx !== reader.ctx || after >= end || !equalAt(buf, i + 1, raw)) return false;
    if (q === f.pos ? f.count >= p.max : f.pos >= 0 && f.count < level.positions[f.pos].min) return false;
    if (buf[after] === 0x3e) return this.takePredicted(f, p, after + 1);
    return buf[after] === 0x20 && this.takeWithAttributes(f, p, i, after);
  }

  private predictedEnd(i: number): boolean {
    const { reader } = this;
    const { buf, end } = reader;
    const raw = reader.openName();
    const after = i + 2 + raw.length;
    if (after >= end || buf[after] !== 0x3e || !equalAt(buf, i + 2, raw)) return false;
    reader.pos = after + 1;
    reader.pop();
    this.endElement();
    return true;
  }

  private takePredicted(f: Frame, p: PositionTable, from: number): boolean {
    const { reader } = this;
    const { leaf } = p;
    if (leaf !== undefined && f.kind !== SHAPE && !f.skipped && this.takeLeaf(f, p, leaf, from)) return true;
    const action = this.enter(f, p);
    reader.pos = from;
    reader.attributes.clear();
    reader.push(p.raw);
    this.open(p.element!.type, action, p.element!, true);
    return true;
  }

  private takeWithAttributes(f: Frame, p: PositionTable, at: number, nameEnd: number): boolean {
    if (!this.reader.startKnown(p.name!, at, nameEnd)) return false;
    const action = this.enter(f, p);
    this.open(p.element!.type, action, p.element!, false);
    return true;
  }

  /** `<a>text</a>` as a whole, when it lies in the window and needs no unescaping. */
  private takeLeaf(f: Frame, p: PositionTable, leaf: SimpleCodec, from: number): boolean {
    const { reader, out } = this;
    const { buf, end } = reader;
    const { raw } = p;
    const stop = scanText(buf, from, end);
    const after = stop + 2 + raw.length;
    if (after >= end || buf[stop] !== 0x3c || buf[stop + 1] !== 0x2f || buf[after] !== 0x3e) return false;
    if (!equalAt(buf, stop + 2, raw) || stop - from > reader.limits.text) return false;
    reader.countElement();
    this.enterObject(f, p);
    reader.pos = after + 1;
    if (leaf.plain) appendQuoted(buf, from, stop, out);
    else this.leafValue(leaf, p, from, stop);
    return true;
  }

  private leafValue(leaf: SimpleCodec, p: PositionTable, from: number, stop: number): void {
    this.leaf = p;
    leaf.decode(this.reader.buf, from, stop, this.out, this.reader.ctx, this.lenient);
    this.leaf = undefined;
  }

  private simple(table: TypeTable, buf: Uint8Array, start: number, end: number, scope: NsContext): void {
    const simple = table.simple!;
    if (simple.plain) appendQuoted(buf, start, end, this.out);
    else simple.decode(buf, start, end, this.out, scope, this.lenient);
  }

  // --- start tags ------------------------------------------------------------------------------------------------------------

  private start(name: ResolvedName): void {
    for (;;) {
      const f = this.top;
      switch (f.kind) {
        case DOCUMENT:
          return this.startRoot(name);
        case SKIP:
          f.state++;
          return;
        case LOOSE:
          return this.startInLoose(f, name);
        case VALUE:
          return this.fail('CODEC_TYPE', `element "${name.local}" stands in simple content`);
        case NIL:
          return this.fail('CODEC_NIL', 'a nil element is not empty');
      }
      const found = accept(f, name.key, name.ns);
      if (found === undefined) {
        if (f.kind === GROUP && canEnd(f)) {
          this.endGroup(f);
          continue;
        }
        if (this.lenient && f.kind !== GROUP) return this.skipElement();
        this.unexpected(f, name);
      }
      if (this.startAt(f, found, name)) return;
    }
  }

  /** True when the element has been opened; false when a group has been, which has to be asked again. */
  private startAt(f: Frame, found: Candidate, name: ResolvedName): boolean {
    const p = found.position;
    const { reader } = this;
    f.level!.predict[f.pos + 1] =
      p.element !== undefined && found.substitute === undefined && !f.level!.unordered ? p.index : -1;
    const action = this.enter(f, p);
    if (p.inner !== undefined) {
      this.openGroup(f, p, action);
      return false;
    }
    if (p.wildcard !== undefined) {
      this.startWildcard(p, action, name);
      return true;
    }
    let element = p.element!;
    if (found.substitute !== undefined) element = this.openSubstitute(found.substitute, action);
    else if (reader.attributes.declared.length === 0) {
      p.name = name;
      p.raw = name.raw;
      p.rawCtx = reader.ctx;
    }
    this.open(element.type, action, element, false);
    if (found.substitute !== undefined && action !== SKIPPED) this.top.braces++;
    if (mixedOwner(f) !== undefined) this.top.braces++;
    return true;
  }

  private openSubstitute(substitute: Substitute, action: Action | undefined): ElementTable {
    if (action !== SKIPPED) this.out.append(substitute.keyBytes);
    return substitute.element;
  }

  private startRoot(name: ResolvedName): void {
    if (this.root.key !== name.key)
      this.fail('CODEC_UNKNOWN', `the root element is ${name.key}, expected ${this.root.key}`);
    this.out = this.captures.begin(this.action, this.out);
    this.open(this.root.type, this.action, this.root, false);
  }

  private unexpected(f: Frame, name: ResolvedName): never {
    const { code, message } = whyNotHere(f, name.key, name.local);
    this.fail(code, message);
  }

  // --- positions -------------------------------------------------------------------------------------------------------------

  /** Moves to a position (or counts one more there) and writes what stands before the value. Returns what the shape does with the value. */
  private enter(f: Frame, p: PositionTable): Action | undefined {
    if (f.kind === OBJECT && !f.level!.unordered) {
      this.enterObject(f, p);
      return undefined;
    }
    const owner = mixedOwner(f);
    if (owner !== undefined) return this.enterMixed(f, owner, p);
    if (f.pos === p.index) {
      f.count++;
      if (f.active && p.list) this.out.push(COMMA);
    } else {
      this.leave(f);
      f.pos = p.index;
      f.count = 1;
      if (f.level!.unordered) f.seen[p.index] = true;
      this.first(f, p);
    }
    if (f.kind !== SHAPE) return f.skipped ? SKIPPED : undefined;
    const action = f.shaped!.positions[p.index];
    if (action === undefined) return f.rest === undefined ? SKIPPED : undefined;
    return action.kind === 'ordered' ? this.orderedItem(action, f.count - 1) : action;
  }

  /** The same for the plain case: JSON of an ordered level. */
  private enterObject(f: Frame, p: PositionTable): void {
    const { out } = this;
    if (f.pos === p.index) {
      f.count++;
      out.push(COMMA);
      return;
    }
    if (f.active && f.level!.positions[f.pos].list) out.push(CLOSE_LIST);
    f.pos = p.index;
    f.count = 1;
    f.active = true;
    out.append(f.first ? p.firstKey : p.nextKey);
    f.first = false;
  }

  private orderedItem(action: Action & { kind: 'ordered' }, index: number): Action {
    const item = action.items[index] ?? SKIPPED;
    if (item.kind === 'hole' && item !== SKIPPED) {
      this.out = this.captures.open(item.slot);
      this.pending = item.slot;
    }
    return item;
  }

  /** First value at a position. */
  private first(f: Frame, p: PositionTable): void {
    if (f.skipped) return;
    f.active = true;
    if (f.kind === SHAPE) return this.firstInShape(f, p);
    const { out } = this;
    out.append(f.first ? p.firstKey : p.nextKey);
    f.first = false;
  }

  private firstInShape(f: Frame, p: PositionTable): void {
    const action = f.shaped!.positions[p.index];
    if (action === undefined) {
      f.active = f.rest !== undefined;
      if (f.rest === undefined) return;
      f.outside = this.out;
      this.out = f.rest;
      this.out.append(f.first ? p.firstKey : p.nextKey);
      f.first = false;
      return;
    }
    this.meet(f, p.member);
    f.active = action.kind === 'hole' || action.kind === 'each';
    if (action.kind !== 'hole' && action.kind !== 'each') return;
    this.out = this.captures.open(action.slot);
    if (p.list || action.kind === 'each') this.out.push(OPEN_LIST);
  }

  private meet(f: Frame, member: number): void {
    if (f.shaped!.needed.includes(f.level!.members[member].key)) f.met++;
  }

  /** Ends what `first` began. */
  private leave(f: Frame): void {
    if (!f.active || f.pos < 0) return;
    f.active = false;
    const p = f.level!.positions[f.pos];
    if (f.kind !== SHAPE) {
      if (p.list) this.out.push(CLOSE_LIST);
      return;
    }
    const action = f.shaped!.positions[p.index];
    if (action === undefined) {
      if (p.list) this.out.push(CLOSE_LIST);
      this.out = f.outside!;
    } else if (action.kind === 'hole' || action.kind === 'each') {
      if (p.list || action.kind === 'each') this.out.push(CLOSE_LIST);
      this.out = this.captures.close(action.slot);
    }
  }

  private checkEnd(f: Frame): void {
    if (canEnd(f)) return;
    const { code, message } = whyNotEnd(f);
    this.fail(code, message);
  }

  // --- values ----------------------------------------------------------------------------------------------------------------

  /** Opens the element whose start tag has just been read. `bare`: the tag had no attributes. */
  private open(declared: TypeTable, action: Action | undefined, element: ElementTable, bare: boolean): void {
    if (action === SKIPPED) return this.skipElement();
    let table = declared;
    let nil = false;
    if (!bare && this.reader.attributes.hasXsi) {
      const typeName = this.xsiValue('type');
      if (typeName !== undefined) table = this.typeNamed(typeName, declared);
      nil = this.isNil(element);
    }
    if (table.abstract)
      this.fail(
        'CODEC_ABSTRACT',
        `the type ${nameOf(table.def)} is abstract: xsi:type must name one of its derived types`,
      );
    if (action !== undefined && action.kind !== 'hole') return this.openAction(action, table, nil, element);
    if (nil) this.openNil(table, table !== declared);
    else this.openValue(table, table !== declared, bare, element);
    if (this.pending >= 0) {
      this.top.slot = this.pending;
      this.pending = -1;
    }
  }

  private openAction(action: Action, table: TypeTable, nil: boolean, element: ElementTable): void {
    if (nil) {
      this.differ('is nil');
      return this.skipElement();
    }
    if (action.kind === 'each') return this.openItem(action, table, element);
    if (action.kind === 'members') return this.openShape(action, table, element);
    if (table.simple === undefined)
      this.fail('CODEC_TYPE', 'a constant stands for an element that has no simple content');
    const f = this.push(VALUE, table, undefined);
    f.action = action;
    f.mark = this.out.length;
  }

  private openItem(each: Action & { kind: 'each' }, table: TypeTable, element: ElementTable): void {
    const parentOut = this.out;
    this.out = this.captures.push(each, parentOut);
    const before = this.depth;
    if (each.item.kind === 'hole') this.out = this.captures.open(each.item.slot);
    if (each.item.kind === 'hole') this.openValue(table, table !== element.type, false, element);
    else this.openAction(each.item, table, false, element);
    this.stack[before + 1].item = true;
  }

  private openShape(action: Action & { kind: 'members' }, table: TypeTable, element: ElementTable): void {
    const wanted = action.shape.type;
    if (wanted !== undefined && table.def !== wanted) {
      this.differ(`has type ${nameOf(table.def)}, expected ${nameOf(wanted)}`);
      return this.skipElement();
    }
    const shaped = shapedType(action, table);
    if (table.kind === CONTENT) {
      const f = this.push(SHAPE, table, table.level);
      f.shaped = shaped;
      if (shaped.rest >= 0) this.openRest(f, table, element);
      this.shapedAttributes(f, shaped);
      return;
    }
    const f = this.push(VALUE, table, undefined);
    f.shaped = shaped;
    this.shapedAttributes(f, shaped);
    if (table.simple === undefined)
      this.fail('CODEC_TYPE', `members can not be listed of the type ${nameOf(table.def)}`);
  }

  private openRest(f: Frame, table: TypeTable, element: ElementTable): void {
    f.rest = new ByteBuffer(256);
    f.rest.push(OPEN);
    if (table !== element.type && table.typeBytes !== undefined) {
      f.rest.append(table.typeBytes);
      f.first = false;
    }
  }

  private openValue(table: TypeTable, derived: boolean, bare: boolean, element: ElementTable): void {
    switch (table.kind) {
      case SIMPLE: {
        const f = this.push(VALUE, table, undefined);
        if (derived) this.openTyped(f, table);
        if (!bare) this.noAttributes();
        this.declarations[this.depth] = element;
        return;
      }
      case CONTENT: {
        const f = this.push(OBJECT, table, table.level);
        this.openObject(f, table, derived, bare);
        return;
      }
      case ORDERED: {
        const f = this.push(MIXED, table, table.level);
        this.openObject(f, table, derived, bare);
        return;
      }
      case ANY: {
        const f = this.push(LOOSE, table, undefined);
        if (derived) this.openTyped(f, table);
        this.looseAttributes(f);
        return;
      }
      default: {
        const f = this.push(VALUE, table, undefined);
        this.openObject(f, table, derived, bare);
        this.declarations[this.depth] = element;
      }
    }
  }

  private openTyped(f: Frame, table: TypeTable): void {
    this.out.push(OPEN);
    if (table.typeBytes !== undefined) {
      this.out.append(table.typeBytes);
      f.first = false;
    }
    f.state = 1;
  }

  private openObject(f: Frame, table: TypeTable, derived: boolean, bare: boolean): void {
    this.out.push(OPEN);
    if (derived && table.typeBytes !== undefined) {
      this.out.append(table.typeBytes);
      f.first = false;
    }
    f.state = 1;
    if (bare) {
      if (table.required.length > 0) this.missingAttribute(table);
    } else this.writeAttributes(f, table);
  }

  private openNil(table: TypeTable, derived: boolean): void {
    const f = this.push(NIL, table, undefined);
    const plain = this.reader.attributes.names.slice(0, this.reader.attributes.count).every((n) => n.xsi !== '');
    if (plain && !derived) {
      this.out.append(NULL_BYTES);
      if (table.required.length > 0) this.missingAttribute(table);
      return;
    }
    this.out.push(OPEN);
    this.out.append(NIL_KEY);
    f.first = false;
    f.braces = 1;
    if (derived && table.typeBytes !== undefined) {
      this.out.push(COMMA);
      this.out.append(table.typeBytes);
    }
    this.writeAttributes(f, table);
  }

  // --- attributes ------------------------------------------------------------------------------------------------------------

  private xsiValue(local: string): string | undefined {
    const { attributes } = this.reader;
    for (let k = 0; k < attributes.count; k++) {
      if (attributes.names[k].xsi === local)
        return Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
    }
    return undefined;
  }

  private typeNamed(text: string, declared: TypeTable): TypeTable {
    const colon = text.indexOf(':');
    const prefix = colon < 0 ? '' : text.slice(0, colon);
    const ns = this.reader.ctx.resolve(prefix);
    if (ns === undefined) this.fail('XML_NAMESPACE', `prefix "${prefix}" of xsi:type is not declared`);
    const key = clark({ ns, local: text.slice(colon + 1) });
    const type = this.tables.schemas.types.get(key);
    if (type === undefined) this.fail('CODEC_TYPE', `xsi:type names ${key}, which is not a type of the contract`);
    if (type !== declared.def && !this.tables.schemas.derives(type, declared.def)) {
      this.fail('CODEC_TYPE', `xsi:type names ${key}, which is not derived from ${nameOf(declared.def)}`);
    }
    return this.tables.type(type);
  }

  private isNil(element: ElementTable): boolean {
    const text = this.xsiValue('nil');
    if (text === undefined || text === 'false' || text === '0') return false;
    if (text !== 'true' && text !== '1') this.fail('CODEC_NIL', `xsi:nil is "${text}"`);
    if (!element.decl.nillable && !this.lenient)
      this.fail('CODEC_NIL', `element "${element.decl.name.local}" is not nillable`);
    return true;
  }

  private noAttributes(): void {
    const { attributes } = this.reader;
    for (let k = 0; k < attributes.count; k++)
      if (attributes.names[k].xsi === '' && !this.lenient) this.unknownAttribute(attributes.names[k].key);
  }

  private unknownAttribute(key: string): never {
    this.fail('CODEC_UNKNOWN', `attribute "${key}" is not part of the type`);
  }

  private missingAttribute(table: TypeTable): never {
    this.fail('CODEC_MISSING', `attribute "${table.required[0].use.name.local}" is missing`);
  }

  private writeAttributes(f: Frame, table: TypeTable): void {
    const { attributes } = this.reader;
    let required = 0;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.xsi !== '') continue;
      const known = table.attributeByName.get(name.key);
      if (known === undefined) {
        if (!this.undeclaredAttribute(f, table, name, k)) continue;
      } else {
        if (known.use.required) required++;
        this.comma(f);
        this.out.append(known.keyBytes);
        this.attributeValue(known, k);
      }
    }
    if (required < table.required.length) this.reportMissing(table);
  }

  private reportMissing(table: TypeTable): never {
    const { attributes } = this.reader;
    const present = new Set(attributes.names.slice(0, attributes.count).map((n) => n.key));
    const missing = table.required.find((a) => !present.has(clark(a.use.name)))!;
    this.fail('CODEC_MISSING', `attribute "${missing.use.name.local}" is missing`);
  }

  private attributeValue(known: TypeTable['attributes'][number], k: number): void {
    const { attributes } = this.reader;
    const bytes = attributes.value(k);
    this.leaf = known;
    known.simple.decode(bytes, attributes.start[k], attributes.end[k], this.out, this.reader.ctx, this.lenient);
    if (known.use.fixed !== undefined)
      this.checkFixed(known.simple, known.use.fixed, bytes, attributes.start[k], attributes.end[k], this.reader.ctx);
    this.leaf = undefined;
  }

  /** An attribute of anyAttribute: a string member. False: skipped. */
  private undeclaredAttribute(f: Frame, table: TypeTable, name: ResolvedName, k: number): boolean {
    if (table.anyAttribute === undefined || !admits(table.anyAttribute, name.ns)) {
      if (this.lenient) return false;
      this.unknownAttribute(name.key);
    }
    this.comma(f);
    this.looseAttribute(name, k);
    return true;
  }

  private looseAttribute(name: ResolvedName, k: number): void {
    const { attributes } = this.reader;
    const { dialect } = this.tables;
    this.out.appendText(`${JSON.stringify(`@${name.ns === '' ? name.local : dialect.nameOf(name)}`)}:`);
    this.out.push(QUOTE);
    appendJsonString(attributes.value(k), attributes.start[k], attributes.end[k], this.out);
    this.out.push(QUOTE);
  }

  private shapedAttributes(f: Frame, shaped: ShapedType): void {
    const { attributes } = this.reader;
    if (attributes.count === 0) return;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.xsi !== '') continue;
      const known = shaped.table.attributeByName.get(name.key);
      if (known === undefined) continue;
      const action = shaped.attributes[known.index];
      if (action !== undefined) this.shapedAttribute(f, shaped, known, action, k);
      else if (f.rest !== undefined) {
        const saved = this.out;
        this.out = f.rest;
        this.comma(f);
        this.out.append(known.keyBytes);
        this.attributeValue(known, k);
        this.out = saved;
      }
    }
  }

  private shapedAttribute(
    f: Frame,
    shaped: ShapedType,
    known: TypeTable['attributes'][number],
    action: Action,
    k: number,
  ): void {
    if (shaped.needed.includes(known.key)) f.met++;
    if (action.kind === 'hole') {
      this.out = this.captures.open(action.slot);
      this.attributeValue(known, k);
      this.out = this.captures.close(action.slot);
    } else if (action.kind === 'constant') {
      const mark = this.out.length;
      this.attributeValue(known, k);
      this.compare(action.json, mark, `@${known.use.name.local}`);
    }
  }

  private comma(f: Frame): void {
    if (f.first) f.first = false;
    else this.out.push(COMMA);
  }

  // --- text ------------------------------------------------------------------------------------------------------------------

  private characters(bytes: Uint8Array, start: number, end: number): void {
    const f = this.top;
    if (f.kind === VALUE || f.kind === LOOSE || mixedOwner(f) !== undefined) this.value.append(bytes, start, end);
    else if (f.kind !== SKIP && f.kind !== DOCUMENT && skipSpace(bytes, start, end) !== end) {
      this.fail(
        f.kind === NIL ? 'CODEC_NIL' : 'CODEC_TYPE',
        f.kind === NIL ? 'a nil element is not empty' : 'text stands between elements',
      );
    }
  }

  // --- end tags --------------------------------------------------------------------------------------------------------------

  private endElement(): void {
    const f = this.top;
    switch (f.kind) {
      case SKIP:
        if (f.state-- > 0) return;
        break;
      case GROUP:
        this.checkEnd(f);
        this.endGroup(f);
        return this.endElement();
      case OBJECT:
        this.checkEnd(f);
        this.leave(f);
        this.out.push(CLOSE);
        break;
      case SHAPE:
        this.endShape(f);
        break;
      case VALUE:
        this.endValue(f);
        break;
      case MIXED:
        this.checkEnd(f);
        this.endMixed(f);
        break;
      case LOOSE:
        this.endLoose(f);
        break;
    }
    for (let b = f.braces; b > 0; b--) this.out.push(CLOSE);
    const { item, slot } = f;
    this.pop();
    if (slot >= 0) this.out = this.captures.close(slot);
    if (item) this.out = this.captures.pop();
    if (this.depth === 0) this.captures.complete(this.action);
  }

  private endShape(f: Frame): void {
    if (!this.lenient || f.level!.unordered) this.checkEnd(f);
    this.leave(f);
    if (f.met < f.shaped!.needed.length) this.differ(`has no "${f.shaped!.needed.join('" or "')}"`);
    if (f.rest === undefined) return;
    f.rest.push(CLOSE);
    this.captures.put(f.shaped!.rest, f.rest);
  }

  private endValue(f: Frame): void {
    const { value } = this;
    const table = f.table!;
    const element = this.declarations[this.depth];
    if (f.shaped !== undefined) this.endShapedValue(f, f.shaped);
    else {
      if (f.state === 1) {
        this.comma(f);
        this.out.append(VALUE_KEY);
      }
      this.textValue(table, element, f.ctx!);
      if (f.state === 1) this.out.push(CLOSE);
      if (f.action?.kind === 'constant') this.compare(f.action.json, f.mark, '');
    }
    value.reset();
  }

  private textValue(table: TypeTable, element: ElementTable | undefined, scope: NsContext): void {
    const { value } = this;
    const { default: fallback, fixed } = element?.decl ?? {};
    if (value.length === 0 && (fallback ?? fixed) !== undefined) value.appendText((fallback ?? fixed)!);
    this.simple(table, value.bytes, 0, value.length, scope);
    if (fixed !== undefined) this.checkFixed(table.simple!, fixed, value.bytes, 0, value.length, scope);
  }

  private endShapedValue(f: Frame, shaped: ShapedType): void {
    const action = shaped.text;
    if (action?.kind === 'hole') {
      this.out = this.captures.open(action.slot);
      this.textValue(f.table!, undefined, f.ctx!);
      this.out = this.captures.close(action.slot);
    } else if (action?.kind === 'constant') {
      const mark = this.out.length;
      this.textValue(f.table!, undefined, f.ctx!);
      f.met++;
      this.compare(action.json, mark, '$value');
    }
    if (f.met < shaped.needed.length) this.differ(`has no "${shaped.needed.join('" or "')}"`);
  }

  /** Compares what was written since `mark` with a constant, and takes it back. */
  private compare(expected: Uint8Array, mark: number, leaf: string): void {
    const { out } = this;
    const same = out.length - mark === expected.length && equalAt(out.bytes, mark, expected);
    if (!same) {
      const found = Buffer.from(out.bytes.subarray(mark, Math.min(out.length, mark + 64))).toString();
      this.differ(`is ${found}, expected ${Buffer.from(expected).toString()}`, leaf);
    }
    out.length = mark;
  }

  private differ(message: string, leaf = ''): void {
    const path = this.reader.path();
    this.mismatch ??= new Mismatch(leaf === '' ? path : `${path}/${leaf}`, message);
  }

  /** Compared in the value space (XSD Part 1 §3.3.4): 1 and 1.0 are the same decimal. */
  private checkFixed(simple: ValueCodec, fixed: string, bytes: Uint8Array, start: number, end: number, scope: NsContext): void {
    if (this.lenient || sameValue(simple, bytes, start, end, fixed, scope)) return;
    this.fail('CODEC_FACET', `the value is fixed to "${fixed}"`);
  }

  // --- groups, mixed content, wildcards ----------------------------------------------------------------------------------------

  private openGroup(f: Frame, p: PositionTable, action: Action | undefined): void {
    const g = this.push(GROUP, f.table, p.inner);
    g.owner = mixedOwner(f);
    g.skipped = f.skipped || action === SKIPPED;
    if (g.owner === undefined && !g.skipped) this.out.push(OPEN);
  }

  private endGroup(f: Frame): void {
    this.leave(f);
    if (f.owner === undefined && !f.skipped) this.out.push(CLOSE);
    this.pop();
  }

  private enterMixed(f: Frame, owner: Frame, p: PositionTable): undefined {
    this.flushText(owner);
    f.count = f.pos === p.index ? f.count + 1 : 1;
    f.pos = p.index;
    if (f.level!.unordered) f.seen[p.index] = true;
    if (p.inner !== undefined) return undefined;
    this.mixedItem(owner);
    if (p.wildcard === undefined) {
      this.out.push(OPEN);
      this.out.append(p.keyBytes);
    }
    return undefined;
  }

  private mixedItem(f: Frame): void {
    if (f.state === 2) this.out.push(COMMA);
    else {
      this.comma(f);
      this.out.append(MIXED_KEY);
      f.state = 2;
    }
  }

  /** Text that stands before a child or the end of mixed content. */
  private flushText(f: Frame): void {
    const { value, out } = this;
    if (value.length === 0) return;
    if (f.kind === MIXED && !(f.table!.def as { mixed?: boolean }).mixed) {
      if (skipSpace(value.bytes, 0, value.length) !== value.length)
        this.fail('CODEC_TYPE', 'text stands between elements');
      value.reset();
      return;
    }
    this.mixedItem(f);
    out.push(QUOTE);
    appendJsonString(value.bytes, 0, value.length, out);
    out.push(QUOTE);
    value.reset();
  }

  private endMixed(f: Frame): void {
    this.flushText(f);
    if (f.state === 2) this.out.push(CLOSE_LIST);
    this.out.push(CLOSE);
  }

  private startWildcard(p: PositionTable, action: Action | undefined, name: ResolvedName): void {
    if (action === SKIPPED) return this.skipElement();
    this.looseElement(name, p.wildcard!.process);
  }

  /** `{ "$name": …, "$value": typed }` for declared elements, `{ "$name": …, … }` for others. */
  private looseElement(name: ResolvedName, process: 'strict' | 'lax' | 'skip'): void {
    const decl = process === 'skip' ? undefined : this.tables.schemas.elements.get(name.key);
    if (decl === undefined && process === 'strict' && !this.lenient)
      this.fail('CODEC_UNKNOWN', `element ${name.key} is not declared in the contract`);
    this.out.push(OPEN);
    this.out.append(NAME_KEY);
    this.out.appendText(JSON.stringify(this.tables.dialect.nameOf(name)));
    if (decl === undefined) {
      const g = this.push(LOOSE, undefined, undefined);
      g.first = false;
      g.state = 1;
      this.looseAttributes(g);
      return;
    }
    this.out.push(COMMA);
    this.out.append(VALUE_KEY);
    const element = this.tables.element(decl);
    this.open(element.type, undefined, element, false);
    this.top.braces++;
  }

  private looseAttributes(f: Frame): void {
    const { attributes } = this.reader;
    if (attributes.declared.length > 0 && f.table === undefined) this.looseDeclarations(f);
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (f.table !== undefined && name.xsi !== '') continue;
      if (f.state === 0) {
        this.out.push(OPEN);
        f.state = 1;
      }
      this.comma(f);
      this.looseAttribute(name, k);
    }
  }

  /** Prefixes may be used in content, where nobody sees them: keep them. */
  private looseDeclarations(f: Frame): void {
    const { declared } = this.reader.attributes;
    const pairs: string[] = [];
    for (let d = 0; d < declared.length; d += 2) {
      if (declared[d] !== '') pairs.push(`${JSON.stringify(declared[d])}:${JSON.stringify(declared[d + 1])}`);
    }
    if (pairs.length === 0) return;
    this.comma(f);
    this.out.append(XMLNS_KEY);
    this.out.appendText(`{${pairs.join(',')}}`);
  }

  private startInLoose(f: Frame, name: ResolvedName): void {
    if (f.state === 0) {
      this.out.push(OPEN);
      f.state = 1;
    }
    this.flushText(f);
    this.mixedItem(f);
    this.looseElement(name, f.table === undefined ? 'skip' : 'lax');
  }

  private endLoose(f: Frame): void {
    const { out, value } = this;
    if (f.state === 2) {
      this.flushText(f);
      out.push(CLOSE_LIST);
      out.push(CLOSE);
      return;
    }
    if (f.state === 1 && value.length > 0) {
      this.comma(f);
      out.append(VALUE_KEY);
    }
    if (f.state === 0 || value.length > 0) {
      out.push(QUOTE);
      appendJsonString(value.bytes, 0, value.length, out);
      out.push(QUOTE);
      value.reset();
    }
    if (f.state === 1) out.push(CLOSE);
  }

  private skipElement(): void {
    this.push(SKIP, undefined, undefined);
  }

  // --- stack -------------------------------------------------------------------------------------------------------------------

  private push(kind: number, table: TypeTable | undefined, level: LevelTable | undefined): Frame {
    const depth = ++this.depth;
    let f = this.stack[depth];
    if (f === undefined) {
      f = new Frame();
      this.stack[depth] = f;
    }
    f.reset(kind, table, level);
    // At the end tag the reader is back in the context outside.
    f.ctx = this.reader.ctx;
    this.top = f;
    return f;
  }

  private pop(): void {
    this.declarations[this.depth] = undefined;
    this.top = this.stack[--this.depth];
  }
}

/** The value is of no interest to the shape. */
const SKIPPED: Action = { kind: 'hole', slot: -1 };

/** The frame whose `$mixed` list the children of `f` go to. */
function mixedOwner(f: Frame): Frame | undefined {
  return f.kind === MIXED ? f : f.owner;
}

function nameOf(def: TypeDef): string {
  return def.name === undefined ? 'an anonymous type' : clark(def.name);
}
