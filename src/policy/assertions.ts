// Assertions that Soapstone knows, by namespace and name.
import type { Assertion } from '../contract/policy/normal-form.ts';
import type { XmlElement } from '../xml/tree.ts';
import { readEncryptedParts, readSignedParts, refuseElements } from './protected-parts.ts';
import { has, type Reading, type Scope } from './reading.ts';
import { readAsymmetric, readSymmetric, readTransport } from './security-bindings.ts';
import { readSupportingTokens } from './tokens.ts';

type Reader = (assertion: Assertion, reading: Reading, scope: Scope) => void;

/** WS-SecurityPolicy 1.1, 1.2 and what 1.3 adds; that of Apache CXF. */
const SECURITY_POLICY = new Set([
  'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
  'http://cxf.apache.org/custom/security-policy',
]);

const SECURITY: Readonly<Record<string, Reader>> = {
  TransportBinding: readTransport,
  AsymmetricBinding: readAsymmetric,
  SymmetricBinding: readSymmetric,
  SignedParts: (assertion, reading, scope) => readSignedParts(assertion, scope, reading),
  EncryptedParts: (assertion, reading, scope) => readEncryptedParts(assertion, scope, reading),
  SignedElements: refuseElements,
  EncryptedElements: refuseElements,
  ContentEncryptedElements: refuseElements,
  RequiredElements: refuseElements,
  // The table says which header parts a request has.
  RequiredParts: nothing,
  Wss10: nothing,
  Wss11: (assertion, reading) => {
    if (has(assertion.nested, 'RequireSignatureConfirmation')) reading.confirms = assertion.node;
  },
  // Both say what the service can do, not what clients must.
  Trust10: nothing,
  Trust13: nothing,
};

const TOKENS = /^(?:Signed)?(?:Endorsing)?(?:Encrypted)?SupportingTokens$/;

function nothing(): void {}

const ADDRESSING: Reader = ({ node, nested }, reading) => {
  reading.ask('addressing', node.name.ns.includes('2004/08') ? '2004/08' : '2005/08', node);
  const nonAnonymous = nested.find(({ node: { name } }) => name.local === 'NonAnonymousResponses');
  if (nonAnonymous) reading.refuse(nonAnonymous.node, 'responses come back on the connection of their request');
};

const MTOM: Reader = ({ node }, reading) => reading.ask('mtom', true, node);

function refusing(reason: string): Reader {
  return ({ node }, reading) => reading.refuse(node, reason);
}

const NO_TRANSACTIONS = refusing('WS-AtomicTransaction and WS-BusinessActivity are not carried');
const NO_RELIABILITY = refusing('WS-ReliableMessaging is not carried');
const NO_BINARY = refusing('messages are XML, not a binary form of it');

/** `{namespace}Name`. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['{http://www.w3.org/2007/05/addressing/metadata}Addressing', ADDRESSING],
  ['{http://www.w3.org/2006/05/addressing/wsdl}UsingAddressing', ADDRESSING],
  ['{http://www.w3.org/2005/08/addressing/wsdl}UsingAddressing', ADDRESSING],
  ['{http://www.w3.org/2006/02/addressing/wsdl}UsingAddressing', ADDRESSING],
  ['{http://schemas.xmlsoap.org/ws/2004/08/addressing/policy}UsingAddressing', ADDRESSING],
  ['{http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization}OptimizedMimeSerialization', MTOM],
  ['{http://www.w3.org/2007/08/soap12-mtom-policy}MTOM', MTOM],
  ['{http://schemas.xmlsoap.org/ws/2005/02/rm/policy}RMAssertion', NO_RELIABILITY],
  ['{http://docs.oasis-open.org/ws-rx/wsrmp/200702}RMAssertion', NO_RELIABILITY],
  ['{http://schemas.xmlsoap.org/ws/2004/10/wsat}ATAssertion', NO_TRANSACTIONS],
  ['{http://docs.oasis-open.org/ws-tx/wsat/2006/06}ATAssertion', NO_TRANSACTIONS],
  ['{http://schemas.microsoft.com/ws/06/2004/mspolicy/netbinary1}BinaryEncoding', NO_BINARY],
  [
    '{http://schemas.microsoft.com/ws/06/2004/policy/http}BasicAuthentication',
    ({ node }, reading) => reading.ask('basic', true, node),
  ],
  ['{http://schemas.microsoft.com/ws/06/2004/policy/http}NtlmAuthentication', refusing('NTLM is not carried')],
  [
    '{http://schemas.microsoft.com/ws/06/2004/policy/http}NegotiateAuthentication',
    refusing('Negotiate is not carried'),
  ],
  ['{http://schemas.microsoft.com/ws/06/2004/policy/http}DigestAuthentication', refusing('HTTP Digest is not carried')],
]);

/** Assertions for the service's own machinery: nothing follows for clients. */
const OF_SERVICES =
  /^http:\/\/(?:schemas\.sun\.com\/|java\.sun\.com\/xml\/ns\/|ws\.apache\.org\/rampart\/|cxf\.apache\.org\/)/;

export function readAssertion(assertion: Assertion, reading: Reading, scope: Scope): void {
  const { node } = assertion;
  const reader = readerOf(node);
  if (reader) reader(assertion, reading, scope);
  else if (!OF_SERVICES.test(node.name.ns))
    reading.refuse(node, `an assertion of ${node.name.ns || 'no namespace'} that is not known`);
}

function readerOf({ name: { ns, local } }: XmlElement): Reader | undefined {
  if (!SECURITY_POLICY.has(ns)) return READERS.get(`{${ns}}${local}`);
  if (TOKENS.test(local)) return readSupportingTokens;
  return Object.hasOwn(SECURITY, local) ? SECURITY[local] : undefined;
}
