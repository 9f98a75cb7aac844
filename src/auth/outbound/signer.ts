// Certificate and key of signatures, from files that may change.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import { SIGNATURES, signatureNamed } from '../message-security/algorithms.ts';
import { type SignedEnvelope, type SigningMethod, signEnvelope } from '../message-security/sign.ts';
import type { SignatureSettings } from '../settings/settings.ts';

interface Keys {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
  readonly method: SigningMethod;
}

export class Signer {
  private readonly settings: SignatureSettings;
  private last: { readonly texts: string; readonly keys: Keys } | undefined = undefined;

  constructor(settings: SignatureSettings) {
    this.settings = settings;
  }

  /** The certificate of the current files. A pair that does not match keeps the previous one. Throws CREDENTIAL where there is none. */
  get certificate(): X509Certificate {
    return this.read().certificate;
  }

  /** The envelope with a signature at the end of its Security block. */
  sign(envelope: Uint8Array): SignedEnvelope {
    const { key, certificate, method } = this.read();
    return signEnvelope(envelope, method, key, certificate);
  }

  private read(): Keys {
    const { cert, key } = this.settings;
    const [certificate, secret] = [cert.read() ?? '', key.read() ?? ''];
    const texts = certificate + secret;
    if (this.last?.texts !== texts) {
      const keys = keysOf(this.settings, certificate, secret);
      if (keys) this.last = { texts, keys };
    }
    if (this.last) return this.last.keys;
    throw new SoapstoneError('CREDENTIAL', 'certificate and key of the signature do not match');
  }
}

/** Can one sign with these files, and by the algorithm of the settings? */
export function isPair(settings: SignatureSettings): boolean {
  return keysOf(settings, settings.cert.read() ?? '', settings.key.read() ?? '') !== undefined;
}

function keysOf(settings: SignatureSettings, certificateText: string, keyText: string): Keys | undefined {
  try {
    const [certificate, key] = [new X509Certificate(certificateText), createPrivateKey(keyText)];
    const algorithm = settings.algorithm
      ? signatureNamed(settings.algorithm)
      : SIGNATURES.find((candidate) => candidate.key === key.asymmetricKeyType);
    if (algorithm?.key !== key.asymmetricKeyType || !certificate.checkPrivateKey(key)) return undefined;
    const { digest, exclusive, keyReference: reference, parts } = settings;
    return {
      certificate,
      key,
      method: { algorithm: algorithm as SigningMethod['algorithm'], digest, exclusive, reference, parts },
    };
  } catch {
    return undefined;
  }
}
