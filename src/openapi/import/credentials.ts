// Security schemes and requirements (OpenAPI 3.1 §4.8.27, §4.8.30) become `auth:` of the table and lines about the settings.
import { child, children, type Documents, isPlain, type Located, propertyOf } from './document.ts';
import type { Credentials } from './model.ts';
import type { Notes } from './notes.ts';

/** What the service is byHeader for one scheme. */
interface Shown {
  readonly fields: readonly string[];
  /** Header fields of requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** Keys below `auth.back` of the settings. */
  readonly settings?: string;
}

interface TokenContext {
  readonly server: string | undefined;
  readonly notes: Notes;
}

const BASIC: Shown = {
  fields: ['user', 'password'],
  headers: {},
  settings: 'basic: { user: user, password: password }',
};
const BEARER: Shown = { fields: ['token'], headers: { Authorization: 'Bearer {$credential.token}' } };

/** `server`: absolute URL of the API, undefined where it has none. `requirements`: each `security` list that counts, with its place. undefined: the API has no credentials. */
export function credentialsOf(
  root: Located,
  { server, requirements }: { readonly server: string | undefined; readonly requirements: readonly Located[] },
  documents: Documents,
  notes: Notes,
): Credentials | undefined {
  const schemes = children(child(child(root, 'components'), 'securitySchemes'));
  const areKeys = schemes.filter(([, at]) => propertyOf(documents.resolve(at)?.value, 'type') === 'apiKey').length;
  const byHeader = new Map<string, Shown>();
  for (const [name, at] of schemes) {
    const one = shownFor(areKeys > 1 ? fieldName(name) : 'key', documents.resolve(at) ?? at, { server, notes });
    if (typeof one === 'string') notes.add(at, 'credentials', `the credentials "${name}" are left out: ${one}`);
    else byHeader.set(name, one);
  }
  const supported = alternativesOf(requirements, [...byHeader.keys()], notes).flatMap((names) => {
    const all = names.map((name) => byHeader.get(name));
    return all.every((one) => one !== undefined) ? [all] : [];
  });
  if (supported.length === 0) return undefined;
  const flat = supported.flat();
  return {
    fields: [...new Set(flat.flatMap(({ fields }) => fields))],
    headers: supported
      .map((all): Record<string, string> => Object.assign({}, ...all.map(({ headers }) => headers)))
      .filter((headers) => Object.keys(headers).length > 0),
    settings: [...new Set(flat.flatMap(({ settings }) => settings ?? []))],
  };
}

/** Names of schemes that are byHeader together, without duplicates; each scheme alone where no operation requires any. */
function alternativesOf(requirements: readonly Located[], schemes: readonly string[], notes: Notes): string[][] {
  const lists = new Map(requirements.map((at) => [JSON.stringify(at.value), at]));
  const [, second] = [...lists.values()];
  if (second)
    notes.add(second, 'assumptions', 'operations need different credentials: all get the first that are complete');
  const all = [...lists.values()].flatMap((at) => children(at)).filter(([, { value }]) => isPlain(value));
  const named = all.map(([, { value }]) => Object.keys(value as object)).filter((names) => names.length > 0);
  if (all.length === 0) return schemes.map((name) => [name]);
  return [...new Map(named.map((names) => [names.join('\n'), names])).values()];
}

/** Or the reason why the gateway cannot show it. */
function shownFor(keyField: string, at: Located, context: TokenContext): Shown | string {
  const { value } = at;
  const word = (key: string) => String(propertyOf(value, key) ?? '').toLowerCase();
  const name = String(propertyOf(value, 'name') ?? '');
  switch (word('type')) {
    case 'apikey':
      if (word('in') !== 'header') return `a key in ${word('in') || 'no place'}; only a header can carry it`;
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `${JSON.stringify(name)} is not a valid header name`;
      return { fields: [keyField], headers: { [name]: `{$credential.${keyField}}` } };
    case 'http':
      if (word('scheme') === 'basic') return BASIC;
      return word('scheme') === 'bearer' ? BEARER : `the HTTP scheme "${word('scheme')}" is not supported`;
    case 'oauth2':
      return oauth2(at, context);
    case 'openidconnect':
      return BEARER;
    default:
      return `the type "${word('type')}" is not supported`;
  }
}

/** Client credentials are fetched by the gateway; tokens of other flows come from elsewhere. */
function oauth2(scheme: Located, context: TokenContext): Shown {
  const flow = child(child(scheme, 'flows'), 'clientCredentials');
  const tokenUrl = child(flow, 'tokenUrl');
  if (typeof tokenUrl.value !== 'string') return BEARER;
  const url = absolute(tokenUrl, tokenUrl.value, context);
  const scopes = Object.keys(Object(propertyOf(flow.value, 'scopes'))).join(' ');
  const scope = scopes === '' ? '' : `, scope: ${JSON.stringify(scopes)}`;
  return {
    fields: ['clientId', 'clientSecret'],
    headers: {},
    settings: `oauth2: { tokenUrl: ${JSON.stringify(url)}${scope} }`,
  };
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

function fieldName(scheme: string): string {
  const name = scheme.replace(/[^A-Za-z0-9_-]/g, '_');
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}
