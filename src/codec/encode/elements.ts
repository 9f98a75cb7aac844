// Elements: nil, xsi:type, substitution groups, attributes, then the content.

import { suggestKey } from '../../errors/suggest.ts';
import { isMention, mentionAmongOthers } from '../../json/mention.ts';
import { equalsText, stringValue } from '../../json/text.ts';
import { ARRAY, NULL, OBJECT, STRIDE, STRING } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { isNCName } from '../../xml/reader/chars.ts';
import { clark } from '../../xml/reader/names.ts';
import { expectMedia } from '../datatypes/binary-spans.ts';
import { isEnumerated } from '../datatypes/presented-types.ts';
import { GT, nameOf } from '../fast-path/tape-reader.ts';
import { derivedNames } from '../model/derived-types.ts';
import {
  ANY,
  type ElementTable,
  type LevelTable,
  LISTED,
  ORDERED,
  SIMPLE,
  TEXT,
  type TypeTable,
} from '../model/tables.ts';
import { ArrangedEncoder } from './arranged.ts';
import { BARE_ITEM, mentionable, WHOLE_ITEMS } from './mentions.ts';
import { nearType } from './messages.ts';
import { placeOfList } from './unknown-member.ts';

const BACKSLASH = 0x5c;

export abstract class ElementEncoder extends ArrangedEncoder {
  protected element(element: ElementTable, node: number): void {
    if (element.substitutes !== undefined) return this.substitute(element, node);
    this.concrete(element, node);
  }

  protected substitute(element: ElementTable, node: number): void {
    const tape = this.tape!;
    const names = [...element.substitutes!.values()].map((s) => s.key);
    if (
      kindAt(tape, node) !== OBJECT ||
      nextNode(tape, node) === node + 1 ||
      nextNode(tape, node + 2) !== nextNode(tape, node)
    ) {
      this.fail('CODEC_TYPE', `expected an object with one member: ${names.join(', ')}`, node);
    }
    const key = stringValue(tape, node + 1);
    for (const s of element.substitutes!.values()) if (s.key === key) return this.concrete(s.element, node + 2);
    this.fail(
      'CODEC_UNKNOWN',
      `"${key}" is not in the substitution group; expected ${names.join(', ')}`,
      node + 2,
      '',
      suggestKey(key, names),
    );
  }

  protected concrete(element: ElementTable, node: number): void {
    const tape = this.tape!;
    const nodeKind = kindAt(tape, node);
    const start = this.out.length;
    this.open(element);
    if (nodeKind === NULL) return this.nil(element, node);
    let table = element.type;
    if (nodeKind === OBJECT) table = this.actual(table, node);
    if (table.abstract) {
      const { naming } = element.type;
      const derived = derivedNames(this.tables, table.def, (name) => naming.value(name));
      this.fail(
        'CODEC_ABSTRACT',
        `the type ${nameOf(table.def)} is abstract: "${naming.key}" must name ${derived}`,
        node,
      );
    }
    if (table !== element.type) this.writeType(table);
    this.value(element, table, node, nodeKind);
    if (this.clashes.length > 0) this.endClash(start);
  }

  protected value(element: ElementTable, table: TypeTable, node: number, nodeKind: number): void {
    if (table.kind === SIMPLE) {
      const text = nodeKind === OBJECT ? this.wrapped(element, node) : node;
      if (text < 0) return this.emptyNil();
      this.textContent(element, table, text);
    } else if (table.kind === ANY) this.untyped(element, node, nodeKind);
    else if (table.kind === LISTED) this.unwrapped(element, table.level!, node);
    else if (nodeKind === OBJECT) this.object(element, table, node);
    else {
      const hint = nodeKind === ARRAY ? placeOfList(table.level?.members ?? []) : undefined;
      this.fail('CODEC_TYPE', 'expected an object', node, '', hint);
    }
  }

  /** Ends the start tag, and the element. */
  private textContent(element: ElementTable, table: TypeTable, text: number): void {
    this.out.push(GT);
    this.elementText(element, table, text);
    this.checkFixed(element, table, text);
    this.out.append(element.close);
  }

  protected elementText({ decl: { contentTypes } }: ElementTable, table: TypeTable, text: number): void {
    this.simpleText(table, text, false);
    if (contentTypes !== undefined) expectMedia(this.out, contentTypes);
  }

  /** A list whose wrapper is not shown. */
  protected unwrapped(element: ElementTable, level: LevelTable, node: number): void {
    const outer = this.override;
    this.override = undefined;
    this.out.push(GT);
    const [p] = level.positions;
    const none = kindAt(this.tape!, node) === (p.items ? OBJECT : ARRAY) && nextNode(this.tape!, node) === node + 1;
    if (!none || !level.automaton.nullable) this.position(p, node, node);
    this.out.append(element.close);
    this.override = outer;
  }

  /** The `$value` of an object for a simple value, or the key of a code object; -1 for `$nil`. */
  protected wrapped(element: ElementTable, node: number): number {
    const tape = this.tape!;
    const codes = isEnumerated(element.type.def) ? this.tables.codes : undefined;
    let value = -1;
    let nil = -1;
    this.distinct(node);
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const key = stringValue(tape, k);
      if (key === '$value' || key === codes?.key) value = k + 1;
      else if (key === codes?.label) continue;
      else if (key === '$nil') nil = k + 1;
      else if (key === '$xmlns') this.declarations(k + 1, true);
      else if (key !== element.type.naming.key) this.fail('CODEC_TYPE', 'expected a simple value', node);
    }
    if (nil >= 0) this.checkNil(element, nil, value);
    else if (value < 0) this.fail('CODEC_MISSING', 'expected a simple value', node);
    return nil >= 0 ? -1 : value;
  }

  protected nil(element: ElementTable, node: number): void {
    if (!this.mayBeNull(element.decl))
      this.fail('CODEC_NIL', 'null is not allowed here: the element is not nillable', node);
    if (element.type.required.length > 0) {
      this.fail('CODEC_MISSING', `member "${element.type.required[0].key}" is missing: use {"$nil": true, …}`, node);
    }
    this.emptyNil();
  }

  /** The type that the object names, else the declared one. */
  protected actual(declared: TypeTable, node: number): TypeTable {
    const tape = this.tape!;
    if (declared.kind === LISTED) return declared;
    const { keyBytes } = declared.naming;
    const end = nextNode(tape, node);
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      const first = tape.bytes[tape.entries[k * STRIDE + 1]];
      if ((first !== keyBytes[0] && first !== BACKSLASH) || !equalsText(tape, k, keyBytes)) continue;
      return this.typeNamed(declared, k + 1);
    }
    return declared;
  }

  protected typeNamed(declared: TypeTable, node: number): TypeTable {
    const tape = this.tape!;
    if (kindAt(tape, node) !== STRING) this.fail('CODEC_TYPE', 'expected the name of a type', node);
    const text = stringValue(tape, node);
    const name = declared.naming.parse(text);
    const type = name === undefined ? undefined : this.tables.schemas.types.get(clark(name));
    if (type === undefined && this.rules.foreignTypes && declared.kind === ANY && name && isNCName(name.local)) {
      this.foreignType = name;
      return declared;
    }
    if (type === undefined) this.wrongType(declared, text, 'is not a type of the contract', node);
    if (type !== declared.def && !this.tables.schemas.derives(type, declared.def))
      this.wrongType(declared, text, `is not derived from ${nameOf(declared.def)}`, node);
    return this.tables.type(type);
  }

  private wrongType(declared: TypeTable, text: string, reason: string, node: number): never {
    this.fail('CODEC_TYPE', `"${text}" ${reason}`, node, '', nearType(this.tables, declared, text));
  }

  protected object(element: ElementTable, table: TypeTable, node: number): void {
    const base = this.take(table.keys.size);
    const extra = this.indexMembers(table, node, base);
    if (table.particular) this.applyPresentation(element.type, table, base, node);
    const special = base + table.specials;
    if (this.nodes[special + 4] >= 0) this.declarations(this.nodes[special + 4], true);
    for (const a of table.attributes) this.attributeAt(a, base, node);
    if (extra) this.extraAttributes(table, node);
    if (this.nodes[special + 3] >= 0) this.nilObject(element, table, base);
    else if (table.kind === TEXT) {
      const text = this.nodes[special + 1];
      if (text < 0) this.fail('CODEC_MISSING', 'member "$value" is missing', node);
      this.refuseSpecial(table, special + 2, '$mixed');
      this.textContent(element, table, text);
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

  /** Applies the mapping's settings of the type: its naming, and its list of null members. */
  protected applyPresentation(declared: TypeTable, table: TypeTable, base: number, node: number): void {
    this.refuseNamings(declared, table, base);
    const nulls = table.level?.nulls;
    if (nulls === undefined || node < 0) return;
    const members = base + table.attributes.length;
    for (const { member } of nulls.byName.values()) {
      const at = members + member;
      if (this.nodes[at] < 0 || kindAt(this.tape!, this.nodes[at]) !== NULL) continue;
      this.nodes[at] = -1;
      this.nodes[members + nulls.position.member] = node;
    }
  }

  /** The table says the type: JSON must not, in whatever member. */
  protected refuseTypeNames(table: TypeTable, base: number): void {
    const special = base + table.specials;
    this.refuseSpecial(table, special, '$type');
    table.namings.forEach((key, i) => {
      this.refuseSpecial(table, special + 5 + i, key);
    });
  }

  /** Only the declared type's naming may name the type; refuses the others. */
  protected refuseNamings(declared: TypeTable, table: TypeTable, base: number): void {
    const { key } = declared.naming;
    if (key !== '$type') this.refuseSpecial(table, base + table.specials, '$type');
    table.namings.forEach((namingKey, i) => {
      if (namingKey !== key) this.refuseSpecial(table, base + table.specials + 5 + i, namingKey);
    });
  }

  protected refuseSpecial(table: TypeTable, at: number, key: string): void {
    if (this.nodes[at] >= 0)
      this.fail('CODEC_UNKNOWN', `"${key}" is not a member of ${nameOf(table.def)}`, this.nodes[at]);
  }

  protected nilObject(element: ElementTable, table: TypeTable, base: number): void {
    const at = this.nodes[base + table.specials + 3];
    this.checkNil(element, at, -1);
    for (let i = table.attributes.length; i < table.specials + 3; i++)
      if (i !== table.specials) this.checkNil(element, at, this.nodes[base + i]);
    this.emptyNil();
  }

  /** As isNothing; attributes are never null. */
  private isNull(table: TypeTable, index: number, node: number): boolean {
    const first = table.attributes.length;
    if (index < first) return kindAt(this.tape!, node) === NULL;
    return table.level !== undefined && index < table.specials && this.isNothing(table.level, index - first, node);
  }

  /** Throws CODEC_MISSING for a list with a mention beside other items. */
  private isMention(table: TypeTable, index: number, node: number): boolean {
    const kind = kindAt(this.tape!, node);
    if (kind !== OBJECT && kind !== ARRAY) return false;
    const of = mentionable(this.tables, table, index - table.attributes.length);
    if (isMention(this.tape!, node, of)) return true;
    const bare = mentionAmongOthers(this.tape!, node, of);
    if (bare >= 0) this.fail('CODEC_MISSING', BARE_ITEM, bare, '', WHOLE_ITEMS);
    return false;
  }

  /** An item of the spread list, or its name in the list of null members. False: the type has no such members. */
  private takesSpread(table: TypeTable, k: number, node: number, base: number): boolean {
    if (table.spread < 0) return false;
    const key = stringValue(this.tape!, k);
    if (this.isCleared(table, key, k + 1)) {
      this.nodes[base + table.attributes.length + table.level!.nulls!.position.member] = node;
      return true;
    }
    if (table.spreadNames?.test(key) === false) return false;
    this.nodes[base + table.spread] = node;
    return true;
  }

  /** Records the node of each member. True: there are attributes for anyAttribute. */
  protected indexMembers(table: TypeTable, node: number, base: number): boolean {
    const tape = this.tape!;
    const end = nextNode(tape, node);
    let last = -1;
    let extra = false;
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      const index = table.keys.find(tape, k, last);
      if (index < 0) {
        const isUndeclaredAttribute =
          table.anyAttribute !== undefined && tape.bytes[tape.entries[k * STRIDE + 1]] === 0x40;
        if (isUndeclaredAttribute) extra = true;
        else if (table.computed?.names.has(stringValue(tape, k))) continue;
        else if (this.takesSpread(table, k, node, base)) continue;
        else this.unknown(table.keys.keys, k, table);
        continue;
      }
      last = index;
      if (this.isRequest && table.readOnly?.has(index)) continue;
      if (this.lenient && this.isNull(table, index, k + 1)) continue;
      if (this.isRequest && this.isMention(table, index, k + 1)) continue;
      if (this.nodes[base + index] >= 0) this.fail('JSON_DUPLICATE_KEY', 'the member stands twice', k + 1);
      this.nodes[base + index] = k + 1;
    }
    return extra;
  }
}
