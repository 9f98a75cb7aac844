// Decrypts the content of Body and elements of the Security block of a message. One key for a message, and encrypted data at these positions alone.
// Every failure that depends on the key or the octets is the same one.
import type { KeyObject } from 'node:crypto';
import { DS, XENC, XENC11 } from '../formats/wss.ts';
import { CIPHERS, type Cipher, decryptOctets, oaepHash, unwrapKey } from './cipher.ts';
import { distrust } from './distrust.ts';
import { type EnvelopeNodes, only, readEnvelope, required, type XmlNode } from './envelope-nodes.ts';

export interface DecryptionPolicy {
  readonly key: KeyObject;
  /** Names of ciphers that are accepted. */
  readonly algorithms: readonly string[];
}

const ENCRYPTED_DATA = `{${XENC}}EncryptedData`;
const ENCRYPTED_KEY = `{${XENC}}EncryptedKey`;

/** Most elements that are encrypted. */
const MOST_DATA = 10;

/** Was the message signed after it was encrypted? Its receiver verifies first (SOAP Message Security 1.1.1 §5: the order of the block). */
export function isSignedLast({ security }: EnvelopeNodes): boolean {
  const names = security?.children.map(({ name }) => name) ?? [];
  const [signature, key] = [names.indexOf(`{${DS}}Signature`), names.indexOf(ENCRYPTED_KEY)];
  return signature >= 0 && key > signature;
}

/** A message without encrypted data is returned as it is. @throws SoapstoneError UPSTREAM_SECURITY */
export function decryptEnvelope(envelope: EnvelopeNodes, { key, algorithms }: DecryptionPolicy): EnvelopeNodes {
  const { body, security, bytes } = envelope;
  const data = [...(security?.children ?? []), ...body.children].filter(({ name }) => name === ENCRYPTED_DATA);
  if (data.length === 0) return envelope;
  const encryptedKey = security && only(security, ENCRYPTED_KEY);
  if (encryptedKey === undefined) throw distrust('the encrypted message has no EncryptedKey');
  if (data.length > MOST_DATA) throw distrust(`the message has more than ${MOST_DATA} encrypted elements`);
  if (body.children.length > 1 && data.some((node) => body.children.includes(node)))
    throw distrust('the message is encrypted in part of its Body');
  const hash = transportOf(encryptedKey);
  const ciphers = data.map((node) => cipherOf(node, algorithms));
  try {
    const wrapped = octetsOf(encryptedKey);
    const texts = data.map((node, i) => {
      const secret = unwrapKey(key, hash, wrapped, ciphers[i].keyLength);
      return decryptOctets(ciphers[i], secret, octetsOf(node));
    });
    return withTexts(bytes, envelope, data, texts);
  } catch {
    throw distrust('the message cannot be decrypted');
  }
}

function cipherOf(data: XmlNode, algorithms: readonly string[]): Cipher {
  const uri = required(data, `{${XENC}}EncryptionMethod`).attributes.get('Algorithm');
  const cipher = CIPHERS.find((candidate) => candidate.uri === uri);
  if (cipher === undefined) throw distrust('the message is encrypted by an algorithm that is not supported');
  if (algorithms.includes(cipher.name)) return cipher;
  throw distrust(`the message is encrypted by ${cipher.name}`, `algorithms: [ ${cipher.name} ] accepts it`);
}

function transportOf(encryptedKey: XmlNode) {
  const method = required(encryptedKey, `{${XENC}}EncryptionMethod`);
  const digest = only(method, `{${DS}}DigestMethod`)?.attributes.get('Algorithm');
  const mask = only(method, `{${XENC11}}MGF`)?.attributes.get('Algorithm');
  const hash = oaepHash(method.attributes.get('Algorithm'), digest, mask);
  if (hash === undefined || only(method, `{${XENC}}OAEPparams`) !== undefined)
    throw distrust('the key of the message is encrypted by an algorithm that is not supported');
  return hash;
}

function octetsOf(node: XmlNode): Buffer {
  return Buffer.from(required(required(node, `{${XENC}}CipherData`), `{${XENC}}CipherValue`).text, 'base64');
}

/** The texts in place of the encrypted data. They must not change what is around them. `data`: those of Security first. */
function withTexts(
  bytes: Buffer,
  before: EnvelopeNodes,
  data: readonly XmlNode[],
  texts: readonly Buffer[],
): EnvelopeNodes {
  const pieces: Buffer[] = [];
  let at = 0;
  const order = data.map((_, i) => i).toSorted((a, b) => data[a].start - data[b].start);
  for (const i of order) {
    pieces.push(bytes.subarray(at, data[i].start), texts[i]);
    at = data[i].end;
  }
  const after = readEnvelope(Buffer.concat([...pieces, bytes.subarray(at)]));
  const shiftAt = (offset: number) =>
    data.reduce((sum, { start, end }, i) => (end <= offset ? sum + texts[i].length - (end - start) : sum), 0);
  const isSame = (one?: XmlNode, other?: XmlNode) =>
    one === undefined
      ? other === undefined
      : other?.name === one.name &&
        other.contentStart === one.contentStart + shiftAt(one.contentStart) &&
        other.contentEnd === one.contentEnd + shiftAt(one.contentEnd);
  if (
    !isSame(before.body, after.body) ||
    !isSame(before.header, after.header) ||
    !isSame(before.security, after.security)
  )
    throw new RangeError('the text is not content');
  return after;
}
