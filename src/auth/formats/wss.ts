// Names of Web Services Security (OASIS WSS SOAP Message Security 1.1.1, UsernameToken Profile 1.1.1, X.509 Token Profile 1.1.1).
import { createHash } from 'node:crypto';

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

export const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`;
export const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`;
export const PASSWORD_TEXT = `${OASIS}-username-token-profile-1.0#PasswordText`;
export const PASSWORD_DIGEST = `${OASIS}-username-token-profile-1.0#PasswordDigest`;
export const BASE64_BINARY = `${OASIS}-soap-message-security-1.0#Base64Binary`;
export const X509_V3 = `${OASIS}-x509-token-profile-1.0#X509v3`;

/** Clark name of the header block. */
export const SECURITY = `{${WSSE}}Security`;

/** UsernameToken Profile 1.1.1 §3.1: Base64(SHA-1(nonce + created + password)). */
export function passwordDigest(nonce: Uint8Array, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created).update(password).digest('base64');
}
