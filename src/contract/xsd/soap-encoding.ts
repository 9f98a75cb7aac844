// Built-in text of the SOAP 1.1 encoding schema (SOAP 1.1 §5), as far as literal contracts use it.
import type { TypeDef } from '../model/model.ts';
import { builtinNames } from './builtins.ts';

export const SOAP_ENCODING_NS = 'http://schemas.xmlsoap.org/soap/encoding/';

const wrapped = builtinNames
  .filter((name) => name !== 'anySimpleType' && name !== 'NOTATION')
  .map(
    (name) => `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="xs:${name}">
    <xs:attributeGroup ref="e:commonAttributes"/></xs:extension></xs:simpleContent></xs:complexType>`,
  );

/** An array is any sequence of elements: literal use has no wsdl:arrayType. */
export const soapEncodingSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${SOAP_ENCODING_NS}"
  targetNamespace="${SOAP_ENCODING_NS}">
  <xs:attribute name="root" type="xs:boolean"/>
  <xs:attribute name="arrayType" type="xs:string"/>
  <xs:attribute name="offset" type="xs:string"/>
  <xs:attribute name="position" type="xs:string"/>
  <xs:attributeGroup name="commonAttributes">
    <xs:attribute name="id" type="xs:ID"/><xs:attribute name="href" type="xs:anyURI"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayAttributes">
    <xs:attribute ref="e:arrayType"/><xs:attribute ref="e:offset"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayMemberAttributes"><xs:attribute ref="e:position"/></xs:attributeGroup>
  <xs:simpleType name="base64"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:group name="Array">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:group>
  <xs:group name="Struct">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:group>
  <xs:complexType name="Array">
    <xs:group ref="e:Array" minOccurs="0"/>
    <xs:attributeGroup ref="e:arrayAttributes"/><xs:attributeGroup ref="e:commonAttributes"/>
  </xs:complexType>
  <xs:complexType name="Struct">
    <xs:group ref="e:Struct" minOccurs="0"/><xs:attributeGroup ref="e:commonAttributes"/>
  </xs:complexType>
  <xs:element name="Array" type="e:Array"/><xs:element name="Struct" type="e:Struct"/>
  ${wrapped.join('\n')}
</xs:schema>`;

/** Is it soapenc:Array or derived from it? */
export function isEncodedArray(type: TypeDef): boolean {
  for (let t: TypeDef | undefined = type, steps = 0; t && steps < 100; t = t.base, steps++) {
    if (t.name?.local === 'Array' && t.name.ns === SOAP_ENCODING_NS) return true;
  }
  return false;
}
