// XML documents with a place for an attack: a SOAP request, a SOAP response, a schema and a WSDL file. Knows nothing about servers.

export const NOTES = 'urn:example:notes';
const SOAP = { '1.1': 'http://schemas.xmlsoap.org/soap/envelope/', '1.2': 'http://www.w3.org/2003/05/soap-envelope' };

/** What stands where; '' unless told. */
export interface Places {
  /** Before the root element. */
  readonly prolog?: string;
  /** Among the attributes of the note. */
  readonly attributes?: string;
  readonly title?: string;
  /** After the title. */
  readonly members?: string;
  /** After the root element. */
  readonly tail?: string;
}

export function envelope(body: string, version: '1.1' | '1.2' = '1.1', header = ''): string {
  return `<s:Envelope xmlns:s="${SOAP[version]}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

function note({ attributes = '', title = 'a title', members = '' }: Places): string {
  return `<n:note${attributes === '' ? '' : ` ${attributes}`}><n:title>${title}</n:title>${members}</n:note>`;
}

export function addNote(places: Places, version: '1.1' | '1.2' = '1.1'): string {
  const header = `<s:Header><n:Tenant xmlns:n="${NOTES}">t</n:Tenant></s:Header>`;
  const body = `<n:AddNote xmlns:n="${NOTES}">${note(places)}</n:AddNote>`;
  return (places.prolog ?? '') + envelope(body, version, header) + (places.tail ?? '');
}

export function getNoteReply(places: Places): string {
  const body = `<n:GetNoteResponse xmlns:n="${NOTES}">${note(places)}</n:GetNoteResponse>`;
  return (places.prolog ?? '') + envelope(body) + (places.tail ?? '');
}

const XSD = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

export function schema({ prolog = '', title = '', members = '', tail = '' }: Places): string {
  const told = `<xsd:annotation><xsd:documentation>${title}</xsd:documentation></xsd:annotation>`;
  const type =
    '<xsd:complexType name="T"><xsd:sequence><xsd:element name="t" type="xsd:string"/></xsd:sequence></xsd:complexType>';
  return `${prolog}<xsd:schema ${XSD} xmlns="${NOTES}" targetNamespace="${NOTES}">${told}${members}${type}<xsd:element name="In" type="T"/></xsd:schema>${tail}`;
}

/** `types`: what stands in its `types` element. */
export function wsdl({ prolog = '', title = '', members = '', tail = '' }: Places, types = schema({})): string {
  return `${prolog}<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" ${XSD} xmlns:n="${NOTES}"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="${NOTES}">
  <documentation>${title}</documentation>${members}
  <types>${types}</types>
  <message name="M"><part name="p" element="n:In"/></message>
  <portType name="P"><operation name="O"><input message="n:M"/><output message="n:M"/></operation></portType>
  <binding name="B" type="n:P">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="O"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="P" binding="n:B"><soap:address location="http://notes.example.com/"/></port></service>
</definitions>${tail}`;
}
