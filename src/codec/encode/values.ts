// Simple values and attributes.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { scanned, valueAt } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { ESCAPED, FALSE, type Json, NUMBER, OBJECT, STRIDE, STRING, type Tape, TRUE } from '../../json/value.ts';
import { kindAt, nextNode, sameJson } from '../../json/walk.ts';
import { appendAttribute, appendAttributeFromJson, appendText, appendTextFromJson } from '../../xml/escape.ts';
import { isNCName } from '../../xml/reader/chars.ts';
import { clark, type QName, XML_NS, XMLNS_NS, XSI_NS } from '../../xml/reader/names.ts';
import { badDeclaration } from '../../xml/reader/namespace-context.ts';
import { sameValue, type ValueCodec } from '../datatypes/codec.ts';
import { EMPTY_END, NIL, NO_SCOPE, QUOTE } from '../fast-path/tape-reader.ts';
import type { ElementTable, TypeTable } from '../model/tables.ts';
import { renamePrefixes } from './renamed-prefixes.ts';
import { EncoderState } from './state.ts';

export abstract class ValueEncoder extends EncoderState {
  protected simpleText(table: TypeTable, node: number, attribute: boolean): void {
    this.scalar(table.simple!, node, attribute);
  }

  protected scalar(simple: NonNullable<TypeTable['simple']>, node: number, attribute: boolean): void {
    try {
      simple.encode(this.tape!, node, this.out, attribute, this);
    } catch (e) {
      const lenientValue = this.lenient ? simple.lenientValue?.(this.tape!, node) : undefined;
      if (lenientValue !== undefined) return this.instead(lenientValue, simple, node, attribute);
      const unlisted = this.lenient ? simple.unlistedText?.(this.tape!, node) : undefined;
      if (unlisted === undefined) this.placed(e, node);
      this.unlisted(Buffer.from(unlisted), attribute);
    }
  }

  private unlisted(text: Uint8Array, attribute: boolean): void {
    const append = attribute ? appendAttribute : appendText;
    append(text, 0, text.length, this.out);
  }

  private instead(replacement: Tape, simple: ValueCodec, node: number, attribute: boolean): void {
    try {
      simple.encode(replacement, 0, this.out, attribute, this);
    } catch (e) {
      this.placed(e, node);
    }
  }

  /** A JSON scalar as text. */
  protected text(node: number): void {
    const tape = this.tape!;
    const at = node * STRIDE;
    const nodeKind = kindAt(tape, node);
    if (nodeKind === STRING) this.escaped(node, appendTextFromJson);
    else if (nodeKind === NUMBER || nodeKind === TRUE || nodeKind === FALSE)
      this.out.append(tape.bytes, tape.entries[at + 1], tape.entries[at + 2]);
    else this.fail('CODEC_TYPE', 'expected a simple value', node);
  }

  /** The text of a JSON string, escaped by `append`. */
  protected escaped(node: number, append: typeof appendTextFromJson): void {
    const { bytes, entries } = this.tape!;
    const at = node * STRIDE;
    try {
      append(bytes, entries[at + 1], entries[at + 2], (entries[at] & ESCAPED) !== 0, this.out);
    } catch (e) {
      this.placed(e, node);
    }
  }

  /** Adds the path to an error about a value. */
  private placed(e: unknown, node: number): never {
    if (!(e instanceof SoapstoneError) || e.path !== undefined) throw e;
    this.fail(e.code, e.message, node, '', e.suggestion);
  }

  protected attribute(a: TypeTable['attributes'][number], node: number): void {
    this.use(a.ns);
    this.out.append(a.open);
    this.scalar(a.simple, node, true);
    if (a.use.fixed !== undefined && !this.isFixed(a.simple, a.use.fixed, node))
      this.fail('CODEC_FACET', `the value is fixed to "${a.use.fixed}"`, node);
    this.out.push(QUOTE);
  }

  protected attributeAt(a: TypeTable['attributes'][number], base: number, object: number): void {
    const node = this.nodes[base + a.index];
    if (node >= 0) this.attribute(a, node);
    else if (a.use.required) this.fail('CODEC_MISSING', `member "${a.key}" is missing`, object);
  }

  protected checkFixed(element: ElementTable, table: TypeTable, node: number): void {
    const { fixed } = element.decl;
    if (fixed === undefined) return;
    if (!this.isFixed(table.simple!, fixed, node)) this.fail('CODEC_FACET', `the value is fixed to "${fixed}"`, node);
  }

  /** `content`: a value that may not stand beside `$nil` at `node`; -1 when there is none. */
  protected checkNil(element: ElementTable, node: number, content: number): void {
    if (kindAt(this.tape!, node) !== TRUE) this.fail('CODEC_NIL', '"$nil" can only be true', node);
    if (!this.mayBeNull(element.decl)) this.fail('CODEC_NIL', 'the element is not nillable', node);
    if (content >= 0) this.fail('CODEC_NIL', 'a nil element has no content', content);
  }

  /** The end of an empty element with xsi:nil. */
  protected emptyNil(): void {
    this.use(this.xsi);
    this.out.append(NIL);
    this.out.append(EMPTY_END);
  }

  protected isFixed(simple: ValueCodec, fixed: string, node: number): boolean {
    const text = new ByteBuffer(64);
    if (simple.tryWrite(this.tape!, node, text, this) !== undefined) return false;
    return sameValue(simple, text.bytes, 0, text.length, fixed, NO_SCOPE);
  }

  /** Has the node the value of a slot? Simple values are compared in their value space, others by spelling. */
  protected isSame(value: Json, node: number, simple: ValueCodec | undefined): boolean {
    if (simple === undefined) return sameJson(value, valueAt(this.tape!, node));
    const [slotText, nodeText] = [new ByteBuffer(64), new ByteBuffer(64)];
    const { tape, node: at } = scanned(value);
    if (simple.tryWrite(tape, at, slotText, this) !== undefined) return false;
    if (simple.tryWrite(this.tape!, node, nodeText, this) !== undefined) return false;
    const key = simple.key(slotText.bytes, 0, slotText.length, NO_SCOPE, true);
    return key !== undefined && key === simple.key(nodeText.bytes, 0, nodeText.length, NO_SCOPE, true);
  }

  /** `free`: the element has no type, so its xsi attributes are ordinary attributes. */
  protected untypedAttribute(key: string, node: number, free: boolean): void {
    const name = this.tables.dialect.parseName(key);
    if (name === undefined || !isNCName(name.local) || declares(name) || (name.ns === XSI_NS && !free))
      this.fail('CODEC_TYPE', `"${key}" is not the name of an attribute`, node);
    if (kindAt(this.tape!, node) !== STRING) this.fail('CODEC_TYPE', 'expected a string', node);
    this.out.appendText(` ${name.ns === '' ? '' : `${this.prefixFor(name.ns)}:`}${name.local}="`);
    this.escaped(node, appendAttributeFromJson);
    this.out.push(QUOTE);
  }

  /** Prefixes that the content uses. `typed`: the start tag so far is the codec's, with the name of a type perhaps. */
  protected declarations(node: number, typed: boolean): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object', node);
    this.distinct(node);
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) this.reserve(stringValue(tape, k));
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const prefix = stringValue(tape, k);
      if (!isNCName(prefix) || kindAt(tape, k + 1) !== STRING)
        this.fail('CODEC_TYPE', 'expected prefixes with their namespaces', k + 1);
      const ns = stringValue(tape, k + 1);
      const problem = badDeclaration(prefix, ns);
      if (problem !== undefined) this.fail('CODEC_TYPE', problem, k + 1);
      if (ns === XML_NS) continue;
      this.declarePrefix(prefix, ns, () => this.escaped(k + 1, appendAttributeFromJson));
    }
    const clash = this.clashes.at(-1);
    if (typed && clash?.start === this.elementStart)
      renamePrefixes(this.out, clash.start, clash.fresh, `${this.tables.prefixes.prefix(this.xsi)}:type`);
  }

  /** Refuses a repeated name; two spellings of one attribute are the same name. */
  protected distinct(node: number): void {
    const tape = this.tape!;
    const ids = new Set<string>();
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const key = stringValue(tape, k);
      const name = key.startsWith('@') ? this.tables.dialect.parseName(key.slice(1)) : undefined;
      const id = name === undefined ? key : `@${clark(name)}`;
      if (ids.has(id)) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      ids.add(id);
    }
  }
}

/** Names of namespace declarations, which are no attributes (Namespaces in XML §3). */
function declares(name: QName): boolean {
  return name.ns === XMLNS_NS || (name.ns === '' && name.local === 'xmlns');
}
