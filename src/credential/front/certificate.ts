// Client certificates: that an authority has signed them is the listener's to see, who they are for is seen here.
import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { FrontSettings } from '../settings.ts';
import type { FrontKind } from './kind.ts';
import { type Known, knownCaller, unknownCaller } from './known.ts';

type Settings = FrontSettings & { readonly kind: 'certificate' };

/** `names`: the subject as `CN=shop, O=Example` in the order of the certificate, and its alternative names as `DNS:…`, `URI:…`, `email:…`. */
export function certificate({ as, known: only }: Settings, known: Known): FrontKind {
  return {
    judge({ req }) {
      const socket = req.socket as TLSSocket;
      const raw = socket.encrypted ? socket.getPeerX509Certificate?.() : undefined;
      if (raw === undefined) return undefined;
      if (!socket.authorized) return 'refused';
      const names = namesOf(raw);
      const found = names.map((name) => known.find(new Map([[as.certificate, name]]))).find((one) => one !== undefined);
      if (found) return knownCaller('certificate', found);
      return only ? 'refused' : unknownCaller('certificate', new Map([[as.certificate, names[0]]]));
    },
  };
}

export function namesOf({ subject, subjectAltName }: X509Certificate): string[] {
  // Names with a comma or a quote are quoted by node: they could hold what looks like another name.
  const others = subjectAltName === undefined || subjectAltName.includes('"') ? [] : subjectAltName.split(', ');
  return [subject.split('\n').join(', '), ...others];
}
