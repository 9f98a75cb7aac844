// The receiver's certificate, from a file that may change.
import { X509Certificate } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import { CIPHERS, KEY_TRANSPORTS } from '../message-security/cipher.ts';
import { encryptEnvelope } from '../message-security/encrypt.ts';
import type { EncryptionSettings } from '../settings/settings.ts';

/** Encrypts envelopes. A file that cannot be used keeps the previous certificate. Throws CREDENTIAL where there is none. */
export function encrypter(settings: EncryptionSettings): (envelope: Uint8Array) => Uint8Array {
  const cipher = CIPHERS.find(({ name }) => name === settings.algorithm)!;
  const transport = KEY_TRANSPORTS.find(({ name }) => name === settings.keyTransport)!;
  const method = { cipher, transport, reference: settings.keyReference, parts: settings.parts };
  let last: { readonly text: string; readonly certificate: X509Certificate } | undefined;
  return (envelope) => {
    const text = settings.cert.read() ?? '';
    const certificate = last?.text === text ? last.certificate : receiverIn(text);
    if (certificate) last = { text, certificate };
    if (last) return encryptEnvelope(envelope, method, last.certificate);
    throw new SoapstoneError('CREDENTIAL', 'the certificate of the encryption cannot be used');
  };
}

/** undefined: there is no certificate with an RSA key. */
export function receiverIn(pem: string): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(pem);
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate : undefined;
  } catch {
    return undefined;
  }
}
