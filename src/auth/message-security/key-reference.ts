// How a message names the certificate of a key (X.509 Token Profile 1.1.1 §3.2, SOAP Message Security 1.1.1 §7): written, and looked up.
import { createHash, type X509Certificate } from 'node:crypto';
import { BASE64_BINARY, DS, THUMBPRINT, WSSE, X509_SKI, X509_V3 } from '../formats/wss.ts';
import { distrust } from './distrust.ts';
import { idOf, localOf, only, required, type XmlNode } from './envelope-nodes.ts';
import { certificateOf } from './trust.ts';

/** `certificate`: as a BinarySecurityToken of the message. */
export const KEY_REFERENCES = ['certificate', 'issuerSerial', 'subjectKeyIdentifier', 'thumbprint'] as const;
export type KeyReference = (typeof KEY_REFERENCES)[number];

/** The content of KeyInfo. `tokenId`: of the BinarySecurityToken. */
export function writeReference(form: KeyReference, certificate: X509Certificate, tokenId: string): string {
  return `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}">${written(form, certificate, tokenId)}</wsse:SecurityTokenReference>`;
}

function written(form: KeyReference, certificate: X509Certificate, tokenId: string): string {
  switch (form) {
    case 'certificate':
      return `<wsse:Reference URI="#${tokenId}" ValueType="${X509_V3}"></wsse:Reference>`;
    case 'issuerSerial':
      return (
        `<ds:X509Data xmlns:ds="${DS}"><ds:X509IssuerSerial><ds:X509IssuerName>${escaped(issuerName(certificate))}</ds:X509IssuerName>` +
        `<ds:X509SerialNumber>${serialOf(certificate)}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`
      );
    case 'subjectKeyIdentifier':
      return identifier(X509_SKI, subjectKeyIdentifier(certificate)?.toString('base64') ?? '');
    case 'thumbprint':
      return identifier(THUMBPRINT, thumbprintOf(certificate));
  }
}

function identifier(type: string, value: string): string {
  return `<wsse:KeyIdentifier EncodingType="${BASE64_BINARY}" ValueType="${type}">${value}</wsse:KeyIdentifier>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** RFC 4514: the reverse order of the certificate. Node.js gives a line for each name, with its escapes. */
function issuerName({ issuer }: X509Certificate): string {
  return issuer.split('\n').toReversed().join(',');
}

function serialOf({ serialNumber }: X509Certificate): string {
  return BigInt(`0x${serialNumber}`).toString();
}

function thumbprintOf({ raw }: X509Certificate): string {
  return createHash('sha1').update(raw).digest('base64');
}

/** DER of the object identifier 2.5.29.14 (RFC 5280 §4.2.1.2). */
const SKI_OID = Buffer.from('0603551d0e', 'hex');
const OCTETS = 0x04;

/** undefined: the certificate has none. The extension is an octet string in an octet string. */
export function subjectKeyIdentifier({ raw }: X509Certificate): Buffer | undefined {
  const at = raw.indexOf(SKI_OID) + SKI_OID.length;
  if (at < SKI_OID.length || raw[at] !== OCTETS || raw[at + 2] !== OCTETS) return undefined;
  return raw.subarray(at + 4, at + 4 + raw[at + 3]);
}

/**
 * The certificate that KeyInfo names: a token of the message, or one of `known`. `security`: the block.
 * Throws UPSTREAM_SECURITY; keys without a certificate, and shared ones, are none.
 */
export function lookUp(keyInfo: XmlNode, security: XmlNode, known: readonly X509Certificate[]): X509Certificate {
  if (keyInfo.children.length !== 1) throw distrust('KeyInfo must hold one reference');
  const [child] = keyInfo.children;
  if (child.name === `{${DS}}X509Data`) return ofX509Data(child, known);
  if (child.name !== `{${WSSE}}SecurityTokenReference` || child.children.length !== 1) throw unknownForm(child);
  const [reference] = child.children;
  switch (reference.name) {
    case `{${WSSE}}Reference`:
      return ofToken(reference, security);
    case `{${WSSE}}KeyIdentifier`:
      return ofIdentifier(reference, known);
    case `{${DS}}X509Data`:
      return ofX509Data(reference, known);
  }
  throw unknownForm(reference);
}

function unknownForm({ name }: XmlNode): Error {
  return distrust(
    `the key of the message is named by ${FORM.test(localOf(name)) ? localOf(name) : 'something'}, which is not supported`,
  );
}

const FORM = /^\w{1,40}$/;

function ofToken(reference: XmlNode, security: XmlNode): X509Certificate {
  const uri = reference.attributes.get('URI') ?? '';
  const tokens = security.children.filter((child) => `#${idOf(child)}` === uri);
  const [token] = tokens;
  if (tokens.length !== 1 || token.name !== `{${WSSE}}BinarySecurityToken`)
    throw distrust('the key refers to no BinarySecurityToken of the message');
  if (token.attributes.get('ValueType') !== X509_V3)
    throw distrust('the BinarySecurityToken is not an X.509 certificate');
  return certificateOf(token.text);
}

function ofIdentifier({ attributes, text }: XmlNode, known: readonly X509Certificate[]): X509Certificate {
  const value = Buffer.from(text, 'base64');
  switch (attributes.get('ValueType')) {
    case X509_V3:
      return certificateOf(text);
    case X509_SKI:
      return knownBy(known, (certificate) => subjectKeyIdentifier(certificate)?.equals(value) ?? false);
    case THUMBPRINT:
      return knownBy(known, (certificate) => thumbprintOf(certificate) === value.toString('base64'));
  }
  throw distrust('the key is named by an identifier that is not supported');
}

/** Names of issuers have many spellings: the number finds the certificate, and trust decides about it. */
function ofX509Data(data: XmlNode, known: readonly X509Certificate[]): X509Certificate {
  const certificate = only(data, `{${DS}}X509Certificate`);
  if (certificate !== undefined) return certificateOf(certificate.text);
  const serial = required(required(data, `{${DS}}X509IssuerSerial`), `{${DS}}X509SerialNumber`).text.trim();
  return knownBy(known, (candidate) => serialOf(candidate) === serial);
}

function knownBy(known: readonly X509Certificate[], is: (certificate: X509Certificate) => boolean): X509Certificate {
  const certificate = known.find(is);
  if (certificate === undefined)
    throw distrust('the certificate of the key is not among the trusted ones', 'put it into the file of the setting');
  return certificate;
}
