// WS-Addressing 1.0 - Core §2, §3, and the submission of August 2004 that older services use.
import { ANY, ANY_OTHER, OTHER_ATTRIBUTES, schema } from './schema.ts';

export const ADDRESSING_NS = 'http://www.w3.org/2005/08/addressing';
export const ADDRESSING_2004_NS = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

function attributed(name: string, base: string): string {
  return `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="xs:${base}">${OTHER_ATTRIBUTES}</xs:extension></xs:simpleContent></xs:complexType>`;
}

function open(name: string, attributes = ''): string {
  return `<xs:complexType name="${name}"><xs:sequence>${ANY}</xs:sequence>${attributes}</xs:complexType>`;
}

function elements(names: readonly string[], type: string): string {
  return names.map((name) => `<xs:element name="${name}" type="t:${type}"/>`).join('');
}

export const addressing = schema(
  ADDRESSING_NS,
  `<xs:complexType name="EndpointReferenceType"><xs:sequence><xs:element name="Address" type="t:AttributedURIType"/>
    <xs:element ref="t:ReferenceParameters" minOccurs="0"/><xs:element ref="t:Metadata" minOccurs="0"/>${ANY_OTHER}</xs:sequence>
    ${OTHER_ATTRIBUTES}</xs:complexType>
  ${open('ReferenceParametersType', OTHER_ATTRIBUTES)}${open('MetadataType', OTHER_ATTRIBUTES)}
  ${attributed('AttributedURIType', 'anyURI')}${attributed('AttributedUnsignedLongType', 'unsignedLong')}
  ${attributed('AttributedQNameType', 'QName')}
  <xs:complexType name="RelatesToType"><xs:simpleContent><xs:extension base="xs:anyURI">
    <xs:attribute name="RelationshipType" type="t:RelationshipTypeOpenEnum" default="${ADDRESSING_NS}/reply"/>${OTHER_ATTRIBUTES}
    </xs:extension></xs:simpleContent></xs:complexType>
  <xs:simpleType name="RelationshipTypeOpenEnum"><xs:union memberTypes="t:RelationshipType xs:anyURI"/></xs:simpleType>
  <xs:simpleType name="RelationshipType"><xs:restriction base="xs:anyURI"><xs:enumeration value="${ADDRESSING_NS}/reply"/></xs:restriction></xs:simpleType>
  <xs:complexType name="ProblemActionType"><xs:sequence><xs:element ref="t:Action" minOccurs="0"/>
    <xs:element name="SoapAction" type="xs:anyURI" minOccurs="0"/></xs:sequence>${OTHER_ATTRIBUTES}</xs:complexType>
  ${elements(['EndpointReference', 'ReplyTo', 'From', 'FaultTo'], 'EndpointReferenceType')}
  ${elements(['MessageID', 'To', 'Action', 'ProblemIRI'], 'AttributedURIType')}
  ${elements(['ReferenceParameters'], 'ReferenceParametersType')}${elements(['Metadata'], 'MetadataType')}
  ${elements(['RelatesTo'], 'RelatesToType')}${elements(['RetryAfter'], 'AttributedUnsignedLongType')}
  ${elements(['ProblemHeaderQName'], 'AttributedQNameType')}${elements(['ProblemAction'], 'ProblemActionType')}
  <xs:attribute name="IsReferenceParameter" type="xs:boolean"/>`,
);

export const addressing2004 = schema(
  ADDRESSING_2004_NS,
  `<xs:complexType name="EndpointReferenceType"><xs:sequence><xs:element name="Address" type="t:AttributedURI"/>
    <xs:element name="ReferenceProperties" type="t:ReferencePropertiesType" minOccurs="0"/>
    <xs:element name="ReferenceParameters" type="t:ReferenceParametersType" minOccurs="0"/>
    <xs:element name="PortType" type="t:AttributedQName" minOccurs="0"/><xs:element name="ServiceName" type="t:ServiceNameType" minOccurs="0"/>
    ${ANY_OTHER}</xs:sequence>${OTHER_ATTRIBUTES}</xs:complexType>
  ${open('ReferencePropertiesType')}${open('ReferenceParametersType')}
  ${attributed('AttributedURI', 'anyURI')}${attributed('AttributedQName', 'QName')}
  <xs:complexType name="ServiceNameType"><xs:simpleContent><xs:extension base="xs:QName">
    <xs:attribute name="PortName" type="xs:NCName"/>${OTHER_ATTRIBUTES}</xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Relationship"><xs:simpleContent><xs:extension base="xs:anyURI">
    <xs:attribute name="RelationshipType" type="xs:QName"/>${OTHER_ATTRIBUTES}</xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="ReplyAfterType"><xs:simpleContent><xs:extension base="xs:nonNegativeInteger">
    ${OTHER_ATTRIBUTES}</xs:extension></xs:simpleContent></xs:complexType>
  ${elements(['EndpointReference', 'From', 'ReplyTo', 'FaultTo'], 'EndpointReferenceType')}
  ${elements(['MessageID', 'To', 'Action'], 'AttributedURI')}${elements(['RelatesTo'], 'Relationship')}
  ${elements(['ReplyAfter'], 'ReplyAfterType')}<xs:attribute name="Action" type="xs:anyURI"/>`,
);
