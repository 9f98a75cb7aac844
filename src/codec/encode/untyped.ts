// Elements of wildcards and of type anyType.

import { bytesOf } from '../../bytes/buffer.ts';
import type { Wildcard } from '../../contract/model/model.ts';
import { stringValue } from '../../json/text.ts';
import { ARRAY, OBJECT, STRING } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { isNCName } from '../../xml/reader/chars.ts';
import { clark, type QName, XMLNS_NS, XSI_NS } from '../../xml/reader/names.ts';
import { GT, LAX, LT } from '../fast-path/tape-reader.ts';
import { admits } from '../model/content.ts';
import type { ElementTable, PositionTable, TypeTable } from '../model/tables.ts';
import { countOf } from './messages.ts';
import { ValueEncoder } from './values.ts';

export abstract class UntypedEncoder extends ValueEncoder {
  protected anyList(p: PositionTable, node: number): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      this.anyElement(p.wildcard, item);
      count++;
    }
    if (count < p.min || count > p.max) this.fail('CODEC_COUNT', `expected ${countOf(p)}, found ${count}`, node);
  }

  protected anyElement(wildcard: Wildcard | undefined, item: number): void {
    const tape = this.tape!;
    if (kindAt(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected an object with "$name"', item);
    this.distinct(item);
    const name = this.nameMember(item);
    if (name === undefined) this.fail('CODEC_MISSING', 'member "$name" is missing', item);
    if (wildcard !== undefined && !admits(wildcard, name.ns))
      this.fail('CODEC_UNKNOWN', `an element of the namespace "${name.ns}" is not allowed here`, item);
    const process = wildcard?.process ?? 'skip';
    const decl = process === 'skip' ? undefined : this.tables.schemas.elements.get(clark(name));
    if (decl !== undefined) return this.concrete(this.tables.element(decl), this.looseValue(item));
    if (process === 'strict')
      this.fail('CODEC_UNKNOWN', `element ${clark(name)} is not declared in the contract`, item);
    const tag = name.ns === '' ? name.local : `${this.prefixFor(name.ns)}:${name.local}`;
    const start = this.out.length;
    this.elementStart = start;
    this.out.push(LT);
    this.out.appendText(tag);
    this.untypedContent(item, bytesOf(`</${tag}>`));
    if (this.clashes.length > 0) this.endClash(start);
  }

  /** The value of `$name`, if any. */
  protected nameMember(item: number): QName | undefined {
    const tape = this.tape!;
    for (let k = item + 1; k < nextNode(tape, item); k = nextNode(tape, k + 1)) {
      if (stringValue(tape, k) !== '$name') continue;
      const name = kindAt(tape, k + 1) === STRING ? this.tables.dialect.parseName(stringValue(tape, k + 1)) : undefined;
      if (name === undefined || !isNCName(name.local) || name.ns === XMLNS_NS)
        this.fail('CODEC_TYPE', 'expected the name of an element: "prefix:name" or "{namespace}name"', k + 1);
      return name;
    }
    return undefined;
  }

  protected looseValue(item: number): number {
    const tape = this.tape!;
    let value = -1;
    for (let k = item + 1; k < nextNode(tape, item); k = nextNode(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (key === '$value') value = k + 1;
      else if (key !== '$name') this.fail('CODEC_UNKNOWN', 'a declared element has "$name" and "$value" only', k + 1);
    }
    if (value < 0) this.fail('CODEC_MISSING', 'member "$value" is missing', item);
    return value;
  }

  /** The value of an element of type anyType. */
  protected untyped(element: ElementTable, node: number, nodeKind: number): void {
    if (nodeKind === OBJECT) {
      this.distinct(node);
      this.writeForeignType();
      return this.untypedContent(node, element.close, element);
    }
    if (nodeKind === ARRAY) this.fail('CODEC_TYPE', 'expected an object or a simple value', node);
    this.out.push(GT);
    this.text(node);
    this.out.append(element.close);
  }

  /** xsi:type of a type that the contract lacks. */
  private writeForeignType(): void {
    const { foreignType } = this;
    if (foreignType === undefined) return;
    this.foreignType = undefined;
    this.use(this.xsi);
    const name = foreignType.ns === '' ? foreignType.local : `${this.prefixFor(foreignType.ns)}:${foreignType.local}`;
    this.out.appendText(` xsi:type="${name}"`);
  }

  /** `typed`: the declaration of an element of type anyType; undefined for an element with `$name`. */
  protected untypedContent(node: number, close: Uint8Array, typed?: ElementTable): void {
    const tape = this.tape!;
    const isSelfNamed = typed === undefined;
    let value = -1;
    let mixed = -1;
    let nil = -1;
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (key === '$value') value = k + 1;
      else if (key === '$mixed') mixed = k + 1;
      else if (key.startsWith('@')) this.untypedAttribute(key.slice(1), k + 1, isSelfNamed);
      else if (key === '$xmlns') this.declarations(k + 1, false);
      else if (key === '$nil' && !isSelfNamed) nil = k + 1;
      else if (key !== (isSelfNamed ? '$name' : typed.type.naming.key))
        this.fail(
          'CODEC_UNKNOWN',
          `"${key}" is not allowed here: an untyped element has "@…", "$value", "$mixed" or "$xmlns"`,
          k + 1,
        );
    }
    if (nil >= 0) {
      this.checkNil(typed!, nil, Math.max(value, mixed));
      return this.emptyNil();
    }
    this.out.push(GT);
    if (value >= 0 && mixed >= 0) this.fail('CODEC_CHOICE', 'only one of "$value" and "$mixed" may stand here', mixed);
    if (value >= 0) this.text(value);
    if (mixed >= 0) this.looseItems(mixed, isSelfNamed);
    this.out.append(close);
  }

  protected looseItems(node: number, isSelfNamed: boolean): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      if (kindAt(tape, item) === STRING) this.text(item);
      else this.anyElement(isSelfNamed ? undefined : LAX, item);
    }
  }

  protected extraAttributes(table: TypeTable, node: number): void {
    const tape = this.tape!;
    const names = new Set<string>();
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (!key.startsWith('@') || table.attributeByKey.has(key)) continue;
      const name = this.tables.dialect.parseName(key.slice(1));
      const allowed =
        name !== undefined &&
        admits(table.anyAttribute!, name.ns) &&
        !table.attributeByName.has(clark(name)) &&
        !table.omitted.has(clark(name)) &&
        name.ns !== XSI_NS;
      if (!allowed || names.has(clark(name)))
        this.fail('CODEC_UNKNOWN', `attribute "${key}" is not allowed here`, k + 1);
      names.add(clark(name));
      this.untypedAttribute(key.slice(1), k + 1, false);
    }
  }

  protected abstract concrete(element: ElementTable, node: number): void;
}
