// XML Encryption Syntax and Processing 1.0, §3, as a schema of its elements.
import { schema } from './schema.ts';
import { XML_SIGNATURE_NS } from './xml-signature.ts';

export const XML_ENCRYPTION_NS = 'http://www.w3.org/2001/04/xmlenc#';

const STRICT_OTHER = '<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>';

/** §3.1 to §3.3: what was encrypted, how, and where the bytes are. */
const ENCRYPTED = `<xs:complexType name="EncryptedType" abstract="true">
    <xs:sequence><xs:element name="EncryptionMethod" type="t:EncryptionMethodType" minOccurs="0"/>
      <xs:element ref="ds:KeyInfo" minOccurs="0"/><xs:element ref="t:CipherData"/>
      <xs:element ref="t:EncryptionProperties" minOccurs="0"/></xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/><xs:attribute name="Type" type="xs:anyURI"/>
    <xs:attribute name="MimeType" type="xs:string"/><xs:attribute name="Encoding" type="xs:anyURI"/></xs:complexType>
  <xs:simpleType name="KeySizeType"><xs:restriction base="xs:integer"/></xs:simpleType>
  <xs:complexType name="EncryptionMethodType" mixed="true">
    <xs:sequence><xs:element name="KeySize" type="t:KeySizeType" minOccurs="0"/>
      <xs:element name="OAEPparams" type="xs:base64Binary" minOccurs="0"/>${STRICT_OTHER}</xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/></xs:complexType>
  <xs:element name="CipherData" type="t:CipherDataType"/>
  <xs:complexType name="CipherDataType"><xs:choice><xs:element name="CipherValue" type="xs:base64Binary"/>
    <xs:element ref="t:CipherReference"/></xs:choice></xs:complexType>
  <xs:element name="CipherReference" type="t:CipherReferenceType"/>
  <xs:complexType name="CipherReferenceType"><xs:choice><xs:element name="Transforms" type="t:TransformsType" minOccurs="0"/></xs:choice>
    <xs:attribute name="URI" type="xs:anyURI" use="required"/></xs:complexType>
  <xs:complexType name="TransformsType"><xs:sequence><xs:element ref="ds:Transform" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;

/** §3.4, §3.5. */
const KEYS = `<xs:element name="EncryptedData" type="t:EncryptedDataType"/>
  <xs:complexType name="EncryptedDataType"><xs:complexContent><xs:extension base="t:EncryptedType"/></xs:complexContent></xs:complexType>
  <xs:element name="EncryptedKey" type="t:EncryptedKeyType"/>
  <xs:complexType name="EncryptedKeyType"><xs:complexContent><xs:extension base="t:EncryptedType">
    <xs:sequence><xs:element ref="t:ReferenceList" minOccurs="0"/><xs:element name="CarriedKeyName" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:attribute name="Recipient" type="xs:string"/></xs:extension></xs:complexContent></xs:complexType>
  <xs:element name="AgreementMethod" type="t:AgreementMethodType"/>
  <xs:complexType name="AgreementMethodType" mixed="true">
    <xs:sequence><xs:element name="KA-Nonce" type="xs:base64Binary" minOccurs="0"/>${STRICT_OTHER}
      <xs:element name="OriginatorKeyInfo" type="ds:KeyInfoType" minOccurs="0"/>
      <xs:element name="RecipientKeyInfo" type="ds:KeyInfoType" minOccurs="0"/></xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/></xs:complexType>
  <xs:element name="ReferenceList"><xs:complexType><xs:choice maxOccurs="unbounded">
    <xs:element name="DataReference" type="t:ReferenceType"/><xs:element name="KeyReference" type="t:ReferenceType"/>
    </xs:choice></xs:complexType></xs:element>
  <xs:complexType name="ReferenceType"><xs:sequence>${STRICT_OTHER}</xs:sequence>
    <xs:attribute name="URI" type="xs:anyURI" use="required"/></xs:complexType>`;

/** §3.7. */
const PROPERTIES = `<xs:element name="EncryptionProperties" type="t:EncryptionPropertiesType"/>
  <xs:complexType name="EncryptionPropertiesType"><xs:sequence><xs:element ref="t:EncryptionProperty" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/></xs:complexType>
  <xs:element name="EncryptionProperty" type="t:EncryptionPropertyType"/>
  <xs:complexType name="EncryptionPropertyType" mixed="true">
    <xs:choice maxOccurs="unbounded"><xs:any namespace="##other" processContents="lax"/></xs:choice>
    <xs:attribute name="Target" type="xs:anyURI"/><xs:attribute name="Id" type="xs:ID"/>
    <xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace"/></xs:complexType>`;

export const xmlEncryption = schema(XML_ENCRYPTION_NS, ENCRYPTED + KEYS + PROPERTIES, { ds: XML_SIGNATURE_NS });
