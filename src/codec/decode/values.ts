// Opens and ends the values of elements.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import { skipSpace } from '../../xml/reader/scan.ts';
import type { SimpleCodec } from '../datatypes/codec.ts';
import { derivedNames } from '../model/derived-types.ts';
import { type Frame, ITEM, MIXED, NIL, OBJECT, SHAPE, UNTYPED, VALUE } from '../model/frame.ts';
import { type Action, type ShapedType, shapedType } from '../model/shaped.ts';
import {
  ANY,
  CONTENT,
  type ElementTable,
  LISTED,
  ORDERED,
  type PositionTable,
  SIMPLE,
  type Substitute,
  TEXT,
  type TypeTable,
} from '../model/tables.ts';
import {
  appendQuoted,
  CLOSE,
  COMMA,
  NIL_KEY,
  NULL_BYTES,
  nameOf,
  OPEN,
  SKIPPED,
  typeLabel,
  VALUE_KEY,
} from './literals.ts';
import { PositionDecoder } from './positions.ts';

export abstract class ValueDecoder extends PositionDecoder {
  /** Opens the element whose start tag has just been read. `bare`: the tag had no attributes. */
  protected open(declared: TypeTable, action: Action | undefined, element: ElementTable, bare: boolean): void {
    if (action === SKIPPED) return this.passElement();
    let table = declared;
    let nil = false;
    if (!bare && this.reader.attributes.hasXsi) {
      table = this.actualType(declared);
      nil = this.isNil(element);
    }
    if (table.abstract) this.refuseAbstract(table);
    if (action !== undefined && action.kind !== 'hole') return this.openAction(action, table, nil, element);
    const label = typeLabel(declared, table);
    if (nil) this.openNil(table, label);
    else this.openValue(table, label, bare, element);
    if (action !== undefined && table.kind === SIMPLE) this.top.bound = true;
    if (this.pending >= 0) {
      this.top.slot = this.pending;
      this.pending = -1;
    }
  }

  private refuseAbstract({ def }: TypeTable): never {
    const derived = derivedNames(this.tables, def, (name) => name.local);
    const message = `the type ${def.name?.local ?? 'of the element'} is abstract: xsi:type must name ${derived}`;
    // The contract alone says it.
    this.fail('CODEC_ABSTRACT', message, message);
  }

  protected leafValue(leaf: SimpleCodec, p: PositionTable, from: number, stop: number): void {
    this.leaf = p;
    this.simpleValue(leaf, this.reader.buf, from, stop, this.reader.ctx);
    this.leaf = undefined;
  }

  protected openSubstitute(substitute: Substitute, action: Action | undefined): ElementTable {
    if (action !== SKIPPED) this.out.append(substitute.keyBytes);
    return substitute.element;
  }

  protected openAction(action: Action, table: TypeTable, nil: boolean, element: ElementTable): void {
    if (nil) {
      if (action.kind === 'each' && action.entry) this.fail('CODEC_NIL', 'an item that its key names is nil');
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

  protected openItem(each: Action & { kind: 'each' }, table: TypeTable, element: ElementTable): void {
    const parentOut = this.out;
    if (each.entry !== undefined && this.top.count === 1) this.top.names = new Set();
    this.out = this.captures.push(each, parentOut);
    const parentDepth = this.depth;
    if (each.item.kind === 'hole') this.out = this.captures.open(each.item.slot);
    if (each.item.kind === 'hole') this.openValue(table, typeLabel(element.type, table), false, element);
    else this.openAction(each.item, table, false, element);
    this.stack[parentDepth + 1].onClose = ITEM;
  }

  protected openShape(action: Action & { kind: 'members' }, table: TypeTable, element: ElementTable): void {
    const expectedType = action.shape.type;
    if (expectedType !== undefined && table.def !== expectedType) {
      this.differ(`has type ${nameOf(table.def)}, expected ${nameOf(expectedType)}`);
      return this.skipElement();
    }
    const shaped = shapedType(action, table);
    if (table.kind === CONTENT || table.kind === LISTED) {
      const f = this.push(SHAPE, table, table.level);
      f.shaped = shaped;
      if (shaped.rest >= 0) this.openRest(f, expectedType === undefined ? typeLabel(element.type, table) : undefined);
      this.shapedAttributes(f, shaped);
      return;
    }
    if (table.kind !== TEXT) this.fail('CODEC_TYPE', `members can not be listed of the type ${nameOf(table.def)}`);
    const f = this.push(VALUE, table, undefined);
    f.shaped = shaped;
    this.declarations[this.depth] = element;
    if (shaped.rest >= 0) this.openRest(f, expectedType === undefined ? typeLabel(element.type, table) : undefined);
    this.shapedAttributes(f, shaped);
  }

  /** `label`: names the type, unless the shape does. */
  protected openRest(f: Frame, label: Uint8Array | undefined): void {
    f.rest = new ByteBuffer(256);
    f.rest.push(OPEN);
    if (label !== undefined) {
      f.rest.append(label);
      f.first = false;
    }
  }

  protected openValue(table: TypeTable, label: Uint8Array | undefined, bare: boolean, element: ElementTable): void {
    switch (table.kind) {
      case SIMPLE: {
        const f = this.push(VALUE, table, undefined);
        if (label !== undefined) this.openTyped(f, label);
        if (!bare) this.noAttributes();
        this.declarations[this.depth] = element;
        return;
      }
      case CONTENT: {
        const f = this.push(OBJECT, table, table.level);
        this.openObject(f, table, label, bare);
        return;
      }
      case LISTED: {
        const f = this.push(OBJECT, table, table.level);
        this.out.push(table.opening);
        if (!bare) this.writeAttributes(f, table);
        return;
      }
      case ORDERED: {
        const f = this.push(MIXED, table, table.level);
        this.openObject(f, table, label, bare);
        return;
      }
      case ANY: {
        const f = this.push(UNTYPED, table, undefined);
        const ownLabel = label ?? this.foreignLabel;
        this.foreignLabel = undefined;
        if (ownLabel !== undefined) this.openTyped(f, ownLabel);
        this.untypedAttributes(f);
        return;
      }
      default: {
        const f = this.push(VALUE, table, undefined);
        this.openObject(f, table, label, bare);
        this.declarations[this.depth] = element;
      }
    }
  }

  protected openTyped(f: Frame, label: Uint8Array): void {
    this.out.push(OPEN);
    this.out.append(label);
    f.first = false;
    f.state = 1;
  }

  protected openObject(f: Frame, table: TypeTable, label: Uint8Array | undefined, bare: boolean): void {
    this.out.push(OPEN);
    if (label !== undefined) {
      this.out.append(label);
      f.first = false;
    }
    f.state = 1;
    if (bare) {
      if (table.required.length > 0) this.missingAttribute(table);
    } else this.writeAttributes(f, table);
  }

  protected openNil(table: TypeTable, label: Uint8Array | undefined): void {
    const f = this.push(NIL, table, undefined);
    const plain = this.reader.attributes.names.slice(0, this.reader.attributes.count).every((n) => n.xsi !== '');
    if (plain && label === undefined) {
      this.out.append(NULL_BYTES);
      if (table.required.length > 0) this.missingAttribute(table);
      return;
    }
    this.out.push(OPEN);
    this.out.append(NIL_KEY);
    f.first = false;
    f.braces = 1;
    if (label !== undefined) {
      this.out.push(COMMA);
      this.out.append(label);
    }
    this.writeAttributes(f, table);
  }

  protected simple(table: TypeTable, buf: Uint8Array, start: number, end: number, scope: NsContext): void {
    const simple = table.simple!;
    if (simple.plain) appendQuoted(buf, start, end, this.out);
    else this.simpleValue(simple, buf, start, end, scope);
  }

  protected textValue(table: TypeTable, element: ElementTable | undefined, scope: NsContext): void {
    const { value } = this;
    const { default: fallback, fixed } = element?.decl ?? {};
    if (value.length === 0 && (fallback ?? fixed) !== undefined) value.appendText((fallback ?? fixed)!);
    this.simple(table, value.bytes, 0, value.length, scope);
    if (fixed !== undefined) this.checkFixed(table.simple!, fixed, value.bytes, 0, value.length, scope);
  }

  /** An element inside of simple content: no type has it there. */
  protected startInText({ local }: ResolvedName): void {
    if (this.tolerates('unknown')) {
      this.checkTextBefore();
      this.textBefore = this.value.length;
      return this.skipElement();
    }
    const message = 'an element stands in simple content';
    this.deviate('unknown', 'CODEC_TYPE', `element "${local}" stands in simple content`, message);
  }

  protected endShape(f: Frame): void {
    if (!this.lenient || f.level!.unordered) this.checkEnd(f);
    this.leave(f);
    if (f.level!.scattered) this.endLists(f);
    if (f.constantsSeen < f.shaped!.needed.length) this.differ(`has no "${f.shaped!.needed.join('" or "')}"`);
    this.closeRest(f);
  }

  protected closeRest(f: Frame): void {
    const { rest, prefixes } = f;
    if (rest === undefined) return;
    if (prefixes !== undefined) this.prefixesOfRest(f, rest);
    rest.push(CLOSE);
    this.captures.put(f.shaped!.rest, rest);
  }

  private prefixesOfRest(f: Frame, rest: ByteBuffer): void {
    const saved = this.out;
    this.out = rest;
    this.endPrefixes(f);
    this.out = saved;
  }

  /** Around an element that is skipped, text on both sides would become one value. */
  private checkTextBefore(): void {
    const { value, textBefore } = this;
    this.textBefore = 0;
    const hasText = (start: number, end: number) => skipSpace(value.bytes, start, end) !== end;
    if (hasText(0, textBefore) && hasText(textBefore, value.length))
      this.fail('CODEC_TYPE', 'an element stands between two pieces of one value');
  }

  protected endValue(f: Frame): void {
    if (this.textBefore > 0) this.checkTextBefore();
    const { value } = this;
    const table = f.table!;
    const element = this.declarations[this.depth];
    if (table.prefixed && !f.bound && f.action === undefined) this.noteText(f);
    if (f.shaped !== undefined) this.endShapedValue(f, f.shaped);
    else {
      if (f.prefixes !== undefined && f.state === 0) this.openText(f);
      if (f.state === 1) {
        this.comma(f);
        this.out.append(VALUE_KEY);
      }
      this.textValue(table, element, f.ctx!);
      if (f.state === 1) {
        this.endPrefixes(f);
        this.out.push(CLOSE);
      }
      if (f.action?.kind === 'constant') this.compare(f.action.json, f.mark, '');
    }
    value.reset();
  }

  protected endShapedValue(f: Frame, shaped: ShapedType): void {
    const action = shaped.text;
    const element = this.declarations[this.depth];
    if (action?.kind === 'hole') {
      this.out = this.captures.open(action.slot);
      this.textValue(f.table!, element, f.ctx!);
      this.out = this.captures.close(action.slot);
    } else if (action?.kind === 'constant') {
      const mark = this.out.length;
      this.textValue(f.table!, element, f.ctx!);
      f.constantsSeen++;
      this.compare(action.json, mark, '$value');
    } else {
      if (shaped.allNamed && this.value.length > 0) this.differ('the text has no place in the rule');
      if (f.rest !== undefined) this.textOfRest(f, f.rest, element);
    }
    if (f.constantsSeen < shaped.needed.length) this.differ(`has no "${shaped.needed.join('" or "')}"`);
    this.closeRest(f);
  }

  protected textOfRest(f: Frame, rest: ByteBuffer, element: ElementTable | undefined): void {
    const saved = this.out;
    this.out = rest;
    this.comma(f);
    this.out.append(VALUE_KEY);
    this.textValue(f.table!, element, f.ctx!);
    this.out = saved;
  }
}
