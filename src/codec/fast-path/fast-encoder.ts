// JSON → XML without a tape: one pass over JSON whose members are in schema order, as programs write them. At anything else,
// mistakes included, it gives up: then the tape encoder starts again, and reports errors.
import { isUtf8 } from 'node:buffer';
import { type ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { isUnscanned, LazyJson } from '../../json/lazy-json.ts';
import { noJsonLimits } from '../../json/limits.ts';
import { utf8 } from '../../json/text.ts';
import { type Json, STRING } from '../../json/value.ts';
import { clark } from '../../xml/reader/names.ts';
import type { NameWriter, ValueCodec } from '../datatypes/codec.ts';
import { type ElementTable, SIMPLE, type Tables, TEXT, type TypeTable } from '../model/tables.ts';
import { Cursor, copyText } from './cursor.ts';
import { EMPTY_END, GT, NIL, NOWHERE, QUOTE } from './tape-reader.ts';
import { type FastPathPosition, type FastPathType, fastPathType, isFastPathElement } from './type.ts';

/** The part of the encoder's state that this pass needs. */
export interface Declarations extends NameWriter {
  use(ns: number): void;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const DOLLAR = 0x24;
const LETTER_N = 0x6e;
const TYPE = bytesOf('"$type":');
const VALUE = bytesOf('"$value":');
const NULL = bytesOf('null');
const PAUSE = 15;

export class DirectEncoder {
  private readonly tables: Tables;
  private readonly declarations: Declarations;
  private readonly xsi: number;
  private readonly types = new Map<TypeTable, FastPathType | null>();
  private readonly cursor = new Cursor();
  private out: ByteBuffer = NOWHERE;
  private limits = noJsonLimits;
  private depth = 0;
  private values = 0;
  /** Attempts to leave out, by the elements at which the last one has failed. */
  private readonly attemptsLeftOut = new Map<ElementTable, number>();

  constructor(tables: Tables, declarations: Declarations, xsi: number) {
    this.tables = tables;
    this.declarations = declarations;
    this.xsi = xsi;
  }

  /** Writes the element. False: not possible; `out` then ends in a part of it. */
  write(element: ElementTable, value: Json, out: ByteBuffer): boolean {
    const { cursor } = this;
    const { bytes, start, end } = value;
    this.limits = value instanceof LazyJson ? value.limits : noJsonLimits;
    const coversBuffer = start === 0 && end === bytes.length;
    if (isUnscanned(value) && !isUtf8(coversBuffer ? bytes : bytes.subarray(start, end))) return false;
    cursor.start(bytes, start, end);
    this.out = out;
    this.depth = 0;
    this.values = 1;
    const isWritten = this.attempt(element);
    this.note(element, isWritten);
    return isWritten;
  }

  /** Whether an attempt is worth its cost: members that come in another order once mostly do so again. */
  isLikely(element: ElementTable): boolean {
    const left = this.attemptsLeftOut.get(element);
    if (left === undefined || left === 0) return true;
    this.attemptsLeftOut.set(element, left - 1);
    return false;
  }

  private note(element: ElementTable, isWritten: boolean): void {
    if (!isWritten) this.attemptsLeftOut.set(element, PAUSE);
    else if (this.attemptsLeftOut.size > 0) this.attemptsLeftOut.delete(element);
  }

  private attempt(element: ElementTable): boolean {
    const { cursor } = this;
    try {
      return this.element(element) && cursor.peek() === 0 && this.values <= this.limits.values;
    } catch (error) {
      if (error instanceof SoapstoneError) return false;
      throw error;
    } finally {
      this.out = NOWHERE;
    }
  }

  private element(element: ElementTable): boolean {
    if (!isFastPathElement(element)) return false;
    const b = this.cursor.peek();
    if (b === LETTER_N) return this.nil(element);
    const { type } = element;
    if (type.kind === SIMPLE) return this.leaf(element, type.simple!);
    return b === OPEN && this.object(element, type);
  }

  private leaf(element: ElementTable, simple: ValueCodec): boolean {
    const { out } = this;
    this.declarations.use(element.ns);
    out.append(element.openWhole);
    if (!this.scalar(simple, false)) return false;
    out.append(element.close);
    return true;
  }

  private nil(element: ElementTable): boolean {
    const { out } = this;
    if (!element.decl.nillable || element.type.required.length > 0 || !this.cursor.match(NULL)) return false;
    this.declarations.use(element.ns);
    this.declarations.use(this.xsi);
    out.append(element.open);
    out.append(NIL);
    out.append(EMPTY_END);
    return true;
  }

  private scalar(simple: ValueCodec, attribute: boolean): boolean {
    const { cursor, out } = this;
    if (simple.plain && cursor.peek() === QUOTE) {
      const after = copyText(cursor.bytes, cursor.at + 1, cursor.end, out);
      if (after > 0) {
        cursor.at = after;
        return true;
      }
    }
    if (!cursor.scalar()) return false;
    simple.encode(cursor, 0, out, attribute, this.declarations);
    return true;
  }

  /** The cursor stands at the brace. */
  private object(element: ElementTable, declared: TypeTable): boolean {
    const { cursor, out } = this;
    if (++this.depth > this.limits.depth) return false;
    cursor.at++;
    this.declarations.use(element.ns);
    out.append(element.open);
    let separator = cursor.peek() === QUOTE ? 1 : cursor.take(CLOSE) ? 0 : -1;
    let type = this.typeOf(declared);
    if (separator === 1 && cursor.bytes[cursor.at + 1] === DOLLAR) {
      type = this.namedType(declared, type);
      if (type === undefined) return false;
      separator = cursor.readSeparator();
    }
    if (type === undefined || type.table.abstract || separator < 0) return false;
    if (type.table !== element.type) this.writeType(type.table);
    separator = this.attributes(type, separator);
    if (separator < 0) return false;
    out.push(GT);
    separator = type.table.kind === TEXT ? this.text(type.table, separator) : this.members(type, separator);
    if (separator !== 0) return false;
    out.append(element.close);
    this.depth--;
    return true;
  }

  private typeOf(table: TypeTable): FastPathType | undefined {
    let type = this.types.get(table);
    if (type === undefined) this.types.set(table, (type = fastPathType(table) ?? null));
    return type ?? undefined;
  }

  /** The type that `$type` names at an element of type `declared`. */
  private namedType(declared: TypeTable, declaredType: FastPathType | undefined): FastPathType | undefined {
    const { cursor } = this;
    this.values++;
    if (declaredType?.lastNamed !== undefined && cursor.match(declaredType.lastNamed.label))
      return this.typeOf(declaredType.lastNamed.table);
    const { naming } = declared;
    if (naming.key !== '$type' || !cursor.match(TYPE) || !cursor.scalar() || cursor.entries[0] !== STRING)
      return undefined;
    const { schemas } = this.tables;
    const name = naming.parse(utf8(cursor.bytes, cursor.entries[1], cursor.entries[2]));
    const def = name === undefined ? undefined : schemas.types.get(clark(name));
    if (def === undefined || (def !== declared.def && !schemas.derives(def, declared.def))) return undefined;
    const table = this.tables.type(def);
    const label = naming.label(def);
    if (declaredType && label) declaredType.lastNamed = { table, label };
    return this.typeOf(table);
  }

  private writeType({ xsiType }: TypeTable): void {
    if (xsiType === undefined) return;
    this.declarations.use(this.xsi);
    this.declarations.use(xsiType.ns);
    this.out.append(xsiType.bytes);
  }

  /** As Cursor.readSeparator. */
  private attributes(type: FastPathType, separator: number): number {
    const { out, cursor } = this;
    const { attributes } = type;
    for (let i = 0; i < attributes.length; i++) {
      const a = attributes[i];
      if (separator !== 1 || !cursor.match(a.keyBytes)) {
        if (a.use.required) return -1;
        continue;
      }
      this.values++;
      this.declarations.use(a.ns);
      out.append(a.open);
      if (!this.scalar(a.simple, true)) return -1;
      out.push(QUOTE);
      separator = cursor.readSeparator();
    }
    return separator;
  }

  private text(table: TypeTable, separator: number): number {
    this.values++;
    return separator === 1 && this.cursor.match(VALUE) && this.scalar(table.simple!, false)
      ? this.cursor.readSeparator()
      : -1;
  }

  private members(type: FastPathType, separator: number): number {
    const { cursor } = this;
    const { positions, required, expected } = type;
    const n = positions.length;
    let nextIndex = 0;
    while (separator === 1) {
      let i = this.find(type, nextIndex);
      // The member that followed last time is matched with its comma.
      for (;;) {
        if (i < 0 || required[nextIndex] < i || !this.position(positions[i])) return -1;
        this.values++;
        nextIndex = i + 1;
        i = expected[nextIndex];
        if (i >= n || !cursor.match(positions[i].nextKey)) break;
      }
      separator = cursor.readSeparator();
    }
    return required[nextIndex] === n ? separator : -1;
  }

  /** The position, `from` or later, whose name is next; skips the name. */
  private find({ positions, expected }: FastPathType, from: number): number {
    const { cursor } = this;
    const likely = expected[from];
    if (likely < positions.length && cursor.match(positions[likely].keyBytes)) return likely;
    for (let i = from; i < positions.length; i++) {
      if (!cursor.match(positions[i].keyBytes)) continue;
      expected[from] = i;
      return i;
    }
    return -1;
  }

  private position(p: FastPathPosition): boolean {
    const { element, leaf } = p;
    if (p.list) return this.list(p);
    return leaf === undefined || this.cursor.peek() === LETTER_N ? this.element(element) : this.leaf(element, leaf);
  }

  private list(p: FastPathPosition): boolean {
    const { cursor } = this;
    const { element } = p;
    if (!cursor.take(0x5b) || ++this.depth > this.limits.depth) return false;
    let count = 0;
    if (!cursor.take(0x5d)) {
      do {
        if (!this.element(element)) return false;
        count++;
      } while (cursor.take(0x2c));
      if (!cursor.take(0x5d)) return false;
    }
    this.depth--;
    this.values += count;
    return count >= p.min && count <= p.max;
  }
}
