// Built-in text of the SOAP encoding schemas (SOAP 1.1 §5, SOAP 1.2 Part 2 §3), as far as contracts use them.
import type { SoapEncoding, TypeDef } from '../model/model.ts';
import { builtinNames } from './builtins.ts';

export const SOAP_ENCODING_NS = 'http://schemas.xmlsoap.org/soap/encoding/';
export const SOAP_ENCODING12_NS = 'http://www.w3.org/2003/05/soap-encoding';

export const encodingNamespaces: Readonly<Record<SoapEncoding, string>> = {
  '1.1': SOAP_ENCODING_NS,
  '1.2': SOAP_ENCODING12_NS,
};

const versions = new Map<string, SoapEncoding>([
  [SOAP_ENCODING_NS, '1.1'],
  [SOAP_ENCODING12_NS, '1.2'],
]);

/** The encoding of a namespace; undefined for any other namespace. */
export function encodingOf(ns: string): SoapEncoding | undefined {
  return versions.get(ns);
}

/** Types of the encoding schemas have the values of the built-in types (§5.2.1). Their `id` and `href` are no content: the codec resolves them. */
const simpleTypes = builtinNames
  .filter((name) => name !== 'anySimpleType' && name !== 'NOTATION')
  .map((name) => `<xs:simpleType name="${name}"><xs:restriction base="xs:${name}"/></xs:simpleType>`)
  .join('\n');

const anything = '<xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>';

function encodingSchema(ns: string): string {
  const attribute = (name: string) => `<xs:attribute name="${name}" type="xs:string"/>`;
  const attributes = ['root', 'arrayType', 'offset', 'position', 'itemType', 'arraySize', 'nodeType'].map(attribute);
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${ns}" targetNamespace="${ns}">
  ${attributes.join('')}
  <xs:attributeGroup name="commonAttributes">
    <xs:attribute name="id" type="xs:ID"/><xs:attribute name="href" type="xs:anyURI"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayAttributes">
    <xs:attribute ref="e:arrayType"/><xs:attribute ref="e:offset"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayMemberAttributes"><xs:attribute ref="e:position"/></xs:attributeGroup>
  <xs:simpleType name="base64"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:group name="Array"><xs:sequence>${anything}</xs:sequence></xs:group>
  <xs:group name="Struct"><xs:sequence>${anything}</xs:sequence></xs:group>
  <xs:complexType name="Array"><xs:sequence>
    <xs:element name="item" type="xs:anyType" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Struct"><xs:group ref="e:Struct" minOccurs="0"/><xs:attributeGroup ref="e:commonAttributes"/></xs:complexType>
  <xs:element name="Array" type="e:Array"/><xs:element name="Struct" type="e:Struct"/>
  ${simpleTypes}
</xs:schema>`;
}

export const soapEncodingSchema = encodingSchema(SOAP_ENCODING_NS);
export const soapEncoding12Schema = encodingSchema(SOAP_ENCODING12_NS);

/** Is it the Array of an encoding or derived from it? */
export function isEncodedArray(type: TypeDef): boolean {
  for (let t: TypeDef | undefined = type, steps = 0; t && steps < 100; t = t.base, steps++) {
    if (t.name?.local === 'Array' && versions.has(t.name.ns)) return true;
  }
  return false;
}
