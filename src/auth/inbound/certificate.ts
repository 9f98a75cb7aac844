// Client certificates: that an authority has signed them is the listener's to see, who they are for, and by whose word, is seen here.
import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { FieldSource, FieldSources, FrontSettings } from '../settings/settings.ts';
import { authoritiesIn, authorityOf, keyPrint } from './authorities.ts';
import { type CallerRegistry, keyOf, knownCaller, textOf } from './caller-registry.ts';
import type { FrontKind, Verdict } from './kind.ts';

type Settings = FrontSettings & { readonly kind: 'certificate' };

/** `names`: the subject as `CN=shop, O=Example` in the order of the certificate, and its alternative names as `DNS:…`, `URI:…`, `email:…`. */
export function certificate({ as, known: mustBeKnown }: Settings, registry: CallerRegistry): FrontKind {
  return {
    name: 'certificate',
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

/** A caller without authorities of its own may come from any that the listener trusts: with several, settings say whose it is. */
function isOf(socket: TLSSocket, caller: FieldSources, field: string): boolean {
  const source = caller.get(field);
  return source === undefined || authoritiesAt(source).has(authorityOf(socket) ?? '');
}

/** By the text that they were read from. */
const read = new WeakMap<object, { readonly text: string; readonly keys: ReadonlySet<string> }>();
const none: ReadonlySet<string> = new Set();

/** Empty for what is no file with authorities, or is not there any more. */
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

/** A name is one authority's: another one may give the same to somebody else. Where it cannot be told whose it is, the caller is who has its key. */
function nobodyKnown(
  field: string,
  names: readonly string[],
  raw: X509Certificate,
  authority: string | undefined,
): Verdict {
  if (names.length === 0) return 'refused';
  const identity = new Map([
    ['names', JSON.stringify(names)],
    // Node has none for a name that is empty.
    ['issuer', (raw.issuer as string | undefined) ?? ''],
    authority === undefined ? ['key', keyPrint(raw)] : ['authority', authority],
  ]);
  return { key: keyOf('certificate', identity), fields: new Map([[field, names[0]]]) };
}

/** Names may all be alternative ones (RFC 5280 §4.1.2.6). */
export function namesOf({ subject, subjectAltName }: X509Certificate): string[] {
  // Names with a comma or a quote are quoted by node: they could hold what looks like another name.
  const alternatives = subjectAltName === undefined || subjectAltName.includes('"') ? [] : subjectAltName.split(', ');
  // Node has no text for a subject that is empty, whatever its types say.
  return [...((subject as string | undefined) ? [subject.split('\n').join(', ')] : []), ...alternatives];
}
