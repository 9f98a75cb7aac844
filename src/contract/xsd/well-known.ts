// Schemas that contracts refer to without including them, as far as contracts use them.
import { SOAP11_NS, SOAP12_NS, SWAREF_NS, WSDL_NS, XML_NS, XMLMIME_NS, XSD_NS } from '../../xml/reader/names.ts';
import { SOAP_ENCODING_NS, SOAP_ENCODING12_NS, soapEncoding12Schema, soapEncodingSchema } from './soap-encoding.ts';
import { schema } from './well-known/schema.ts';
import { ADDRESSING_2004_NS, ADDRESSING_NS, addressing, addressing2004 } from './well-known/ws-addressing.ts';
import { UTILITY_NS, utility, WSSE_NS, wsse } from './well-known/ws-security.ts';
import { XLINK_NS, xlink } from './well-known/xlink.ts';
import { XML_ENCRYPTION_NS, xmlEncryption } from './well-known/xml-encryption.ts';
import { XML_SIGNATURE_NS, xmlSignature } from './well-known/xml-signature.ts';

const XOP_NS = 'http://www.w3.org/2004/08/xop/include';

/** XML 1.0 §2.10, §2.12, XML Base §3, xml:id §2. */
const xml = schema(
  XML_NS,
  `<xs:attribute name="lang"><xs:simpleType><xs:union memberTypes="xs:language"><xs:simpleType>
    <xs:restriction base="xs:string"><xs:enumeration value=""/></xs:restriction></xs:simpleType></xs:union></xs:simpleType></xs:attribute>
  <xs:attribute name="space"><xs:simpleType><xs:restriction base="xs:NCName">
    <xs:enumeration value="default"/><xs:enumeration value="preserve"/></xs:restriction></xs:simpleType></xs:attribute>
  <xs:attribute name="base" type="xs:anyURI"/>
  <xs:attribute name="id" type="xs:ID"/>
  <xs:attributeGroup name="specialAttrs">
    <xs:attribute ref="xml:base"/><xs:attribute ref="xml:lang"/><xs:attribute ref="xml:space"/><xs:attribute ref="xml:id"/>
  </xs:attributeGroup>`,
);

/** A schema in a message, as DataSet services send it: any content. */
const xsd = schema(XSD_NS, '<xs:element name="schema"/>');

const OPEN = `<xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:anyAttribute namespace="##any" processContents="lax"/>`;

/** Messages inside of messages, as ONVIF describes them: any content. */
const MESSAGES = ['Envelope', 'Header', 'Body', 'Fault']
  .map((name) => `<xs:complexType name="${name}">${OPEN}</xs:complexType><xs:element name="${name}" type="t:${name}"/>`)
  .join('');

/** SOAP 1.1 §4.2, §4.1.1. */
const soap11 = schema(
  SOAP11_NS,
  `${MESSAGES}<xs:attribute name="mustUnderstand" type="xs:boolean"/>
  <xs:attribute name="actor" type="xs:anyURI"/>
  <xs:attribute name="encodingStyle" type="xs:anyURI"/>`,
);

/** SOAP 1.2 Part 1 §5.2. */
const soap12 = schema(
  SOAP12_NS,
  `${MESSAGES}<xs:attribute name="mustUnderstand" type="xs:boolean"/>
  <xs:attribute name="role" type="xs:anyURI"/>
  <xs:attribute name="relay" type="xs:boolean"/>
  <xs:attribute name="encodingStyle" type="xs:anyURI"/>`,
);

/** WSDL 1.1 §2.2: the attribute with the item type of an encoded array. */
const wsdl = schema(WSDL_NS, '<xs:attribute name="arrayType" type="xs:string"/>');

/** Describing Media Content of Binary Data in XML, §2.1, §2.2. */
const xmlmime = schema(
  XMLMIME_NS,
  `<xs:attribute name="contentType"><xs:simpleType><xs:restriction base="xs:string">
    <xs:minLength value="3"/></xs:restriction></xs:simpleType></xs:attribute>
  <xs:attribute name="expectedContentTypes" type="xs:string"/>
  <xs:complexType name="base64Binary"><xs:simpleContent><xs:extension base="xs:base64Binary">
    <xs:attribute ref="t:contentType"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="hexBinary"><xs:simpleContent><xs:extension base="xs:hexBinary">
    <xs:attribute ref="t:contentType"/></xs:extension></xs:simpleContent></xs:complexType>`,
);

/** XML-binary Optimized Packaging §3.1: reference to a binary part. */
const xop = schema(
  XOP_NS,
  `<xs:element name="Include" type="t:Include"/>
  <xs:complexType name="Include">
    <xs:sequence><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="href" type="xs:anyURI" use="required"/><xs:anyAttribute namespace="##other"/></xs:complexType>`,
);

/** WS-I Attachments Profile 1.0 §4.4. */
const swaref = schema(SWAREF_NS, '<xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType>');
/** Inside of the gateway the reference stands for the attachment itself, which is binary. */
const attachment = swaref.replace('xs:anyURI', 'xs:base64Binary');

/** Namespace → schema text, as clients see it. */
export const wellKnown: ReadonlyMap<string, string> = new Map([
  [XML_NS, xml],
  [XSD_NS, xsd],
  [SOAP11_NS, soap11],
  [SOAP12_NS, soap12],
  [WSDL_NS, wsdl],
  [XMLMIME_NS, xmlmime],
  [XOP_NS, xop],
  [SWAREF_NS, swaref],
  [SOAP_ENCODING_NS, soapEncodingSchema],
  [SOAP_ENCODING12_NS, soapEncoding12Schema],
  [XML_SIGNATURE_NS, xmlSignature],
  [XML_ENCRYPTION_NS, xmlEncryption],
  [ADDRESSING_NS, addressing],
  [ADDRESSING_2004_NS, addressing2004],
  [WSSE_NS, wsse],
  [UTILITY_NS, utility],
  [XLINK_NS, xlink],
]);

/** The schema that values are read and written by. */
export function wellKnownSchema(ns: string): string | undefined {
  return ns === SWAREF_NS ? attachment : wellKnown.get(ns);
}

/** The built-in text always wins for these: the published files have a DOCTYPE, describe XML Schema, WSDL or SOAP encoding, or a reference as a mere URI. */
export const builtInNamespaces: ReadonlySet<string> = new Set([
  XML_NS,
  XSD_NS,
  WSDL_NS,
  SOAP_ENCODING_NS,
  SOAP_ENCODING12_NS,
  XML_SIGNATURE_NS,
  XML_ENCRYPTION_NS,
  SWAREF_NS,
]);
