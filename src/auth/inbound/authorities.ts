// Which authority stands behind a certificate: by its public key, since any authority can take the name of another one.
import { createHash, X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';

/** Longest chain that is followed. */
const MOST_LINKS = 10;
/** A connection has one certificate. */
const connections = new WeakMap<TLSSocket, string>();

/**
 * SHA-256 of the authority's public key; undefined: it cannot be told, since a certificate in between is not among those that the listener trusts (Node.js shows
 * none that callers send). `socket`: its certificate was found good.
 */
export function authorityOf(socket: TLSSocket): string | undefined {
  const cached = connections.get(socket);
  if (cached !== undefined) return cached;
  const root = rootOf(chainOf(socket.getPeerCertificate(true)));
  const authority = root && keyPrint(root);
  if (authority !== undefined) connections.set(socket, authority);
  return authority;
}

/** Each signed by the next: names alone prove nothing, and those in between may sign. */
export function rootOf(chain: readonly X509Certificate[]): X509Certificate | undefined {
  const signed = chain.every((certificate, i) => {
    const issuer = chain[i + 1] ?? certificate;
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey) && (i === 0 || certificate.ca);
  });
  return signed ? chain.at(-1) : undefined;
}

/** SHA-256 of a public key: a certificate that is renewed with its key stays the same authority. */
export function keyPrint({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Authorities in a text in PEM: those that have signed themselves. Throws where a certificate cannot be read. */
export function authoritiesIn(pem: string): ReadonlySet<string> {
  const all = (pem.match(PEM) ?? []).map((block) => new X509Certificate(block));
  return new Set(
    all
      .filter((certificate) => certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey))
      .map(keyPrint),
  );
}

function chainOf(leaf: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let link = leaf; link?.raw !== undefined && chain.length < MOST_LINKS; link = link.issuerCertificate) {
    chain.push(new X509Certificate(link.raw));
    if (link.issuerCertificate === link) break;
  }
  return chain;
}
