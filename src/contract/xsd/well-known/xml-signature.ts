// XML Signature Syntax and Processing 1.1, §4, as a schema of its elements.
import { schema } from './schema.ts';

export const XML_SIGNATURE_NS = 'http://www.w3.org/2000/09/xmldsig#';

const REQUIRED_ALGORITHM = '<xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>';
const ID = '<xs:attribute name="Id" type="xs:ID"/>';
const OTHER = '<xs:any namespace="##other" processContents="lax"/>';
const STRICT_OTHER = '<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>';

/** An element with a complex type of the same name and `Type`. */
function element(name: string, content: string, mixed = false): string {
  const attribute = mixed ? ' mixed="true"' : '';
  return `<xs:element name="${name}" type="t:${name}Type"/><xs:complexType name="${name}Type"${attribute}>${content}</xs:complexType>`;
}

/** §4.2 to §4.4. */
const SIGNED = [
  element(
    'Signature',
    `<xs:sequence><xs:element ref="t:SignedInfo"/><xs:element ref="t:SignatureValue"/><xs:element ref="t:KeyInfo" minOccurs="0"/>
    <xs:element ref="t:Object" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>${ID}`,
  ),
  element(
    'SignatureValue',
    `<xs:simpleContent><xs:extension base="xs:base64Binary">${ID}</xs:extension></xs:simpleContent>`,
  ),
  element(
    'SignedInfo',
    `<xs:sequence><xs:element ref="t:CanonicalizationMethod"/><xs:element ref="t:SignatureMethod"/>
    <xs:element ref="t:Reference" maxOccurs="unbounded"/></xs:sequence>${ID}`,
  ),
  element(
    'CanonicalizationMethod',
    `<xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>${REQUIRED_ALGORITHM}`,
    true,
  ),
  element(
    'SignatureMethod',
    `<xs:sequence><xs:element name="HMACOutputLength" type="t:HMACOutputLengthType" minOccurs="0"/>${STRICT_OTHER}</xs:sequence>
    ${REQUIRED_ALGORITHM}`,
    true,
  ),
  element(
    'Reference',
    `<xs:sequence><xs:element ref="t:Transforms" minOccurs="0"/><xs:element ref="t:DigestMethod"/><xs:element ref="t:DigestValue"/>
    </xs:sequence>${ID}<xs:attribute name="URI" type="xs:anyURI"/><xs:attribute name="Type" type="xs:anyURI"/>`,
  ),
  element('Transforms', '<xs:sequence><xs:element ref="t:Transform" maxOccurs="unbounded"/></xs:sequence>'),
  element(
    'Transform',
    `<xs:choice minOccurs="0" maxOccurs="unbounded">${OTHER}<xs:element name="XPath" type="xs:string"/></xs:choice>${REQUIRED_ALGORITHM}`,
    true,
  ),
  element(
    'DigestMethod',
    `<xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>${REQUIRED_ALGORITHM}`,
    true,
  ),
];

/** §4.5: how the key is named, or the key itself. */
const KEYS = [
  element(
    'KeyInfo',
    `<xs:choice maxOccurs="unbounded"><xs:element ref="t:KeyName"/><xs:element ref="t:KeyValue"/><xs:element ref="t:RetrievalMethod"/>
    <xs:element ref="t:X509Data"/><xs:element ref="t:PGPData"/><xs:element ref="t:SPKIData"/><xs:element ref="t:MgmtData"/>${OTHER}
    </xs:choice>${ID}`,
    true,
  ),
  element(
    'KeyValue',
    `<xs:choice><xs:element ref="t:DSAKeyValue"/><xs:element ref="t:RSAKeyValue"/>${OTHER}</xs:choice>`,
    true,
  ),
  element(
    'RetrievalMethod',
    `<xs:sequence><xs:element ref="t:Transforms" minOccurs="0"/></xs:sequence>
    <xs:attribute name="URI" type="xs:anyURI"/><xs:attribute name="Type" type="xs:anyURI"/>`,
  ),
  element(
    'X509Data',
    `<xs:sequence maxOccurs="unbounded"><xs:choice><xs:element name="X509IssuerSerial" type="t:X509IssuerSerialType"/>
    <xs:element name="X509SKI" type="xs:base64Binary"/><xs:element name="X509SubjectName" type="xs:string"/>
    <xs:element name="X509Certificate" type="xs:base64Binary"/><xs:element name="X509CRL" type="xs:base64Binary"/>${OTHER}
    </xs:choice></xs:sequence>`,
  ),
  element(
    'PGPData',
    `<xs:choice><xs:sequence><xs:element name="PGPKeyID" type="xs:base64Binary"/>
    <xs:element name="PGPKeyPacket" type="xs:base64Binary" minOccurs="0"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:sequence><xs:element name="PGPKeyPacket" type="xs:base64Binary"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:choice>`,
  ),
  element(
    'SPKIData',
    `<xs:sequence maxOccurs="unbounded"><xs:element name="SPKISexp" type="xs:base64Binary"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence>`,
  ),
  element(
    'DSAKeyValue',
    `<xs:sequence><xs:sequence minOccurs="0"><xs:element name="P" type="t:CryptoBinary"/><xs:element name="Q" type="t:CryptoBinary"/>
    </xs:sequence><xs:element name="G" type="t:CryptoBinary" minOccurs="0"/><xs:element name="Y" type="t:CryptoBinary"/>
    <xs:element name="J" type="t:CryptoBinary" minOccurs="0"/><xs:sequence minOccurs="0"><xs:element name="Seed" type="t:CryptoBinary"/>
    <xs:element name="PgenCounter" type="t:CryptoBinary"/></xs:sequence></xs:sequence>`,
  ),
  element(
    'RSAKeyValue',
    '<xs:sequence><xs:element name="Modulus" type="t:CryptoBinary"/><xs:element name="Exponent" type="t:CryptoBinary"/></xs:sequence>',
  ),
];

/** §4.6, §5. */
const OBJECTS = [
  element(
    'Object',
    `<xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any namespace="##any" processContents="lax"/></xs:sequence>${ID}
    <xs:attribute name="MimeType" type="xs:string"/><xs:attribute name="Encoding" type="xs:anyURI"/>`,
    true,
  ),
  element('Manifest', `<xs:sequence><xs:element ref="t:Reference" maxOccurs="unbounded"/></xs:sequence>${ID}`),
  element(
    'SignatureProperties',
    `<xs:sequence><xs:element ref="t:SignatureProperty" maxOccurs="unbounded"/></xs:sequence>${ID}`,
  ),
  element(
    'SignatureProperty',
    `<xs:choice maxOccurs="unbounded">${OTHER}</xs:choice><xs:attribute name="Target" type="xs:anyURI" use="required"/>${ID}`,
    true,
  ),
];

export const xmlSignature = schema(
  XML_SIGNATURE_NS,
  `<xs:simpleType name="CryptoBinary"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="DigestValueType"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="HMACOutputLengthType"><xs:restriction base="xs:integer"/></xs:simpleType>
  <xs:element name="DigestValue" type="t:DigestValueType"/>
  <xs:element name="KeyName" type="xs:string"/><xs:element name="MgmtData" type="xs:string"/>
  <xs:complexType name="X509IssuerSerialType"><xs:sequence><xs:element name="X509IssuerName" type="xs:string"/>
    <xs:element name="X509SerialNumber" type="xs:integer"/></xs:sequence></xs:complexType>
  ${[...SIGNED, ...KEYS, ...OBJECTS].join('')}`,
);
