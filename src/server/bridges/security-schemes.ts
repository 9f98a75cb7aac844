// How clients of a bridge authenticate, as an OpenAPI document says it.
import type { AuthSettings, FrontSettings } from '../../auth/settings/settings.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Security } from '../../openapi/export/document.ts';
import { accessesOf } from './access.ts';

/** undefined: they need not. `prefix`: before the names of the schemes, where several bridges share a document. */
export function securityOf(
  auth: AuthSettings | undefined,
  { rules }: Pick<Mapping, 'rules'>,
  prefix = '',
): Security | undefined {
  if (auth === undefined || auth.front.length === 0) return undefined;
  const schemes = new Map<string, object>();
  for (const front of auth.front) {
    const scheme = schemeOf(front);
    if (scheme) schemes.set(prefix + front.kind, scheme);
  }
  const accesses = accessesOf(auth, rules);
  return { schemes, optional: auth.front.some(({ kind }) => kind === 'none'), accesses };
}

/** OpenAPI 3.1.0 §4.8.27; names of HTTP schemes are those of IANA's registry. undefined: not for REST clients. */
function schemeOf(front: FrontSettings): object | undefined {
  switch (front.kind) {
    case 'basic':
      return { type: 'http', scheme: 'basic' };
    case 'bearer':
      return { type: 'http', scheme: 'bearer', ...(front.jwt && { bearerFormat: 'JWT' }) };
    case 'apiKey':
      return front.header === undefined
        ? { type: 'apiKey', in: 'query', name: front.query }
        : { type: 'apiKey', in: 'header', name: front.header };
    case 'oauth1':
      return { type: 'http', scheme: 'oauth' };
    case 'certificate':
      return { type: 'mutualTLS' };
    default:
      return undefined;
  }
}
