// Literal XML → encoded XML of the same types: every accessor names its type, arrays say their members and sizes.
import type { ComplexType, ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import { anyType, builtin } from '../../contract/xsd/builtins.ts';
import { encodingNamespaces } from '../../contract/xsd/soap-encoding.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { type QName, XSD_NS, XSI_NS } from '../../xml/reader/names.ts';
import { type ArrayType, accessorsOf, isArray, memberOf } from './accessors.ts';
import { nameIn } from './array-form.ts';
import { type ContentStyle, contentStyle, holdsEncoded } from './content-style.ts';
import { elementsOf, type MessageElement, type MessageTree, textIn, xsiValue } from './message-tree.ts';
import { GENERIC_ARRAY, typeByName } from './type-names.ts';
import { type Attribute, XmlOutput } from './xml-output.ts';

const ANY: QName = { ns: XSD_NS, local: 'anyType' };

/** `tree`: as the codec has written it. */
export function encodedForm(tree: MessageTree, root: ElementDecl, schemas: Schemas, limits: Limits): Uint8Array {
  const form = new EncodedForm(tree, schemas, limits);
  form.part(tree.root, root);
  return form.out.bytes();
}

class EncodedForm {
  readonly out: XmlOutput;
  private readonly schemas: Schemas;
  private readonly envelope: MessageElement;
  private style: ContentStyle = '1.1';

  constructor(tree: MessageTree, schemas: Schemas, limits: Limits) {
    this.envelope = tree.root;
    this.schemas = schemas;
    this.out = new XmlOutput(tree, limits);
  }

  part(element: MessageElement, declared: ElementDecl): void {
    const style = contentStyle(declared, this.schemas);
    if (style !== undefined) return this.encoded(element, declared, style);
    if (declared.type.kind === 'simple' || element.children.length === 0) return this.out.copy(element);
    const { byName } = accessorsOf(declared.type);
    this.out.copyStart(element);
    for (const child of elementsOf(element)) {
      const accessor = byName.get(child.name.key);
      if (accessor && holdsEncoded(accessor.element, this.schemas)) this.part(child, accessor.element);
      else this.out.copy(child);
    }
    this.out.end();
  }

  private encoded(element: MessageElement, { type }: ElementDecl, style: ContentStyle): void {
    this.style = style;
    const name = rawName(element);
    const attributes = style === 'literal' ? this.namedType(element) : this.encodingStyle();
    this.out.root(name, element, attributes, () => this.content(element, this.actual(element, type)));
  }

  /** An element that stands alone has no envelope whose namespace the attribute is in. */
  private encodingStyle(): Attribute[] {
    const prefix = rawName(this.envelope).replace(/:?[^:]*$/, '');
    if (this.style === 'literal' || this.envelope.name.local !== 'Envelope' || prefix === '') return [];
    return [[`${prefix}:encodingStyle`, encodingNamespaces[this.style]]];
  }

  private accessor(element: MessageElement, declared: ElementDecl): void {
    // Clients and services have accessors without namespace, whatever the form of the schema's elements is.
    const name = declared.global || this.style === 'literal' ? rawName(element) : declared.name.local;
    if (xsiValue(element, 'nil') !== undefined)
      return this.typed(name, element, [[this.xsi('nil'), 'true']], undefined);
    const type = this.actual(element, declared.type);
    this.typed(name, element, this.typeAttributes(element, type), type);
  }

  private typed(
    name: string,
    element: MessageElement,
    attributes: readonly Attribute[],
    type: TypeDef | undefined,
  ): void {
    this.out.start(name, element, attributes);
    if (type) this.content(element, type);
    this.out.end();
  }

  /** The type that the value names, else the declared one. A text of any type is a string, which has no attributes. */
  private actual(element: MessageElement, declared: TypeDef): TypeDef {
    const text = xsiValue(element, 'type');
    const name = text === undefined ? undefined : nameIn(element, text);
    const named = name && typeByName(this.schemas, name);
    if (named === GENERIC_ARRAY) return this.schemas.types.get(`{${name!.ns}}Array`) ?? declared;
    if (named) return named;
    if (text !== undefined) return declared;
    const isText = elementsOf(element).length === 0 && element.attributes.every(({ name }) => name.ns === XSI_NS);
    return declared === anyType && isText ? builtin('string') : declared;
  }

  private typeAttributes(element: MessageElement, type: TypeDef): Attribute[] {
    if (this.style === 'literal') return isArray(type) ? this.arrayAttributes(element, type) : this.namedType(element);
    if (isArray(type)) return [[this.xsi('type'), this.soapenc('Array')], ...this.arrayAttributes(element, type)];
    // A type that the contract lacks stays as the value names it.
    if (type === anyType && xsiValue(element, 'type') !== undefined) return this.namedType(element);
    const name = nameOf(type);
    return name ? [[this.xsi('type'), this.qualified(name)]] : [];
  }

  /** Literal use names derived types alone. */
  private namedType(element: MessageElement): Attribute[] {
    const text = xsiValue(element, 'type');
    return text === undefined ? [] : [[this.xsi('type'), text]];
  }

  private xsi(local: string): string {
    return this.out.qualified(XSI_NS, local);
  }

  private soapenc(local: string): string {
    return this.out.qualified(encodingNamespaces[this.style === '1.2' ? '1.2' : '1.1'], local);
  }

  private qualified({ ns, local }: QName): string {
    return this.out.qualified(ns, local);
  }

  /** SOAP 1.1 §5.4.2, SOAP 1.2 Part 2 §3.1.6. */
  private arrayAttributes(array: MessageElement, type: ArrayType): Attribute[] {
    const sizes = this.sizesOf(array, type.array);
    const member = memberType(type);
    if (this.style !== '1.2') return [[this.soapenc('arrayType'), `${this.spelled(member)}[${sizes.join(',')}]`]];
    const itemType = isArray(member) ? this.soapenc('Array') : this.qualified(nameOf(member) ?? ANY);
    return [
      [this.soapenc('itemType'), itemType],
      [this.soapenc('arraySize'), sizes.join(' ')],
    ];
  }

  /** `xsd:string`, and `xsd:string[]` for members that are arrays. */
  private spelled(type: TypeDef): string {
    if (!isArray(type)) return this.qualified(nameOf(type) ?? ANY);
    return `${this.spelled(memberType(type))}[${','.repeat(type.array - 1)}]`;
  }

  private sizesOf(array: MessageElement, dimensions: number): readonly number[] {
    let rows = [array];
    return Array.from({ length: dimensions }, () => {
      const length = elementsOf(rows[0] ?? array).length;
      if (rows.some((row) => elementsOf(row).length !== length))
        this.out.fail('CODEC_COUNT', 'the rows of an array have different lengths');
      rows = rows.flatMap(elementsOf);
      return rows.length === 0 ? 0 : length;
    });
  }

  private content(element: MessageElement, type: TypeDef): void {
    if (type === anyType) this.children(element, undefined);
    else if (isArray(type)) this.members(element, type, type.array);
    else if (type.kind === 'complex' && type.content.kind === 'elements') this.children(element, type);
    else this.out.text(textIn(element));
  }

  private children(element: MessageElement, type: ComplexType | undefined): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.out.text(child);
      else this.child(child, type && accessorsOf(type).byName.get(child.name.key)?.element);
    }
  }

  private child(element: MessageElement, declared: ElementDecl | undefined): void {
    if (declared) this.accessor(element, declared);
    else this.out.copy(element);
  }

  private members(row: MessageElement, type: ComplexType, dimensions: number): void {
    const member = memberOf(type);
    for (const element of elementsOf(row)) {
      if (dimensions > 1) this.members(element, member.type as ComplexType, dimensions - 1);
      else this.accessor(element, member);
    }
  }
}

function rawName({ name }: MessageElement): string {
  return Buffer.from(name.raw).toString();
}

/** Type of the members of all dimensions. */
function memberType(array: ArrayType): TypeDef {
  let { type } = memberOf(array);
  for (let d = 1; d < array.array; d++) type = memberOf(type as ComplexType).type;
  return type;
}

/** An anonymous type of values has the name of its base. */
function nameOf(type: TypeDef): QName | undefined {
  if (type.name) return type.name;
  return type.kind === 'simple' && type.base ? nameOf(type.base) : undefined;
}
