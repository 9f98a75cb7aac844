// Encoded XML → literal XML of the same types: references are resolved, accessors stand in the order of their type, arrays are lists.
import type { ComplexType, ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import { anyType } from '../../contract/xsd/builtins.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { XSI_NS } from '../../xml/reader/names.ts';
import { type Accessor, accessorsOf, isArray } from './accessors.ts';
import { isRpcResult, isSoap, partNamed, renamedResponse } from './body-parts.ts';
import { type ContentStyle, contentStyle, holdsEncoded } from './content-style.ts';
import { LiteralArrays } from './literal-arrays.ts';
import { elementsOf, type MessageElement, type MessageTree, xsiValue } from './message-tree.ts';
import { References, repeated } from './references.ts';
import { describeType } from './type-names.ts';
import { type Declared, type Stated, ValueTypes } from './value-types.ts';
import { XmlOutput } from './xml-output.ts';

/** Steps for each element of the message (its children and attributes), and for what references repeat. */
const STEPS = 8;
const MOST_REPEATED = 500_000;
/** Bounds what is remembered of a message. */
const MOST_ABSENT = 1000;

export interface LiteralFormOptions {
  /** Of the result. */
  readonly limits: Limits;
  /** Required accessors that a struct may be without: §5.1 lets absent ones stand for null. */
  readonly mayLack: 'none' | 'some' | 'all';
  /** A text at xs:anyType says that it is a string, as what is written does. */
  readonly namesTexts?: boolean;
}

export interface LiteralDocument {
  readonly bytes: Uint8Array;
  /** Paths of accessors that are nil in `bytes`, and absent from the message. */
  readonly absent: ReadonlySet<string>;
  /** Elements of `bytes` that the message lacks: each has its default. By their number in document order; the root is 1. */
  readonly defaulted: ReadonlySet<number>;
  /** Nil accessors of encoded content, which may be that whatever their declaration says; by their number. */
  readonly nils: ReadonlySet<number>;
}

/** `root`: the envelope, or an element with encoded content. Throws SoapstoneError. */
export function literalForm(
  tree: MessageTree,
  root: ElementDecl,
  schemas: Schemas,
  options: LiteralFormOptions,
): LiteralDocument {
  const [repeatedId] = tree.repeatedIds;
  if (repeatedId !== undefined) throw repeated(repeatedId);
  const form = new LiteralForm(tree, schemas, options);
  form.part(tree.root, root);
  return { bytes: form.out.bytes(), absent: form.absentNulls, defaulted: form.defaulted, nils: form.nils };
}

class LiteralForm {
  readonly out: XmlOutput;
  readonly types: ValueTypes;
  readonly absentNulls = new Set<string>();
  readonly defaulted = new Set<number>();
  readonly nils = new Set<number>();
  private readonly schemas: Schemas;
  private style: ContentStyle = '1.1';
  private readonly references: References;
  /** Steps that are left: a value is walked over again for each reference to it, also where it gives no output. */
  private steps: number;
  private readonly arrays: LiteralArrays;
  private mayLack: LiteralFormOptions['mayLack'];
  private parts: Map<string, ElementDecl> | undefined = undefined;

  constructor(tree: MessageTree, schemas: Schemas, { limits, mayLack, namesTexts = false }: LiteralFormOptions) {
    this.schemas = schemas;
    this.mayLack = mayLack;
    this.steps = MOST_REPEATED + STEPS * tree.size;
    this.out = new XmlOutput(tree, limits);
    this.references = new References(tree, limits, this.out);
    this.types = new ValueTypes(schemas, this.out, namesTexts);
    this.arrays = new LiteralArrays(schemas, this);
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
    const stated = style === 'literal' ? this.types.stated(element, false) : undefined;
    const { type, label } = this.types.actual(element, part, stated);
    const { ns, local } = rpcResponse || element.name.local === part.name.local ? part.name : element.name;
    this.out.root(this.out.qualified(ns, local), element, label, () =>
      this.references.within(element, () => this.content(element, type, wrapperOf(part))),
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
  accessor(element: MessageElement, declared: Declared, hint: Stated): void {
    const target = this.references.target(element);
    const name = this.out.qualified(declared.name.ns, declared.name.local);
    if (isNil(element) || isNil(target)) return this.nil(name, target);
    const stated = this.types.stated(target, target !== element);
    if (stated === undefined) this.types.checkStated(target, declared);
    const { type, label } = this.types.actual(target, declared, stated ?? hint);
    this.out.start(name, target, label);
    this.references.within(target, () => this.content(target, type));
    this.out.end();
  }

  nil(name: string, element: MessageElement): void {
    this.out.start(name, element, [[this.out.qualified(XSI_NS, 'nil'), 'true']]);
    if (this.style !== 'literal') this.nils.add(this.out.elements);
    this.out.end();
  }

  private content(value: MessageElement, type: TypeDef, wrapper?: Wrapper): void {
    this.steps -= value.children.length + value.attributes.length;
    if (this.steps < 0) this.out.fail('XML_LIMIT', 'the message takes too many steps when its references are resolved');
    if (type === anyType) this.anything(value);
    else if (type.kind === 'simple' || type.content.kind === 'simple') this.text(value);
    else if (type.mixed) this.mixed(value, (child) => accessorOf(child, type));
    else {
      const hasText = this.strayText(value);
      if (isArray(type)) this.arrays.write(value, type);
      else this.struct(value, type, wrapper, hasText);
    }
  }

  /** No part of a struct or an array: the decoder refuses it. True: there is some. */
  private strayText({ children }: MessageElement): boolean {
    const texts = children.filter((child) => typeof child === 'string' && /[^ \t\r\n]/.test(child)) as string[];
    for (const text of texts) this.out.text(text);
    return texts.length > 0;
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

  private struct(value: MessageElement, type: ComplexType, wrapper: Wrapper | undefined, hasText: boolean): void {
    const { all, sortable } = accessorsOf(type);
    const present = this.presentIn(value, type);
    const met = new Set(present.map(({ accessor }) => accessor?.index));
    // §7.1: the return value is the first accessor, whatever its name.
    const [first] = present;
    if (wrapper === 'results' && first && first.accessor === undefined && all.length > 0 && !met.has(0)) {
      [first.accessor] = all;
      met.add(0);
    }
    if (sortable && all.length > 0 && present.length > 0 && met.size === 1 && met.has(undefined))
      this.out.fail('CODEC_UNKNOWN', `the value has no accessor of ${describeType(type)}`, present[0].child.name.local);
    const absent = all.filter(({ index }) => !met.has(index));
    // A response without any of its parts is no success without a value (decision 0175).
    const isChecked = wrapper === undefined || (wrapper === 'results' && present.length === 0);
    if (this.style !== 'literal' && isChecked) this.checkAbsent(absent, present.length === 0, hasText);
    const isNull = ({ nullable }: Accessor) => this.style !== 'literal' && (nullable || wrapper === 'parameters');
    const writers = present.map((member) => ({ index: member.index, write: () => this.member(member) }));
    // Their order is known.
    if (sortable) {
      for (const accessor of absent)
        writers.push({ index: accessor.index, write: () => this.absent(accessor, value, isNull(accessor)) });
      writers.sort((a, b) => a.index - b.index);
    }
    for (const { write } of writers) write();
  }

  private presentIn(value: MessageElement, type: ComplexType): PresentAccessor[] {
    const present: PresentAccessor[] = [];
    for (const child of elementsOf(value)) {
      const accessor = accessorOf(child, type);
      if (isRpcResult(child) || (accessor === undefined && this.references.isIndependent(child))) continue;
      present.push({ child, accessor, index: accessor?.index ?? present.at(-1)?.index ?? 0 });
    }
    return present;
  }

  /** `isEmpty`: nothing of the struct is there. A text in its place is the cause of what is missing. */
  private checkAbsent(absent: readonly Accessor[], isEmpty: boolean, hasText: boolean): void {
    const { mayLack } = this;
    if (mayLack === 'all' || (mayLack === 'some' && !isEmpty)) return;
    const lacking = absent.find(({ required }) => required);
    if (lacking && isEmpty && hasText) this.out.fail('CODEC_TYPE', 'text in place of a struct');
    if (lacking) this.out.deviate('missing', 'CODEC_MISSING', `element "${lacking.element.name.local}" is missing`);
  }

  private member({ child, accessor }: PresentAccessor): void {
    if (accessor) this.accessor(child, accessor.element, undefined);
    else this.free(child);
  }

  /** §5.1: an accessor that is left out has its default value, or may be null. */
  private absent({ element: { name }, standard }: Accessor, struct: MessageElement, isNull: boolean): void {
    const tag = this.out.qualified(name.ns, name.local);
    const bare = { ...struct, attributes: [] };
    if (standard !== undefined) {
      this.out.start(tag, bare);
      this.defaulted.add(this.out.elements);
      this.out.text(standard);
      this.out.end();
    } else if (isNull) {
      if (this.absentNulls.size < MOST_ABSENT) this.absentNulls.add(this.out.path(name.local));
      this.nil(tag, bare);
    }
  }
}

/** What rpc style puts around its parts: those of a request, or of a response. */
type Wrapper = 'parameters' | 'results';

/** Parts have neither `minOccurs` nor `nillable`: SOAP 1.2's test suite leaves out a parameter that is null. */
function wrapperOf({ global, rpcResponse, type }: ElementDecl): Wrapper | undefined {
  if (rpcResponse) return 'results';
  return global || type.name !== undefined ? undefined : 'parameters';
}

interface PresentAccessor {
  readonly child: MessageElement;
  accessor: Accessor | undefined;
  readonly index: number;
}

function accessorOf({ name }: MessageElement, type: ComplexType): Accessor | undefined {
  const { byName, byLocal } = accessorsOf(type);
  return byName.get(name.key) ?? byLocal.get(name.local);
}

function isNil(element: MessageElement): boolean {
  return /^(?:true|1)$/.test(xsiValue(element, 'nil') ?? xsiValue(element, 'null') ?? '');
}
