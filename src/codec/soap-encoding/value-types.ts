// Types that values name, and those that they are read by (SOAP 1.1 §5.1, §5.4.1; XML Schema Part 1 §3.3.4).
import type { ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import { anyType } from '../../contract/xsd/builtins.ts';
import { encodingNamespaces, encodingOf } from '../../contract/xsd/soap-encoding.ts';
import { clark, XSD_NS, XSI_NS } from '../../xml/reader/names.ts';
import { isArray } from './accessors.ts';
import { arrayFormOf, nameIn } from './array-form.ts';
import { elementsOf, type MessageElement, xsiValue } from './message-tree.ts';
import { describeType, GENERIC_ARRAY, typeByName } from './type-names.ts';
import type { Attribute, XmlOutput } from './xml-output.ts';

export type Stated = TypeDef | typeof GENERIC_ARRAY | undefined;
export type Declared = Pick<ElementDecl, 'name' | 'type'>;

/** The array of anything, in `types` of schemas. */
export const ARRAY_KEY = clark({ ns: encodingNamespaces['1.1'], local: 'Array' });

export class ValueTypes {
  private readonly schemas: Schemas;
  /** Gives out prefixes, and says where errors stand. */
  private readonly out: XmlOutput;
  private readonly namesTexts: boolean;

  /** `namesTexts`: a text at xs:anyType says that it is a string. */
  constructor(schemas: Schemas, out: XmlOutput, namesTexts: boolean) {
    this.schemas = schemas;
    this.out = out;
    this.namesTexts = namesTexts;
  }

  /** The type that a value names; one that stands by itself may have it as its name (§5.4.1). */
  stated(value: MessageElement, isReferred: boolean): Stated {
    const text = xsiValue(value, 'type');
    const name = text === undefined ? undefined : nameIn(value, text);
    if (name) return typeByName(this.schemas, name);
    const { ns } = value.name;
    return isReferred || ns === XSD_NS || encodingOf(ns) ? typeByName(this.schemas, value.name) : undefined;
  }

  /** Part 1 §3.3.4, as for literal content: a value of a type that the contract lacks is not one of the declared type. */
  checkStated(value: MessageElement, { name, type }: Declared): void {
    const text = xsiValue(value, 'type');
    if (text === undefined || isOpen(type)) return;
    const stated = nameIn(value, text);
    if (stated)
      return this.out.fail(
        'CODEC_TYPE',
        `xsi:type names ${clark(stated)}, which is not a type of the contract`,
        name.local,
      );
    const prefix = text.includes(':') ? text.slice(0, text.indexOf(':')) : '';
    this.out.fail('XML_NAMESPACE', `prefix "${prefix}" of xsi:type is not declared`, name.local);
  }

  /** The type to read the value by, and xsi:type where the declared one is another. */
  actual(
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
}

function hasText(type: TypeDef): boolean {
  return type.kind === 'simple' || type.content.kind === 'simple' || type.mixed;
}

/** Its values may have any type. */
export function isOpen({ name }: TypeDef): boolean {
  return name?.ns === XSD_NS && (name.local === 'anyType' || name.local === 'anySimpleType');
}
