// Who may sign: certificates in PEM that are trusted themselves, or that issue trusted ones. Knows nothing about messages.
import { X509Certificate } from 'node:crypto';
import type { Secret } from '../settings/secret.ts';
import { isStrong } from './algorithms.ts';
import { distrust } from './distrust.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const MOST_BYTES = 16 * 1024;

/** Throws for an unreadable certificate. */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map((block) => new X509Certificate(block));
}

/** The certificates of a file, read again when it changes. */
export class TrustedCertificates {
  private readonly source: Secret;
  private text: string | undefined = undefined;
  private certificates: readonly X509Certificate[] = [];

  constructor(source: Secret) {
    this.source = source;
  }

  /** An unreadable file keeps the previous ones. */
  get list(): readonly X509Certificate[] {
    const text = this.source.read();
    if (text !== undefined && text !== this.text) {
      try {
        this.certificates = certificatesIn(text);
        this.text = text;
      } catch {
        // The file is being written.
      }
    }
    return this.certificates;
  }

  /** The certificate that makes it trusted: itself, or its issuer. Throws UPSTREAM_SECURITY where there is none. */
  anchorOf(certificate: X509Certificate): X509Certificate {
    if (!isInTime(certificate)) throw distrust('the certificate of the signature is not valid now');
    if (!isStrong(certificate.publicKey)) throw distrust('the key of the signature is too weak');
    const anchor = this.list.find(
      (candidate) => candidate.raw.equals(certificate.raw) || issued(candidate, certificate),
    );
    if (anchor === undefined) throw distrust('the certificate of the signature is not of a trusted authority');
    return anchor;
  }
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && isInTime(issuer) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isInTime({ validFrom, validTo }: X509Certificate): boolean {
  const now = Date.now();
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

/** Of the bytes that a message holds. */
export function certificateOf(base64: string): X509Certificate {
  try {
    if (base64.length > MOST_BYTES) throw new RangeError('too long');
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw distrust('the certificate of the signature cannot be read');
  }
}

/** Names may all be alternative ones (RFC 5280 §4.1.2.6): `CN=shop, O=Example` in the order of the certificate, and its alternative names as `DNS:…`, `URI:…`, `email:…`. */
export function namesOf({ subject, subjectAltName }: X509Certificate): string[] {
  // Node quotes names with a comma or a quote: they could contain another name.
  const alternatives = subjectAltName === undefined || subjectAltName.includes('"') ? [] : subjectAltName.split(', ');
  // Node has no text for an empty subject, although its types have.
  return [...((subject as string | undefined) ? [subject.split('\n').join(', ')] : []), ...alternatives];
}
