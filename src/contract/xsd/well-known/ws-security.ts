// Web Services Security: SOAP Message Security 1.1 §5 to §10, UsernameToken Profile 1.1 §3.
import { ANY, OTHER_ATTRIBUTES, schema } from './schema.ts';

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity';
export const WSSE_NS = `${OASIS}-secext-1.0.xsd`;
export const UTILITY_NS = `${OASIS}-utility-1.0.xsd`;

function extended(name: string, base: string, attributes: string): string {
  return `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="${base}">${attributes}</xs:extension></xs:simpleContent></xs:complexType>`;
}

const COMMON = '<xs:attributeGroup ref="t:commonAtts"/>';
const USAGE = '<xs:attribute ref="t:Usage"/>';
const WSU_ID = '<xs:attribute ref="wsu:Id"/>';
const VALUE_TYPE = '<xs:attribute name="ValueType" type="xs:anyURI"/>';

/** Ids and timestamps (§4.2, §10). */
export const utility = schema(
  UTILITY_NS,
  `<xs:attribute name="Id" type="xs:ID"/>
  <xs:attributeGroup name="commonAtts"><xs:attribute ref="t:Id"/>${OTHER_ATTRIBUTES}</xs:attributeGroup>
  ${extended('AttributedDateTime', 'xs:string', COMMON)}${extended('AttributedURI', 'xs:anyURI', COMMON)}
  <xs:element name="Created" type="t:AttributedDateTime"/><xs:element name="Expires" type="t:AttributedDateTime"/>
  <xs:element name="Timestamp" type="t:TimestampType"/>
  <xs:complexType name="TimestampType"><xs:sequence><xs:element ref="t:Created" minOccurs="0"/><xs:element ref="t:Expires" minOccurs="0"/>
    <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:any namespace="##other" processContents="lax"/></xs:choice></xs:sequence>
    ${COMMON}</xs:complexType>`,
);

/** Tokens and references to them. */
const TOKENS = `${extended('AttributedString', 'xs:string', WSU_ID + OTHER_ATTRIBUTES)}
  ${extended('PasswordString', 't:AttributedString', '<xs:attribute name="Type" type="xs:anyURI"/>')}
  ${extended('EncodedString', 't:AttributedString', '<xs:attribute name="EncodingType" type="xs:anyURI"/>')}
  ${extended('BinarySecurityTokenType', 't:EncodedString', VALUE_TYPE)}${extended('KeyIdentifierType', 't:EncodedString', VALUE_TYPE)}
  <xs:complexType name="UsernameTokenType"><xs:sequence><xs:element name="Username" type="t:AttributedString"/>${ANY}</xs:sequence>
    ${WSU_ID}${OTHER_ATTRIBUTES}</xs:complexType>
  <xs:complexType name="ReferenceType"><xs:attribute name="URI" type="xs:anyURI"/>${VALUE_TYPE}${OTHER_ATTRIBUTES}</xs:complexType>
  <xs:complexType name="EmbeddedType"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:any namespace="##any" processContents="lax"/></xs:choice>
    ${VALUE_TYPE}${OTHER_ATTRIBUTES}</xs:complexType>
  <xs:complexType name="SecurityTokenReferenceType"><xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:any namespace="##any" processContents="lax"/></xs:choice>${WSU_ID}${USAGE}${OTHER_ATTRIBUTES}</xs:complexType>`;

const ELEMENTS = [
  ['UsernameToken', 'UsernameTokenType'],
  ['BinarySecurityToken', 'BinarySecurityTokenType'],
  ['Reference', 'ReferenceType'],
  ['Embedded', 'EmbeddedType'],
  ['KeyIdentifier', 'KeyIdentifierType'],
  ['SecurityTokenReference', 'SecurityTokenReferenceType'],
  ['Security', 'SecurityHeaderType'],
  ['TransformationParameters', 'TransformationParametersType'],
  ['Password', 'PasswordString'],
  ['Nonce', 'EncodedString'],
].map(([name, type]) => `<xs:element name="${name}" type="t:${type}"/>`);

export const wsse = schema(
  WSSE_NS,
  `${TOKENS}
  <xs:simpleType name="tUsage"><xs:list itemType="xs:anyURI"/></xs:simpleType><xs:attribute name="Usage" type="t:tUsage"/>
  <xs:complexType name="SecurityHeaderType"><xs:sequence>${ANY}</xs:sequence>${OTHER_ATTRIBUTES}</xs:complexType>
  <xs:complexType name="TransformationParametersType"><xs:sequence>${ANY}</xs:sequence>${OTHER_ATTRIBUTES}</xs:complexType>
  ${ELEMENTS.join('')}`,
  { wsu: UTILITY_NS },
);
