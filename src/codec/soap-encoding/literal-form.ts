// Encoded XML → literal XML of the same types: references are resolved, accessors stand in the order of their type, arrays are lists.
import type { ComplexType, ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import { anyType } from '../../contract/xsd/builtins.ts';
import { encodingNamespaces, encodingOf } from '../../contract/xsd/soap-encoding.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { clark, XSD_NS, XSI_NS } from '../../xml/reader/names.ts';
import { type Accessor, type ArrayType, accessorsOf, isArray, memberOf } from './accessors.ts';
import { arrayFormOf, nameIn } from './array-form.ts';
import { type ArrayMember, placedMembers } from './array-members.ts';
import { isRpcResult, isSoap, partNamed, renamedResponse } from './body-parts.ts';
import { type ContentStyle, contentStyle, holdsEncoded } from './content-style.ts';
import { elementsOf, type MessageElement, type MessageTree, xsiValue } from './message-tree.ts';
import { References, repeated } from './references.ts';
import { describeType, GENERIC_ARRAY, typeByName } from './type-names.ts';
import { type Attribute, XmlOutput } from './xml-output.ts';

/** Steps for each element of the message (its children and attributes), and for what references repeat. */
const STEPS = 8;
const MOST_REPEATED = 500_000;

type Stated = TypeDef | typeof GENERIC_ARRAY | undefined;
type Declared = Pick<ElementDecl, 'name' | 'type'>;

const ARRAY_KEY = clark({ ns: encodingNamespaces['1.1'], local: 'Array' });

export interface LiteralFormOptions {
  /** Of the result. */
  readonly limits: Limits;
  /** Required accessors that a struct may be without: §5.1 lets absent ones stand for null. `some`: the one value of an rpc response, too. */
  readonly mayLack: 'none' | 'some' | 'all';
  /** A text at xs:anyType says that it is a string, as what is written does. */
  readonly namesTexts?: boolean;
}

/** `root`: the envelope, or an element with encoded content. Throws SoapstoneError. */
export function literalForm(
  tree: MessageTree,
  root: ElementDecl,
  schemas: Schemas,
  options: LiteralFormOptions,
): Uint8Array {
  const [repeatedId] = tree.repeatedIds;
  if (repeatedId !== undefined) throw repeated(repeatedId);
  const form = new LiteralForm(tree, schemas, options);
  form.part(tree.root, root);
  return form.out.bytes();
}

class LiteralForm {
  readonly out: XmlOutput;
  private readonly schemas: Schemas;
  private style: ContentStyle = '1.1';
  private readonly references: References;
  /** Steps that are left: a value is walked over again for each reference to it, also where it gives no output. */
  private steps: number;

  private readonly namesTexts: boolean;
  private mayLack: LiteralFormOptions['mayLack'];
  private parts: Map<string, ElementDecl> | undefined = undefined;

  constructor(tree: MessageTree, schemas: Schemas, { limits, mayLack, namesTexts = false }: LiteralFormOptions) {
    this.schemas = schemas;
    this.mayLack = mayLack;
    this.namesTexts = namesTexts;
    this.steps = MOST_REPEATED + STEPS * tree.size;
    this.out = new XmlOutput(tree, limits);
    this.references = new References(tree, limits, this.out);
  }

  /** An element of the envelope. */
  part(element: MessageElement, declared: ElementDecl): void {
    const style = contentStyle(declared, this.schemas);
    if (style !== undefined) return this.encoded(element, declared, style);
    if (isSoap(element, 'Fault')) return this.fault(element);
    if (!holdsEncoded(declared, this.schemas)) return this.out.copy(element);
    this.out.copyStart(element);
    const isBody = declared.name.local === 'Body';
    const children = elementsOf(element);
    const renamed = isBody && children.length > 0 ? renamedResponse(children[0], declared) : undefined;
    let isKnown = !isBody;
    for (const [i, child] of children.entries()) {
      const expected = partNamed(child, declared) ?? (i === 0 ? renamed : undefined);
      isKnown ||= expected !== undefined || isSoap(child, 'Fault');
      if (expected) this.part(child, expected);
      else if (isSoap(child, 'Fault')) this.fault(child);
      else if (!isBody || !this.references.isIndependent(child)) this.out.copy(child);
    }
    if (!isKnown) this.unknownBody(children[0], declared);
    this.out.end();
  }

  /** To skip it as unknown would leave an empty response, in which every accessor may be absent. */
  private unknownBody(found: MessageElement | undefined, { type }: ElementDecl): never {
    const { element } = accessorsOf(type as ComplexType).all.find((part) => part.element.encoding !== undefined)!;
    const expected = `"${element.name.local}"`;
    if (found === undefined) return this.out.fail('CODEC_MISSING', `element ${expected} is missing`);
    const reason = element.rpcResponse ? ', and the contract has none of its content' : '';
    return this.out.fail('CODEC_UNKNOWN', `the element is not ${expected}${reason}`, found.name.local);
  }

  private encoded(element: MessageElement, part: ElementDecl, style: ContentStyle): void {
    const { rpcResponse } = part;
    this.style = style;
    const stated = style === 'literal' ? this.stated(element, false) : undefined;
    const { type, label } = this.actual(element, part, stated);
    const { ns, local } = rpcResponse || element.name.local === part.name.local ? part.name : element.name;
    this.out.root(this.out.qualified(ns, local), element, label, () =>
      this.references.within(element, () => this.content(element, type, rpcResponse)),
    );
  }

  /** Values in the detail may be encoded. What they lack hides no fault. */
  private fault(fault: MessageElement): void {
    this.mayLack = 'all';
    this.out.copyStart(fault);
    for (const child of elementsOf(fault)) {
      if (!/^[dD]etail$/.test(child.name.local)) {
        this.out.copy(child);
        continue;
      }
      this.out.root(this.out.qualified(child.name.ns, child.name.local), child, [], () => {
        for (const entry of elementsOf(child)) this.detail(entry);
      });
    }
    this.out.end();
  }

  /** Elements that no schema declares, by local name: a message may have many details. */
  private faultParts(): ReadonlyMap<string, ElementDecl> {
    if (this.parts === undefined) {
      this.parts = new Map();
      for (const element of this.schemas.elements.values())
        if (!element.global && !this.parts.has(element.name.local)) this.parts.set(element.name.local, element);
    }
    return this.parts;
  }

  /** Some services leave out the namespace that the binding gives to the parts of faults. */
  private detail(entry: MessageElement): void {
    const { ns, local, key } = entry.name;
    const part = ns === '' && !this.schemas.elements.has(key) ? this.faultParts().get(local) : undefined;
    if (part) this.accessor(entry, part, undefined);
    else this.free(entry);
  }

  /** An element that no type describes. */
  private free(element: MessageElement): void {
    const { name } = element;
    this.accessor(element, this.schemas.elements.get(name.key) ?? { name, type: anyType }, undefined);
  }

  /** `hint`: type of the members that an array says. */
  private accessor(element: MessageElement, declared: Declared, hint: Stated): void {
    const target = this.references.target(element);
    const name = this.out.qualified(declared.name.ns, declared.name.local);
    if (isNil(element) || isNil(target)) return this.nil(name, target);
    const stated = this.stated(target, target !== element);
    if (stated === undefined) this.checkStated(target, declared);
    const { type, label } = this.actual(target, declared, stated ?? hint);
    this.out.start(name, target, label);
    this.references.within(target, () => this.content(target, type));
    this.out.end();
  }

  private nil(name: string, element: MessageElement): void {
    this.out.start(name, element, [[this.out.qualified(XSI_NS, 'nil'), 'true']]);
    this.out.end();
  }

  /** The type that a value names; one that stands by itself may have it as its name (§5.4.1). */
  private stated(value: MessageElement, isReferred: boolean): Stated {
    const text = xsiValue(value, 'type');
    const name = text === undefined ? undefined : nameIn(value, text);
    if (name) return typeByName(this.schemas, name);
    const { ns } = value.name;
    return isReferred || ns === XSD_NS || encodingOf(ns) ? typeByName(this.schemas, value.name) : undefined;
  }

  /** Part 1 §3.3.4, as for literal content: a value of a type that the contract lacks is not one of the declared type. */
  private checkStated(value: MessageElement, { name, type }: Declared): void {
    const text = xsiValue(value, 'type');
    if (text === undefined || isOpen(type)) return;
    const stated = nameIn(value, text);
    const safe = 'xsi:type names a type that the contract lacks';
    if (stated) {
      const message = `xsi:type names ${clark(stated)}, which is not a type of the contract`;
      return this.out.fail('CODEC_TYPE', message, name.local, safe);
    }
    const prefix = text.includes(':') ? text.slice(0, text.indexOf(':')) : '';
    this.out.fail('XML_NAMESPACE', `prefix "${prefix}" of xsi:type is not declared`, name.local, safe);
  }

  /** The type to read the value by, and xsi:type where the declared one is another. */
  private actual(
    value: MessageElement,
    { type: declared, name: { local } }: Declared,
    stated: Stated,
  ): { type: TypeDef; label: Attribute[] } {
    const plain = { type: declared, label: [] };
    const open = isOpen(declared);
    const generic =
      stated === GENERIC_ARRAY || (stated === undefined && open && arrayFormOf(value)?.sizes[0] !== undefined);
    if (!generic && declared === anyType && (stated === undefined || stated === anyType))
      return { type: anyType, label: this.foreignLabel(value) };
    const type = generic ? this.schemas.types.get(ARRAY_KEY) : (stated as TypeDef | undefined);
    if (type?.name === undefined || type === declared || type === anyType) return plain;
    if (!open && !this.fits(type, declared))
      return this.out.fail(
        'CODEC_TYPE',
        `its type is ${clark(type.name)}, which is not derived from ${describeType(declared)}`,
        local,
      );
    if (!open && (isArray(declared) || declared.kind === 'simple' || type.kind === 'simple')) return plain;
    return { type, label: [[this.out.qualified(XSI_NS, 'type'), this.out.qualified(type.name.ns, type.name.local)]] };
  }

  /** Simple values are judged by their text, whatever name their type has. */
  private fits(stated: TypeDef, declared: TypeDef): boolean {
    if (isArray(declared)) return isArray(stated);
    if (hasText(declared)) return hasText(stated);
    return this.schemas.derives(stated, declared);
  }

  /** xsi:type of a type that the contract lacks: the vendor's maps and structs. */
  private foreignLabel(value: MessageElement): Attribute[] {
    const text = xsiValue(value, 'type');
    const name = text === undefined ? undefined : nameIn(value, text);
    const isAnything =
      name !== undefined && encodingOf(name.ns) === undefined && typeByName(this.schemas, name) === anyType;
    if (text === undefined && this.namesTexts && elementsOf(value).length === 0)
      return [[this.out.qualified(XSI_NS, 'type'), this.out.qualified(XSD_NS, 'string')]];
    if (name === undefined || isAnything) return [];
    return [[this.out.qualified(XSI_NS, 'type'), this.out.qualified(name.ns, name.local)]];
  }

  private content(value: MessageElement, type: TypeDef, isWrapper = false): void {
    this.steps -= value.children.length + value.attributes.length;
    if (this.steps < 0) this.out.fail('XML_LIMIT', 'the message takes too many steps when its references are resolved');
    if (type === anyType) this.anything(value);
    else if (type.kind === 'simple' || type.content.kind === 'simple') this.text(value);
    else if (type.mixed) this.mixed(value, (child) => accessorOf(child, type));
    else {
      this.strayText(value);
      if (isArray(type)) this.array(value, type);
      else this.struct(value, type, isWrapper);
    }
  }

  /** No part of a struct or an array: the decoder refuses it. */
  private strayText({ children }: MessageElement): void {
    for (const child of children) if (typeof child === 'string' && /[^ \t\r\n]/.test(child)) this.out.text(child);
  }

  private text(value: MessageElement): void {
    for (const child of value.children) {
      if (typeof child === 'string') this.out.text(child);
      else this.out.copy(child);
    }
  }

  private anything(value: MessageElement): void {
    this.mixed(value, () => undefined);
  }

  /** In its own order. White space between encoded accessors means nothing. */
  private mixed(value: MessageElement, accessorOf: (child: MessageElement) => Accessor | undefined): void {
    const keepsSpace = this.style === 'literal' || elementsOf(value).length === 0;
    for (const child of value.children) {
      if (typeof child === 'string') {
        if (keepsSpace || /[^ \t\r\n]/.test(child)) this.out.text(child);
        continue;
      }
      const accessor = accessorOf(child);
      if (accessor) this.accessor(child, accessor.element, undefined);
      else this.free(child);
    }
  }

  private struct(value: MessageElement, type: ComplexType, isWrapper: boolean): void {
    const { all, sortable } = accessorsOf(type);
    const found = this.found(value, type);
    const met = new Set(found.map(({ accessor }) => accessor?.index));
    // §7.1: the return value is the first accessor, whatever its name.
    const [first] = found;
    if (isWrapper && first && first.accessor === undefined && all.length > 0 && !met.has(0)) {
      [first.accessor] = all;
      met.add(0);
    }
    if (sortable && all.length > 0 && found.length > 0 && met.size === 1 && met.has(undefined))
      this.out.fail('CODEC_UNKNOWN', `the value has no accessor of ${describeType(type)}`, found[0].child.name.local);
    const absent = all.filter(({ index }) => !met.has(index));
    if (this.style !== 'literal') this.checkAbsent(absent, found.length === 0 && !isWrapper);
    this.write(value, found, absent, sortable);
  }

  private found(value: MessageElement, type: ComplexType): Found[] {
    const found: Found[] = [];
    for (const child of elementsOf(value)) {
      const accessor = accessorOf(child, type);
      if (isRpcResult(child) || (accessor === undefined && this.references.isIndependent(child))) continue;
      found.push({ child, accessor, index: accessor?.index ?? found.at(-1)?.index ?? 0 });
    }
    return found;
  }

  /** `isEmpty`: nothing of the struct is there. */
  private checkAbsent(absent: readonly Accessor[], isEmpty: boolean): void {
    const { mayLack } = this;
    if (mayLack === 'all' || (mayLack === 'some' && !isEmpty)) return;
    const lacking = absent.find(({ required }) => required);
    if (lacking) this.out.deviate('missing', 'CODEC_MISSING', `element "${lacking.element.name.local}" is missing`);
  }

  /** In the order of the type, where that is known. */
  private write(value: MessageElement, found: readonly Found[], absent: readonly Accessor[], sortable: boolean): void {
    const writers = found.map(({ child, accessor, index }) => ({
      index,
      write: () => (accessor ? this.accessor(child, accessor.element, undefined) : this.free(child)),
    }));
    if (sortable) {
      for (const accessor of absent)
        writers.push({ index: accessor.index, write: () => this.absent(accessor, value) });
      writers.sort((a, b) => a.index - b.index);
    }
    for (const { write } of writers) write();
  }

  /** §5.1: an accessor that is left out has its default value, or is null where the contract lets it be. */
  private absent({ element: { name }, standard, nullable }: Accessor, struct: MessageElement): void {
    const tag = this.out.qualified(name.ns, name.local);
    const bare = { ...struct, attributes: [] };
    if (standard !== undefined) {
      this.out.start(tag, bare);
      this.out.text(standard);
      this.out.end();
    } else if (nullable && this.style !== 'literal') this.nil(tag, bare);
  }

  private array(value: MessageElement, type: ArrayType): void {
    const form = arrayFormOf(value);
    if (!form) return this.out.fail('CODEC_TYPE', 'the arrayType of an array is malformed');
    const dimensions = dimensionsOf(type, form.sizes);
    const members = placedMembers(value, form.sizes, dimensions, (code, message) => this.out.fail(code, message));
    const hint = form.ranks.length > 0 ? GENERIC_ARRAY : form.member && typeByName(this.schemas, form.member);
    // Members may name types of their own: what the array says of them must be right all the same.
    if (members.length > 0 && hint) this.actual(value, this.innermost(type, dimensions), hint);
    this.rows({ value, sizes: form.sizes, hint }, type, members, 0, dimensions);
  }

  private innermost(type: ArrayType, dimensions: number): ElementDecl {
    let member = memberOf(type);
    for (let d = 1; d < dimensions; d++) member = memberOf(this.rowType(member));
    return member;
  }

  private rowType({ type }: ElementDecl): ComplexType {
    return isArray(type) ? type : (this.schemas.types.get(ARRAY_KEY) as ComplexType);
  }

  /** `members`: those of one row, in order. */
  private rows(
    array: Rows,
    type: ComplexType,
    members: readonly ArrayMember[],
    level: number,
    dimensions: number,
  ): void {
    const member = memberOf(type);
    const length = level === 0 ? (members.at(-1)?.position[0] ?? -1) + 1 : array.sizes[level]!;
    let at = 0;
    for (let i = 0; i < length; i++) {
      const from = at;
      while (at < members.length && members[at].position[level] === i) at++;
      if (level + 1 < dimensions) this.row(array, member, members.slice(from, at), level + 1, dimensions);
      else if (at > from) this.accessor(members[from].element, member, array.hint);
      else this.nil(this.out.qualified(member.name.ns, member.name.local), { ...array.value, attributes: [] });
    }
  }

  private row(
    array: Rows,
    member: ElementDecl,
    members: readonly ArrayMember[],
    level: number,
    dimensions: number,
  ): void {
    const { name } = member;
    const rowType = this.rowType(member);
    const label: Attribute[] =
      rowType === member.type
        ? []
        : [[this.out.qualified(XSI_NS, 'type'), this.out.qualified(encodingNamespaces['1.1'], 'Array')]];
    this.out.start(this.out.qualified(name.ns, name.local), { ...array.value, attributes: [] }, label);
    this.rows(array, rowType, members, level, dimensions);
    this.out.end();
  }
}

/** An array without sizes has its rows as a literal list has them: cases may. An array of anything says its dimensions itself. */
function dimensionsOf(type: ArrayType, sizes: Rows['sizes']): number {
  if (type.array > 1) return sizes.length === 1 && sizes[0] === undefined ? 1 : type.array;
  return isOpen(memberOf(type).type) ? sizes.length : 1;
}

interface Found {
  readonly child: MessageElement;
  accessor: Accessor | undefined;
  readonly index: number;
}

interface Rows {
  readonly value: MessageElement;
  readonly sizes: readonly (number | undefined)[];
  readonly hint: Stated;
}

function accessorOf({ name }: MessageElement, type: ComplexType): Accessor | undefined {
  const { byName, byLocal } = accessorsOf(type);
  return byName.get(name.key) ?? byLocal.get(name.local);
}

function isNil(element: MessageElement): boolean {
  return /^(?:true|1)$/.test(xsiValue(element, 'nil') ?? xsiValue(element, 'null') ?? '');
}

function hasText(type: TypeDef): boolean {
  return type.kind === 'simple' || type.content.kind === 'simple' || type.mixed;
}

/** Its values may have any type. */
function isOpen({ name }: TypeDef): boolean {
  return name?.ns === XSD_NS && (name.local === 'anyType' || name.local === 'anySimpleType');
}
