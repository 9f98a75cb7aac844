// Client certificates: that an authority has signed them is the listener's to see, who they are for is seen here.
import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { FrontSettings } from '../settings.ts';
import type { FrontKind, Verdict } from './kind.ts';
import { type Known, keyOf, knownCaller } from './known.ts';

type Settings = FrontSettings & { readonly kind: 'certificate' };

/** `names`: the subject as `CN=shop, O=Example` in the order of the certificate, and its alternative names as `DNS:…`, `URI:…`, `email:…`. */
export function certificate({ as, known: only }: Settings, known: Known): FrontKind {
  return {
    name: 'certificate',
    judge({ req }) {
      const socket = req.socket as TLSSocket;
      const raw = socket.encrypted ? socket.getPeerX509Certificate?.() : undefined;
      if (raw === undefined) return undefined;
      if (!socket.authorized) return 'refused';
      const names = namesOf(raw);
      const found = names.map((name) => known.find(new Map([[as.certificate, name]]))).find((one) => one !== undefined);
      if (found) return knownCaller('certificate', found);
      return only ? 'refused' : nobodyKnown(as.certificate, names, raw.issuer);
    },
  };
}

/** A name is one authority's: another one may give the same to somebody else. */
function nobodyKnown(field: string, names: readonly string[], issuer = ''): Verdict {
  if (names.length === 0) return 'refused';
  const identity = new Map([
    ['names', JSON.stringify(names)],
    ['issuer', issuer],
  ]);
  return { key: keyOf('certificate', identity), fields: new Map([[field, names[0]]]) };
}

/** Names may all be alternative ones (RFC 5280 §4.1.2.6). */
export function namesOf({ subject, subjectAltName }: X509Certificate): string[] {
  // Names with a comma or a quote are quoted by node: they could hold what looks like another name.
  const others = subjectAltName === undefined || subjectAltName.includes('"') ? [] : subjectAltName.split(', ');
  // Node has no text for a subject that is empty, whatever its types say.
  return [...((subject as string | undefined) ? [subject.split('\n').join(', ')] : []), ...others];
}
