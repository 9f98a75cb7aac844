// Algorithms of XML Encryption 1.1 by their names in settings and their URIs: AES in GCM or CBC, keys by RSA-OAEP. RSA 1.5 is not here: its
// padding tells attackers about the key.
import {
  constants,
  createCipheriv,
  createDecipheriv,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { DS, XENC, XENC11 } from '../formats/wss.ts';

export interface Cipher {
  readonly name: string;
  readonly uri: string;
  /** Of node:crypto. */
  readonly id: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc';
  /** Bytes. */
  readonly keyLength: number;
}

export const CIPHERS: readonly Cipher[] = [
  { name: 'aes256-gcm', uri: `${XENC11}aes256-gcm`, id: 'aes-256-gcm', keyLength: 32 },
  { name: 'aes128-gcm', uri: `${XENC11}aes128-gcm`, id: 'aes-128-gcm', keyLength: 16 },
  { name: 'aes256-cbc', uri: `${XENC}aes256-cbc`, id: 'aes-256-cbc', keyLength: 32 },
  { name: 'aes128-cbc', uri: `${XENC}aes128-cbc`, id: 'aes-128-cbc', keyLength: 16 },
];

/** What is accepted unless settings name others: CBC does not notice changes. */
export const AUTHENTICATED: readonly string[] = CIPHERS.map(({ name }) => name).filter((name) => name.endsWith('gcm'));

const GCM_NONCE = 12;
const TAG = 16;
const BLOCK = 16;

/** XML Encryption 1.1 §5.2: the initialization vector, the octets, and the tag of GCM. */
export function encryptOctets({ id }: Cipher, key: Uint8Array, octets: Uint8Array): Buffer {
  if (id === 'aes-128-gcm' || id === 'aes-256-gcm') {
    const vector = randomBytes(GCM_NONCE);
    const cipher = createCipheriv(id, key, vector);
    return Buffer.concat([vector, cipher.update(octets), cipher.final(), cipher.getAuthTag()]);
  }
  const vector = randomBytes(BLOCK);
  const cipher = createCipheriv(id, key, vector);
  // PKCS #7 is one of the paddings that §5.2.1 allows.
  return Buffer.concat([vector, cipher.update(octets), cipher.final()]);
}

/** Throws where they cannot be decrypted; callers must say the same for every reason. */
export function decryptOctets({ id }: Cipher, key: Uint8Array, octets: Buffer): Buffer {
  if (id === 'aes-128-gcm' || id === 'aes-256-gcm') {
    const decipher = createDecipheriv(id, key, octets.subarray(0, GCM_NONCE), { authTagLength: TAG });
    decipher.setAuthTag(octets.subarray(-TAG));
    return Buffer.concat([decipher.update(octets.subarray(GCM_NONCE, -TAG)), decipher.final()]);
  }
  const decipher = createDecipheriv(id, key, octets.subarray(0, BLOCK)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(octets.subarray(BLOCK)), decipher.final()]);
  // The last byte says how many there are; the others are anything.
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK) throw new RangeError('padding');
  return padded.subarray(0, -padding);
}

export interface KeyTransport {
  readonly name: string;
  readonly hash: 'sha1' | 'sha256';
  /** The EncryptionMethod element. */
  readonly xml: string;
}

const OAEP = `${XENC}rsa-oaep-mgf1p`;
const OAEP11 = `${XENC11}rsa-oaep`;
const SHA256 = `${XENC}sha256`;
const SHA1 = `${DS}sha1`;

export const KEY_TRANSPORTS: readonly KeyTransport[] = [
  {
    name: 'rsa-oaep',
    hash: 'sha1',
    xml: `<xenc:EncryptionMethod Algorithm="${OAEP}"><ds:DigestMethod xmlns:ds="${DS}" Algorithm="${SHA1}"/></xenc:EncryptionMethod>`,
  },
  {
    name: 'rsa-oaep-sha256',
    hash: 'sha256',
    xml: `<xenc:EncryptionMethod Algorithm="${OAEP11}"><ds:DigestMethod xmlns:ds="${DS}" Algorithm="${SHA256}"/><xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${XENC11}mgf1sha256"/></xenc:EncryptionMethod>`,
  },
];

/**
 * The hash of RSA-OAEP with these algorithms; undefined: another one. node:crypto has one hash for digest and mask.
 * `mask`: of xenc11:MGF.
 */
export function oaepHash(method?: string, digest: string = SHA1, mask: string = `${XENC11}mgf1sha1`) {
  if (method === OAEP) return digest === SHA1 ? 'sha1' : undefined;
  if (method !== OAEP11) return undefined;
  if (digest === SHA1 && mask === `${XENC11}mgf1sha1`) return 'sha1';
  return digest === SHA256 && mask === `${XENC11}mgf1sha256` ? 'sha256' : undefined;
}

export function wrapKey(key: KeyObject, hash: KeyTransport['hash'], secret: Uint8Array): Buffer {
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, secret);
}

/** A key that nobody has where the octets cannot be unwrapped: what comes after fails in the same way. */
export function unwrapKey(key: KeyObject, hash: KeyTransport['hash'], octets: Uint8Array, length: number): Buffer {
  const substitute = randomBytes(length);
  try {
    const secret = privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, octets);
    return secret.length === length ? secret : substitute;
  } catch {
    return substitute;
  }
}
