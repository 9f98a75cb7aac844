// Client certificates. The listener has verified them; this finds the caller, by its names and by the public key of its authority.
import { createHash, X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { namesOf } from '../message-security/trust.ts';
import type { FieldSource, FieldSources, FrontSettings } from '../settings/settings.ts';
import type { FrontKind, Verdict } from './authenticator.ts';
import { type CallerRegistry, keyOf, knownCaller, textOf } from './caller-registry.ts';
import { namesGrants } from './grants.ts';

type Settings = FrontSettings & { readonly kind: 'certificate' };

/** `names`: the subject as `CN=shop, O=Example` in the order of the certificate, and its alternative names as `DNS:…`, `URI:…`, `email:…`. */
export function certificate({ as, known: mustBeKnown }: Settings, registry: CallerRegistry): FrontKind {
  return {
    name: 'certificate',
    ofConnection: true,
    authenticate({ req }) {
      const socket = req.socket as TLSSocket;
      const raw = socket.encrypted ? socket.getPeerX509Certificate?.() : undefined;
      if (raw === undefined) return undefined;
      if (!socket.authorized) return 'refused';
      const names = namesOf(raw);
      const match = names
        .map((name) => registry.find(new Map([[as.certificate, name]]), (caller) => isOf(socket, caller, as.authority)))
        .find((candidate) => candidate !== undefined);
      if (match) return knownCaller('certificate', match);
      return mustBeKnown ? 'refused' : nobodyKnown(as.certificate, names, raw, authorityOf(socket));
    },
  };
}

/** A caller without an authority in the settings may have a certificate of any trusted one. */
function isOf(socket: TLSSocket, caller: FieldSources, field: string): boolean {
  const source = caller.get(field);
  return source === undefined || authoritiesAt(source).has(authorityOf(socket) ?? '');
}

/** Cached keys of authorities, by the text of their file. */
const read = new WeakMap<object, { readonly text: string; readonly keys: ReadonlySet<string> }>();
const none: ReadonlySet<string> = new Set();

/** Empty where there is no readable file with authorities. */
export function authoritiesAt(source: FieldSource): ReadonlySet<string> {
  const text = textOf(source);
  if (typeof source === 'string' || text === undefined) return none;
  let cached = read.get(source);
  if (cached?.text !== text) {
    cached = { text, keys: readable(text) };
    read.set(source, cached);
  }
  return cached.keys;
}

function readable(text: string): ReadonlySet<string> {
  try {
    return authoritiesIn(text);
  } catch {
    return none;
  }
}

/** A name counts with its authority, since another authority may give it to somebody else. Without a known authority the key identifies the caller. */
function nobodyKnown(
  field: string,
  names: readonly string[],
  raw: X509Certificate,
  authority: string | undefined,
): Verdict {
  if (names.length === 0) return 'refused';
  const identity = new Map([
    ['names', JSON.stringify(names)],
    // Node has no text for an empty name.
    ['issuer', (raw.issuer as string | undefined) ?? ''],
    authority === undefined ? ['key', keyPrint(raw)] : ['authority', authority],
  ]);
  const fields = new Map([[field, names[0]]]);
  return { key: keyOf('certificate', identity), fields, grants: namesGrants(field, names) };
}

/** Longest chain. */
const MOST_LINKS = 10;
/** Authorities by connection, which has one certificate. */
const connections = new WeakMap<TLSSocket, string>();

/**
 * SHA-256 of the public key of the root authority, since any authority can use the name of another one. undefined: not known, since an
 * intermediate certificate is not among the trusted ones (Node.js has none that clients send). `socket`: with a verified certificate.
 */
function authorityOf(socket: TLSSocket): string | undefined {
  const cached = connections.get(socket);
  if (cached !== undefined) return cached;
  const root = rootOf(chainOf(socket.getPeerCertificate(true)));
  const authority = root && keyPrint(root);
  if (authority !== undefined) connections.set(socket, authority);
  return authority;
}

/** The last certificate, if each is signed by the next and intermediate ones may sign. Names alone prove nothing. */
export function rootOf(chain: readonly X509Certificate[]): X509Certificate | undefined {
  const signed = chain.every((certificate, i) => {
    const issuer = chain[i + 1] ?? certificate;
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey) && (i === 0 || certificate.ca);
  });
  return signed ? chain.at(-1) : undefined;
}

/** SHA-256 of a public key: an authority that renews its certificate with its key stays the same. */
export function keyPrint({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Self-signed authorities of a PEM text. Throws for an unreadable certificate. */
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
