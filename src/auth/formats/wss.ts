// Names of Web Services Security (OASIS WSS SOAP Message Security 1.1.1, UsernameToken Profile 1.1.1, X.509 Token Profile 1.1.1), and of the XML
// Signature and XML Encryption that it uses.
import { createHash } from 'node:crypto';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const X509_PROFILE = `${OASIS}-x509-token-profile-1.0`;

export const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`;
export const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`;
export const WSSE11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd';
export const PASSWORD_TEXT = `${OASIS}-username-token-profile-1.0#PasswordText`;
export const PASSWORD_DIGEST = `${OASIS}-username-token-profile-1.0#PasswordDigest`;
export const BASE64_BINARY = `${OASIS}-soap-message-security-1.0#Base64Binary`;
export const X509_V3 = `${X509_PROFILE}#X509v3`;
export const X509_SKI = `${X509_PROFILE}#X509SubjectKeyIdentifier`;
export const THUMBPRINT = 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1';

export const ENCRYPTED_KEY_TOKEN = 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey';

export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const XMLDSIG_MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
export const XENC = 'http://www.w3.org/2001/04/xmlenc#';
export const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const INCLUSIVE_C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** Clark name of the header block. */
export const SECURITY = `{${WSSE}}Security`;
export const WSU_ID = `{${WSU}}Id`;

/** UsernameToken Profile 1.1.1 §3.1: Base64(SHA-1(nonce + created + password)). */
export function passwordDigest(nonce: Uint8Array, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created).update(password).digest('base64');
}

/** SOAP 1.1 §4.2.2, SOAP 1.2 Part 1 §2.2: roles of the gateway, for every node or the last one. */
const ROLES = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  `${SOAP12_NS}/role/next`,
  `${SOAP12_NS}/role/ultimateReceiver`,
]);

/** Is the block with these attributes (by Clark names) for the gateway? `soap`: namespace of the envelope. */
export function isAddressed(attributes: ReadonlyMap<string, string>, soap: string): boolean {
  const role = attributes.get(`{${soap}}${soap === SOAP11_NS ? 'actor' : 'role'}`);
  return role === undefined || ROLES.has(role.trim());
}
