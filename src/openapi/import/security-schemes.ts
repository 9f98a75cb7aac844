// Security schemes (OpenAPI 3.1 §4.8.27) → how the gateway sends each, or why it cannot.
import { child, type Located, propertyOf } from './document.ts';
import type { Notes } from './notes.ts';

export type Sending =
  | { readonly kind: 'key'; readonly place: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' | 'bearer' }
  /** `settings`: key below `auth.back`, as YAML. */
  | { readonly kind: 'clientCredentials'; readonly settings: string };

interface TokenContext {
  /** Absolute URL of the API, undefined where it has none. */
  readonly server: string | undefined;
  readonly notes: Notes;
}

/** Header and cookie names (RFC 9110 §5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Or the reason why the gateway cannot send it. */
export function sendingOf(at: Located, context: TokenContext): Sending | string {
  const word = (key: string) => String(propertyOf(at.value, key) ?? '').toLowerCase();
  switch (word('type')) {
    case 'apikey':
      return keyOf(word('in'), String(propertyOf(at.value, 'name') ?? ''));
    case 'http':
      if (word('scheme') === 'basic' || word('scheme') === 'bearer') return { kind: word('scheme') as 'basic' };
      return `the HTTP scheme "${word('scheme')}" is not supported`;
    case 'oauth2':
      return oauth2(at, context);
    case 'openidconnect':
      return { kind: 'bearer' };
    default:
      return `the type "${word('type')}" is not supported`;
  }
}

function keyOf(place: string, name: string): Sending | string {
  if (place === 'query') return name === '' ? 'the key has no name' : { kind: 'key', place, name };
  if (place !== 'header' && place !== 'cookie') return `a key in ${place || 'no place'}`;
  return TOKEN.test(name) ? { kind: 'key', place, name } : `${JSON.stringify(name)} is not a valid ${place} name`;
}

/** The header field that carries it, in lower case. */
export function headerOf(sending: Sending): string | undefined {
  if (sending.kind !== 'key') return 'authorization';
  return sending.place === 'header' ? sending.name.toLowerCase() : undefined;
}

/** Client credentials are fetched by the gateway; tokens of other flows come from elsewhere. */
function oauth2(scheme: Located, context: TokenContext): Sending {
  const flow = child(child(scheme, 'flows'), 'clientCredentials');
  const tokenUrl = child(flow, 'tokenUrl');
  if (typeof tokenUrl.value !== 'string') return { kind: 'bearer' };
  const url = absolute(tokenUrl, tokenUrl.value, context);
  const scopes = Object.keys(Object(propertyOf(flow.value, 'scopes'))).join(' ');
  const scope = scopes === '' ? '' : `, scope: ${JSON.stringify(scopes)}`;
  return { kind: 'clientCredentials', settings: `oauth2: { tokenUrl: ${JSON.stringify(url)}${scope} }` };
}

/** Settings need a whole URL (OpenAPI 3.1 §4.6: URLs may be relative). */
function absolute(at: Located, url: string, { server, notes }: TokenContext): string {
  if (URL.canParse(url)) return url;
  const resolved = server === undefined ? undefined : URL.parse(url, server)?.href;
  const message =
    resolved === undefined
      ? `the token URL ${JSON.stringify(url)} is relative, and no server has a whole URL: put it into the settings`
      : `the token URL ${JSON.stringify(url)} is relative: ${resolved} is assumed`;
  notes.add(at, 'assumptions', message);
  return resolved ?? `https://HOST/${url.replace(/^\/+/, '')}`;
}
