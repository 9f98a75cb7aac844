// Attributes of the tag that has just been read; xsi:type and xsi:nil.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { appendJsonString } from '../../json/escape.ts';
import { clark, SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import { equalAt, equalRange } from '../../xml/reader/scan.ts';
import { sameValue, type ValueCodec } from '../datatypes/codec.ts';
import { admits } from '../model/content.ts';
import type { Frame } from '../model/frame.ts';
import { narrowed } from '../model/narrowed.ts';
import type { Action, ShapedType } from '../model/shaped.ts';
import { ANY, type AttributeTable, type ComputedTable, type ElementTable, type TypeTable } from '../model/tables.ts';
import { originalOf } from '../presentation/presented-list.ts';
import { CLOSE, nameOf, OPEN, QUOTE, XMLNS_KEY } from './literals.ts';
import { DecoderState } from './state.ts';
import { addTextPrefixes, isTooLong } from './text-prefixes.ts';

const SHARED =
  'values written once and referred to (multi-references of SOAP encoding) are read only in responses, where the reference is empty and leads to an id of the message';
const TOO_LONG = 'the namespaces of prefixes in text take too much room: many short texts use long ones';

export abstract class AttributeDecoder extends DecoderState {
  protected xsiValue(local: string): string | undefined {
    const { attributes } = this.reader;
    const k = attributes.findXsi(local);
    return k < 0
      ? undefined
      : Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
  }

  /** The type that xsi:type names, else the declared one. Items of a list mostly have the same type. */
  protected actualType(declared: TypeTable): TypeTable {
    const { attributes, ctx } = this.reader;
    const k = attributes.findXsi('type');
    if (k < 0) return declared;
    const bytes = attributes.value(k);
    const { lastNamed } = declared;
    if (lastNamed?.ctx === ctx && equalRange(bytes, attributes.start[k], attributes.end[k], lastNamed.bytes))
      return lastNamed.table;
    const raw = Uint8Array.prototype.slice.call(bytes, attributes.start[k], attributes.end[k]);
    const table = this.typeNamed(Buffer.from(raw).toString().trim(), declared);
    if (this.foreignLabel === undefined) declared.lastNamed = { ctx, bytes: raw, table };
    return table;
  }

  private typeNamed(text: string, declared: TypeTable): TypeTable {
    const colon = text.indexOf(':');
    const prefix = colon < 0 ? '' : text.slice(0, colon);
    const ns = this.reader.ctx.resolve(prefix);
    if (ns === undefined) this.fail('XML_NAMESPACE', `prefix "${prefix}" of xsi:type is not declared`);
    const name = { ns, local: text.slice(colon + 1) };
    const key = clark(name);
    const type = this.tables.schemas.types.get(key);
    if (type === undefined && this.foreignTypes && declared.kind === ANY) {
      this.foreignLabel = declared.naming.labelFor(name);
      return declared;
    }
    if (type === undefined) {
      const safe = `xsi:type names a type that the contract does not have; declared is ${nameOf(declared.def)}`;
      this.fail('CODEC_TYPE', `xsi:type names ${key}, which is not a type of the contract`, safe);
    }
    // xsi:type refers to the contract's type, also of a presented member.
    const original = originalOf(declared.def);
    if (original === type) return declared;
    const base = original?.kind === 'simple' ? original : declared.def;
    if (type !== base && !this.tables.schemas.derives(type, base)) {
      const message = `xsi:type names ${key}, which is not derived from ${nameOf(declared.def)}`;
      this.fail('CODEC_TYPE', message, message);
    }
    return narrowed(declared, this.tables.type(type));
  }

  protected saysNil(): boolean {
    const text = this.reader.attributes.hasXsi ? this.xsiValue('nil') : undefined;
    if (text === undefined || text === 'false' || text === '0') return false;
    if (text !== 'true' && text !== '1') this.fail('CODEC_NIL', `xsi:nil is "${text}"`);
    return true;
  }

  protected isNil(element: ElementTable): boolean {
    if (!this.saysNil()) return false;
    const mayBe = element.decl.nillable || this.nils?.has(this.reader.elementCount);
    if (!mayBe && !this.tolerates('missing')) {
      const message = `element "${element.decl.name.local}" is not nillable`;
      this.deviate('missing', 'CODEC_NIL', message, message);
    }
    return true;
  }

  protected noAttributes(): void {
    const { attributes } = this.reader;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.xsi === '' && !isSoap(name)) this.unknownAttribute(name);
    }
  }

  protected unknownAttribute({ key, local }: ResolvedName): void {
    const message = `attribute "${key}" is not part of the type`;
    // SOAP 1.1 §5.4.1: the value stands elsewhere. Without it the document would say something else.
    if (key === 'href') this.refer(`${message}; ${SHARED}`);
    const unknown = key === 'id' ? `${message}; ${SHARED}` : 'an unknown attribute';
    if (!this.tolerates('unknown', `/@${local}`))
      this.deviate('unknown', 'CODEC_UNKNOWN', key === 'id' ? unknown : message, unknown);
  }

  private failMissing(local: string): void {
    if (this.accepts('missing', `/@${local}`)) return;
    const message = `attribute "${local}" is missing`;
    this.deviate('missing', 'CODEC_MISSING', message, message);
  }

  protected missingAttribute(table: TypeTable): void {
    for (const { use } of table.required) this.failMissing(use.name.local);
  }

  protected writeAttributes(f: Frame, table: TypeTable): void {
    const { attributes } = this.reader;
    let required = 0;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.xsi !== '') continue;
      const attribute = table.attributeByName.get(name.key);
      if (attribute === undefined) {
        if (!this.undeclaredAttribute(f, table, name, k)) continue;
      } else {
        if (attribute.use.required) required++;
        this.comma(f);
        this.out.append(attribute.keyBytes);
        this.attributeValue(attribute, k);
        if (attribute.prefixed) this.noteAttribute(f, k);
      }
    }
    if (required < table.required.length) this.reportMissing(table);
    if (table.computed !== undefined) this.writeComputed(f, table.computed.members);
  }

  /** Members computed from the attributes of this tag. */
  protected writeComputed(f: Frame, members: readonly ComputedTable[]): void {
    for (const { keyBytes, pieces, holes } of members) {
      const texts = holes.map((hole) => this.computedText(hole));
      if (texts.some((text) => text === undefined)) continue;
      this.comma(f);
      this.out.append(keyBytes);
      this.out.append(pieces[0]);
      texts.forEach((text, i) => {
        const raw = Buffer.from(text!);
        appendJsonString(raw, 0, raw.length, this.out);
        this.out.append(pieces[i + 1]);
      });
    }
  }

  /** The JSON value; undefined: absent attribute, or a value without meaning here. */
  private computedText({ attribute, encode, texts }: ComputedTable['holes'][number]): string | undefined {
    const { names, count } = this.reader.attributes;
    const key = clark(attribute.use.name);
    for (let k = 0; k < count; k++) {
      if (names[k].xsi !== '' || names[k].key !== key) continue;
      const { out } = this;
      const mark = out.length;
      this.attributeValue(attribute, k);
      const json = Buffer.from(out.bytes.subarray(mark, out.length)).toString();
      const value: string = json.startsWith('"') ? JSON.parse(json) : json;
      out.length = mark;
      const text = texts === undefined ? value : texts.get(value);
      return text === undefined || encode === undefined ? text : encode(text.toWellFormed());
    }
    return undefined;
  }

  protected reportMissing(table: TypeTable): void {
    const { attributes } = this.reader;
    const present = new Set(attributes.names.slice(0, attributes.count).map((n) => n.key));
    for (const { use } of table.required) if (!present.has(clark(use.name))) this.failMissing(use.name.local);
  }

  protected attributeValue(attribute: TypeTable['attributes'][number], k: number): void {
    const { attributes } = this.reader;
    const bytes = attributes.value(k);
    this.leaf = attribute;
    this.simpleValue(attribute.simple, bytes, attributes.start[k], attributes.end[k], this.reader.ctx);
    if (attribute.use.fixed !== undefined)
      this.checkFixed(
        attribute.simple,
        attribute.use.fixed,
        bytes,
        attributes.start[k],
        attributes.end[k],
        this.reader.ctx,
      );
    this.leaf = undefined;
  }

  /** An attribute of anyAttribute, as a string member, or hidden. False: skipped. */
  protected undeclaredAttribute(f: Frame, table: TypeTable, name: ResolvedName, k: number): boolean {
    if (table.omitted.has(name.key)) return false;
    if (table.anyAttribute === undefined || !admits(table.anyAttribute, name.ns)) {
      if (!isSoap(name)) this.unknownAttribute(name);
      return false;
    }
    this.comma(f);
    this.looseAttribute(f, name, k);
    return true;
  }

  protected looseAttribute(f: Frame, name: ResolvedName, k: number): void {
    const { attributes } = this.reader;
    this.noteAttribute(f, k);
    const { dialect } = this.tables;
    this.out.appendText(`${JSON.stringify(`@${name.ns === '' ? name.local : dialect.nameOf(name)}`)}:`);
    this.out.push(QUOTE);
    appendJsonString(attributes.value(k), attributes.start[k], attributes.end[k], this.out);
    this.out.push(QUOTE);
  }

  /** Compared in the value space (XSD Part 1 §3.3.4): 1 and 1.0 are the same decimal. */
  protected checkFixed(
    simple: ValueCodec,
    fixed: string,
    bytes: Uint8Array,
    start: number,
    end: number,
    scope: NsContext,
  ): void {
    if (this.lenient || sameValue(simple, bytes, start, end, fixed, scope)) return;
    this.fail('CODEC_FACET', `the value is fixed to "${fixed}"`);
  }

  protected shapedAttributes(f: Frame, shaped: ShapedType): void {
    const { attributes } = this.reader;
    const { table } = shaped;
    let required = 0;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.xsi !== '') continue;
      const attribute = table.attributeByName.get(name.key);
      if (attribute?.use.required) required++;
      const action = attribute && shaped.attributes[attribute.index];
      if (action !== undefined) this.shapedAttribute(f, shaped, attribute!, action, k);
      else {
        if (shaped.allNamed) this.unlistedAttribute(table, attribute, name);
        if (f.rest !== undefined) this.attributeOfRest(f, f.rest, table, attribute, k);
      }
    }
    if (required < table.required.length) this.reportMissing(table);
    if (f.rest !== undefined && table.computed !== undefined) this.computedOfRest(f, f.rest, table.computed.members);
  }

  /** An attribute that a shape of whole messages does not list. */
  private unlistedAttribute(table: TypeTable, attribute: AttributeTable | undefined, name: ResolvedName): void {
    if (attribute?.use.fixed !== undefined || table.omitted.has(name.key) || isSoap(name)) return;
    const isAdmitted = table.anyAttribute !== undefined && admits(table.anyAttribute, name.ns);
    if (attribute === undefined && !isAdmitted) {
      this.unknownAttribute(name);
      return;
    }
    this.differ(`attribute "${name.local}" has no place in the rule`, `@${name.local}`);
  }

  private computedOfRest(f: Frame, rest: ByteBuffer, members: readonly ComputedTable[]): void {
    const saved = this.out;
    this.out = rest;
    this.writeComputed(f, members);
    this.out = saved;
  }

  protected attributeOfRest(
    f: Frame,
    rest: ByteBuffer,
    table: TypeTable,
    attribute: AttributeTable | undefined,
    k: number,
  ): void {
    const saved = this.out;
    this.out = rest;
    if (attribute === undefined) this.undeclaredAttribute(f, table, this.reader.attributes.names[k], k);
    else {
      this.comma(f);
      this.out.append(attribute.keyBytes);
      this.attributeValue(attribute, k);
      if (attribute.prefixed) this.noteAttribute(f, k);
    }
    this.out = saved;
  }

  private noteAttribute(f: Frame, k: number): void {
    const { attributes, ctx } = this.reader;
    f.prefixes = addTextPrefixes(attributes.value(k), attributes.start[k], attributes.end[k], ctx, f.prefixes);
  }

  protected noteText(f: Frame): void {
    f.prefixes = addTextPrefixes(this.value.bytes, 0, this.value.length, f.ctx!, f.prefixes);
  }

  /** Writes `$xmlns`, the last member, if the element uses prefixes. */
  protected endPrefixes(f: Frame): void {
    if (f.prefixes === undefined) return;
    this.comma(f);
    this.out.append(XMLNS_KEY);
    this.out.push(OPEN);
    const pairs = [...f.prefixes].map(([prefix, ns]) => `${JSON.stringify(prefix)}:${JSON.stringify(ns)}`);
    const text = pairs.join(',');
    this.prefixLength += text.length;
    if (isTooLong(this.prefixLength, this.reader.offset)) this.fail('XML_LIMIT', TOO_LONG, TOO_LONG);
    this.out.appendText(text);
    this.out.push(CLOSE);
  }

  protected shapedAttribute(
    f: Frame,
    shaped: ShapedType,
    attribute: TypeTable['attributes'][number],
    action: Action,
    k: number,
  ): void {
    if (shaped.needed.includes(attribute.key)) f.constantsSeen++;
    if (action.kind === 'hole') {
      this.out = this.captures.open(action.slot);
      this.attributeValue(attribute, k);
      this.out = this.captures.close(action.slot);
    } else if (action.kind === 'constant') {
      const mark = this.out.length;
      this.attributeValue(attribute, k);
      this.compare(action.json, mark, `@${attribute.use.name.local}`);
    }
  }

  /** Compares the output since `mark` with a constant, and removes it. */
  protected compare(expected: Uint8Array, mark: number, leaf: string): void {
    const { out } = this;
    const same = out.length - mark === expected.length && equalAt(out.bytes, mark, expected);
    if (!same) {
      const actual = Buffer.from(out.bytes.subarray(mark, Math.min(out.length, mark + 64))).toString();
      this.differ(`is ${actual}, expected ${Buffer.from(expected).toString()}`, leaf);
    }
    out.length = mark;
  }
}

/** Types need not declare attributes of SOAP, as mustUnderstand (SOAP 1.1 §4.1.1, §4.2; SOAP 1.2 Part 1 §5.1.1, §5.2). */
function isSoap(name: ResolvedName): boolean {
  return name.ns === SOAP11_NS || name.ns === SOAP12_NS;
}
