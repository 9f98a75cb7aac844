// Certificates that this process uses, and how long they are valid: of the listener, for upstreams, and for signatures.
import { X509Certificate } from 'node:crypto';
import type { BridgeSettings } from '../settings/settings.ts';

export interface ShownCertificate {
  /** Empty for the listener, which all bridges share. */
  readonly bridge: string;
  readonly use: 'listener' | 'upstream' | 'signature';
  /** One certificate or a chain. */
  readonly pem: string;
}

/** `upstreamCert`: PEM of the client certificate for the upstream. */
export function shownBy({ name: bridge, auth }: BridgeSettings, upstreamCert: string | undefined): ShownCertificate[] {
  const signature = auth?.back.security?.signature?.cert.read();
  return [
    ...(upstreamCert === undefined ? [] : [{ bridge, use: 'upstream' as const, pem: upstreamCert }]),
    ...(signature === undefined ? [] : [{ bridge, use: 'signature' as const, pem: signature }]),
  ];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Seconds since 1970 (RFC 5280 §4.1.2.5: notBefore, notAfter). */
export interface Life {
  readonly start: number;
  readonly end: number;
}

/** Life of the certificate in a PEM chain that expires first. undefined for a file that is being written. */
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

/** What is in use of `after` and was not of `earlier`: `listener: CN=a.example, until 2027-01-31T10:00:00.000Z, SHA-256 AB:… (before: CD:…)`. */
export function changedCertificates(
  earlier: readonly ShownCertificate[],
  after: readonly ShownCertificate[],
): readonly string[] {
  return after.flatMap(({ bridge, use, pem }) => {
    const previous = earlier.find((entry) => entry.bridge === bridge && entry.use === use);
    const certificate = previous?.pem === pem ? undefined : ownIn(pem);
    if (certificate === undefined) return [];
    const { subject, validTo, fingerprint256 } = certificate;
    const names = subject?.replace(/\p{Cc}+/gu, ', ');
    const old = previous && ownIn(previous.pem);
    const change = old === undefined ? '' : ` (before: ${old.fingerprint256})`;
    const until = new Date(validTo).toISOString();
    return [`${use}${bridge && ` of ${bridge}`}: ${names}, until ${until}, SHA-256 ${fingerprint256}${change}`];
  });
}

/** The first of a chain; undefined as above. */
function ownIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
