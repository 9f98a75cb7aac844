// When certificates end. Loaded by the first scrape.
import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Seconds since 1970 (RFC 5280 §4.1.2.5, notAfter) after which a PEM text is no good: a chain ends with the first of its certificates.
 * undefined for a file that is being written.
 */
export function endOf(pem: string): number | undefined {
  try {
    const ends = (pem.match(CERTIFICATE) ?? []).map((one) => Date.parse(new X509Certificate(one).validTo) / 1000);
    return ends.length === 0 ? undefined : Math.min(...ends);
  } catch {
    return undefined;
  }
}
