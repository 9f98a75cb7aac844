// The URL at which a client reached the gateway. All of its parts come from outside, and are checked.
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { mountPath } from '../../binding/mount-path.ts';
import { isHost } from '../../binding/request-head.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { type ForwardedSettings, isForwarded } from '../http/trusted-proxies.ts';
import type { BridgeSettings } from '../settings/settings.ts';

/** RFC 3986 §3.2.2, §3.2.3, without characters that host names do not have. */
const AUTHORITY = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?\.?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;
const PATH = /^\/[A-Za-z0-9\-._~%!$&'()*+,;=:@/]*$/;

/**
 * `http(s)://host/path`, without a query. X-Forwarded-Proto and X-Forwarded-Host of a trusted proxy count, their first value. Throws SoapstoneError BAD_HEADER or BAD_PATH.
 */
export function publicUrlOf(req: IncomingMessage, settings: ForwardedSettings): string {
  const origin = originOf(req, isForwarded(settings, req));
  // Inside an express app, `url` is the path below the mount path.
  const [path] = ((req as { originalUrl?: string }).originalUrl ?? req.url ?? '/').split('?', 1);
  if (!PATH.test(path)) throw new SoapstoneError('BAD_PATH', 'the path is not allowed in a URL');
  return origin + path;
}

function originOf(req: IncomingMessage, trusted: boolean): string {
  const forwarded = (name: string) => (trusted ? first(req.headers[name]) : undefined);
  const scheme =
    forwarded('x-forwarded-proto')?.toLowerCase() ?? ((req.socket as TLSSocket).encrypted ? 'https' : 'http');
  if (scheme !== 'http' && scheme !== 'https')
    throw new SoapstoneError('BAD_HEADER', 'X-Forwarded-Proto is neither http nor https', {
      path: 'X-Forwarded-Proto',
    });
  const host = forwarded('x-forwarded-host') ?? req.headers.host ?? '';
  if (!AUTHORITY.test(host) || !isHost(host))
    throw new SoapstoneError('BAD_HEADER', 'the host name is not allowed in a URL', { path: 'Host' });
  return `${scheme}://${host}`;
}

/**
 * What links in responses begin with: `publicUrl`, else the origin that a trusted proxy names in X-Forwarded-Host. undefined: clients know the origin
 * by themselves, and links are paths. Throws as `publicUrlOf`.
 */
export function linkBaseOf(
  settings: Pick<BridgeSettings, 'publicUrl'> & ForwardedSettings,
): ((req: IncomingMessage) => string) | undefined {
  const { publicUrl, forwarded, trustedProxies = [] } = settings;
  if (publicUrl !== undefined) {
    const base = publicUrl.replace(/\/$/, '');
    return () => base;
  }
  if (forwarded !== 'trust' && trustedProxies.length === 0) return undefined;
  return (req) => {
    const isNamed = first(req.headers['x-forwarded-host']) !== undefined && isForwarded(settings, req);
    return (isNamed ? originOf(req, true) : '') + mountPath(req);
  };
}

/** The requested URL, without its query: below `publicUrl` (for SOAP and MCP, that itself) where it is set. Throws as `publicUrlOf`. */
export function askedUrl(
  req: IncomingMessage,
  settings: Pick<BridgeSettings, 'publicUrl' | 'present'> & ForwardedSettings,
): string {
  const { publicUrl, present } = settings;
  const url = publicUrlOf(req, settings);
  if (publicUrl === undefined) return url;
  return present !== 'rest' ? publicUrl : publicUrl.replace(/\/$/, '') + new URL(url).pathname;
}

function first(field: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(field) ? field[0] : field)?.split(',', 1)[0].trim();
  return text === '' ? undefined : text;
}
