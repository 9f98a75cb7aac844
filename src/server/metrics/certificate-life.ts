// From when until when certificates are good. Loaded by the first scrape.
import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Seconds since 1970 (RFC 5280 §4.1.2.5: notBefore, notAfter). */
export interface Life {
  readonly start: number;
  readonly end: number;
}

/** Of the first certificate of a PEM text that ends: with it a chain does. undefined for a file that is being written. */
export function lifeOf(pem: string): Life | undefined {
  try {
    const lives = (pem.match(CERTIFICATE) ?? []).map((certificate) => {
      const { validFrom, validTo } = new X509Certificate(certificate);
      return { start: Date.parse(validFrom) / 1000, end: Date.parse(validTo) / 1000 };
    });
    return lives.toSorted((a, b) => a.end - b.end)[0];
  } catch {
    return undefined;
  }
}
