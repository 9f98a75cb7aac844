// A contract with policies at any of its elements, and policies in the shape that stacks write them.
import { loadContractFrom } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';

const NAMESPACES = {
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
  soap: 'http://schemas.xmlsoap.org/wsdl/soap/',
  xs: 'http://www.w3.org/2001/XMLSchema',
  tns: 'urn:notes',
  wsp: 'http://schemas.xmlsoap.org/ws/2004/09/policy',
  sp: 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  sp05: 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  wsu: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
  wsam: 'http://www.w3.org/2007/05/addressing/metadata',
  wsaw: 'http://www.w3.org/2006/05/addressing/wsdl',
  wsoma: 'http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization',
  http: 'http://schemas.microsoft.com/ws/06/2004/policy/http',
  /** Suites with AES-GCM. */
  cxf: 'http://cxf.apache.org/custom/security-policy',
  wsrm: 'http://schemas.xmlsoap.org/ws/2005/02/rm/policy',
};

/** Where a policy may stand: children of these elements, and attributes of the binding. */
export interface Places {
  /** Of wsdl:definitions. */
  readonly definitions?: string;
  readonly port?: string;
  readonly binding?: string;
  readonly bindingAttributes?: string;
  readonly operation?: string;
  readonly input?: string;
  readonly output?: string;
  readonly message?: string;
  readonly portType?: string;
}

/** One operation, GetNote. */
export function wsdlWith(places: Places): string {
  const { definitions = '', port = '', binding = '', operation = '', input = '', output = '' } = places;
  const declared = Object.entries(NAMESPACES).map(([prefix, ns]) => `xmlns:${prefix}="${ns}"`);
  const element = (name: string, member: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="${member}" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;
  return `<wsdl:definitions ${declared.join(' ')} targetNamespace="urn:notes">
${definitions}
<wsdl:types><xs:schema targetNamespace="urn:notes" elementFormDefault="qualified">${element('GetNote', 'id')}${element('GetNoteResponse', 'text')}</xs:schema></wsdl:types>
<wsdl:message name="In">${places.message ?? ''}<wsdl:part name="p" element="tns:GetNote"/></wsdl:message>
<wsdl:message name="Out"><wsdl:part name="p" element="tns:GetNoteResponse"/></wsdl:message>
<wsdl:portType name="Notes">${places.portType ?? ''}
<wsdl:operation name="GetNote"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="tns:Notes" ${places.bindingAttributes ?? ''}>${binding}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="GetNote">${operation}<soap:operation soapAction="get"/>
<wsdl:input>${input}<soap:body use="literal"/></wsdl:input>
<wsdl:output>${output}<soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="NotesService"><wsdl:port name="P" binding="tns:B">${port}<soap:address location="http://127.0.0.1:1/notes"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

export function contractWith(places: Places): Contract {
  return loadContractFrom(new Map([['notes.wsdl', Buffer.from(wsdlWith(places))]]), 'notes.wsdl');
}

export function policy(content: string, id = ''): string {
  return `<wsp:Policy${id && ` wsu:Id="${id}"`}>${content}</wsp:Policy>`;
}

export function oneOf(...alternatives: readonly string[]): string {
  return `<wsp:ExactlyOne>${alternatives.map((one) => `<wsp:All>${one}</wsp:All>`).join('')}</wsp:ExactlyOne>`;
}

/** An assertion with a nested policy. */
export function nest(name: string, ...content: readonly string[]): string {
  return `<${name}>${policy(content.join(''))}</${name}>`;
}

/** wsHttpBinding with TransportWithMessageCredential, as WCF writes it. */
export const WCF = policy(
  oneOf(
    nest(
      'sp05:TransportBinding',
      nest('sp05:TransportToken', '<sp05:HttpsToken RequireClientCertificate="false"/>'),
      nest('sp05:AlgorithmSuite', '<sp05:Basic256/>'),
      nest('sp05:Layout', '<sp05:Strict/>'),
      '<sp05:IncludeTimestamp/>',
    ) +
      nest(
        'sp05:SignedSupportingTokens',
        `<sp05:UsernameToken sp05:IncludeToken="http://schemas.xmlsoap.org/ws/2005/07/securitypolicy/IncludeToken/AlwaysToRecipient">${policy('<sp05:WssUsernameToken10/>')}</sp05:UsernameToken>`,
      ) +
      nest('sp05:Wss11', '<sp05:MustSupportRefKeyIdentifier/>') +
      nest('sp05:Trust10', '<sp05:MustSupportIssuedTokens/>') +
      '<wsaw:UsingAddressing/>',
  ),
  'NotesBinding_policy',
);

export interface Asymmetric {
  readonly suite?: string;
  /** Further properties of the binding. */
  readonly properties?: string;
}

/** An AsymmetricBinding by X.509, as CXF and Metro write it. */
export function asymmetric({ suite = 'Basic256', properties = '' }: Asymmetric = {}): string {
  const INCLUDE = `${NAMESPACES.sp}/IncludeToken`;
  const token = (role: string, inclusion: string, reference: string) =>
    nest(role, `<sp:X509Token sp:IncludeToken="${INCLUDE}/${inclusion}">${policy(reference)}</sp:X509Token>`);
  return nest(
    'sp:AsymmetricBinding',
    token('sp:InitiatorToken', 'AlwaysToRecipient', '<sp:WssX509V3Token10/>'),
    token('sp:RecipientToken', 'Never', '<sp:RequireIssuerSerialReference/>'),
    nest('sp:AlgorithmSuite', `<${suite.includes(':') ? suite : `sp:${suite}`}/>`),
    '<sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/>',
    properties,
  );
}

export const BOTH_PARTS = policy(
  '<sp:SignedParts><sp:Body/></sp:SignedParts><sp:EncryptedParts><sp:Body/></sp:EncryptedParts>',
  'Message',
);
