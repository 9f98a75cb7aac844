// Encrypts the content of Body, and elements of the Security block, for the holder of a certificate (XML Encryption 1.1, SOAP Message Security
// 1.1.1 §9). The EncryptedKey comes first in the block: receivers decrypt before they verify.
import { randomBytes, type X509Certificate } from 'node:crypto';
import { DS, ENCRYPTED_KEY_TOKEN, WSSE, WSSE11, XENC } from '../formats/wss.ts';
import { type Cipher, encryptOctets, type KeyTransport, wrapKey } from './cipher.ts';
import { readEnvelope, type XmlNode } from './envelope-nodes.ts';
import { type KeyReference, writeReference } from './key-reference.ts';
import { partsNamed } from './message-parts.ts';

export interface EncryptionMethod {
  readonly cipher: Cipher;
  readonly transport: KeyTransport;
  readonly reference: Exclude<KeyReference, 'certificate'>;
  /** Names of parts. */
  readonly parts: readonly string[];
}

/** Names that may be encrypted. */
export const ENCRYPTED_PARTS = ['body', 'signature', 'usernameToken', 'assertion'] as const;

const KEY_ID = 'encrypted-key';

/** `envelope`: with a Security block for the next node. */
export function encryptEnvelope(envelope: Uint8Array, method: EncryptionMethod, certificate: X509Certificate): Buffer {
  const nodes = readEnvelope(envelope);
  const security = nodes.security as XmlNode;
  const secret = randomBytes(method.cipher.keyLength);
  const spans = method.parts
    .flatMap((name) => partsNamed(nodes, name))
    .map((node) => (node === nodes.body ? [node.contentStart, node.contentEnd] : [node.start, node.end]))
    .toSorted(([a], [b]) => a - b);
  const { bytes } = nodes;
  const data = spans.map(([start, end], i) => {
    const type = start === nodes.body.contentStart ? 'Content' : 'Element';
    return encryptedData(i, type, method.cipher, encryptOctets(method.cipher, secret, bytes.subarray(start, end)));
  });
  const pieces = [bytes.subarray(0, security.contentStart), encryptedKey(secret, data.length, method, certificate)];
  let at = security.contentStart;
  spans.forEach(([start, end], i) => {
    pieces.push(bytes.subarray(at, start), data[i]);
    at = end;
  });
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

function encryptedData(number: number, type: string, { uri }: Cipher, octets: Buffer): Buffer {
  return Buffer.from(
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="${idAt(number)}" Type="${XENC}${type}"><xenc:EncryptionMethod Algorithm="${uri}"/>` +
      `<ds:KeyInfo xmlns:ds="${DS}"><wsse:SecurityTokenReference xmlns:wsse="${WSSE}" xmlns:wsse11="${WSSE11}" wsse11:TokenType="${ENCRYPTED_KEY_TOKEN}">` +
      `<wsse:Reference URI="#${KEY_ID}"/></wsse:SecurityTokenReference></ds:KeyInfo>${cipherData(octets)}</xenc:EncryptedData>`,
  );
}

function encryptedKey(
  secret: Buffer,
  count: number,
  { transport, reference }: EncryptionMethod,
  certificate: X509Certificate,
): Buffer {
  const references = Array.from({ length: count }, (_, i) => `<xenc:DataReference URI="#${idAt(i)}"/>`).join('');
  const octets = wrapKey(certificate.publicKey, transport.hash, secret);
  return Buffer.from(
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" Id="${KEY_ID}">${transport.xml}<ds:KeyInfo xmlns:ds="${DS}">${writeReference(reference, certificate, '')}</ds:KeyInfo>` +
      `${cipherData(octets)}<xenc:ReferenceList>${references}</xenc:ReferenceList></xenc:EncryptedKey>`,
  );
}

function cipherData(octets: Buffer): string {
  return `<xenc:CipherData><xenc:CipherValue>${octets.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
}

function idAt(number: number): string {
  return `encrypted-${number + 1}`;
}
