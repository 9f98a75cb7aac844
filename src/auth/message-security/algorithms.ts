// Algorithms of XML Signature 1.1 by their names in settings and their URIs. What is not here is not accepted.
import { type KeyObject, sign, verify } from 'node:crypto';
import type { Canonicalization } from '../../xml/canonicalization.ts';
import { DS, EXCLUSIVE_C14N, INCLUSIVE_C14N, XENC, XMLDSIG_MORE } from '../formats/wss.ts';

export interface SignatureAlgorithm {
  readonly name: string;
  readonly uri: string;
  readonly key: 'rsa' | 'ec';
  readonly hash: string;
}

export const SIGNATURES: readonly SignatureAlgorithm[] = [
  { name: 'rsa-sha256', uri: `${XMLDSIG_MORE}rsa-sha256`, key: 'rsa', hash: 'sha256' },
  { name: 'rsa-sha384', uri: `${XMLDSIG_MORE}rsa-sha384`, key: 'rsa', hash: 'sha384' },
  { name: 'rsa-sha512', uri: `${XMLDSIG_MORE}rsa-sha512`, key: 'rsa', hash: 'sha512' },
  { name: 'ecdsa-sha256', uri: `${XMLDSIG_MORE}ecdsa-sha256`, key: 'ec', hash: 'sha256' },
  { name: 'ecdsa-sha384', uri: `${XMLDSIG_MORE}ecdsa-sha384`, key: 'ec', hash: 'sha384' },
  { name: 'ecdsa-sha512', uri: `${XMLDSIG_MORE}ecdsa-sha512`, key: 'ec', hash: 'sha512' },
  { name: 'rsa-sha1', uri: `${DS}rsa-sha1`, key: 'rsa', hash: 'sha1' },
];

/** What is accepted unless settings name others: SHA-1 has collisions. */
export const STRONG: readonly string[] = SIGNATURES.map(({ name }) => name).filter((name) => !name.endsWith('sha1'));

export const DIGESTS: Readonly<Record<string, string>> = {
  sha256: `${XENC}sha256`,
  sha384: `${XMLDSIG_MORE}sha384`,
  sha512: `${XENC}sha512`,
  sha1: `${DS}sha1`,
};

export function signatureNamed(name: string): SignatureAlgorithm {
  return SIGNATURES.find((algorithm) => algorithm.name === name) as SignatureAlgorithm;
}

export function digestOf(uri: string | undefined): string | undefined {
  return Object.keys(DIGESTS).find((name) => DIGESTS[name] === uri);
}

/** The URI of a canonicalization → the method, without its prefixes. */
export const CANONICALIZATIONS: ReadonlyMap<string | undefined, Canonicalization> = new Map([
  [EXCLUSIVE_C14N, { exclusive: true }],
  [INCLUSIVE_C14N, { exclusive: false }],
]);

/** XML Signature 1.1 §6.4.3: ECDSA values are r and s, one after the other. */
export function signBytes({ hash }: SignatureAlgorithm, bytes: Uint8Array, key: KeyObject): Buffer {
  return sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' });
}

/** False for a key of another family too: a public key is never a secret of HMAC. */
export function verifyBytes(algorithm: SignatureAlgorithm, bytes: Uint8Array, key: KeyObject, value: Buffer): boolean {
  if (key.asymmetricKeyType !== algorithm.key) return false;
  try {
    return verify(algorithm.hash, bytes, { key, dsaEncoding: 'ieee-p1363' }, value);
  } catch {
    // OpenSSL finds values of another length unreadable.
    return false;
  }
}

/** Bits of an RSA key that nobody factors (NIST SP 800-131A). */
const RSA_BITS = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

export function isStrong({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (details?.modulusLength ?? 0) >= RSA_BITS;
  return asymmetricKeyType === 'ec' && CURVES.includes(details?.namedCurve ?? '');
}
