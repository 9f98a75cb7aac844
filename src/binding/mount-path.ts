// The path at which an app mounts the gateway (`app.use('/api', gateway)`). Clients see it, the gateway does not.
import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../errors/errors.ts';

/** express sets `baseUrl`, connect `originalUrl`. */
type Mounted = IncomingMessage & { readonly baseUrl?: unknown; readonly originalUrl?: unknown };

/** Valid segments: not empty, no encoded dots and slashes. */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w\-.~!$&'()*+,=:@]|%(?!2[ef]|5c|00)[\da-f]{2})+)*$/i;

/** Without a slash at its end; '' where the gateway is at the root. Throws BAD_PATH for a path that cannot stand in an address. */
export function mountPath(req: IncomingMessage): string {
  const { baseUrl, originalUrl, url } = req as Mounted;
  if (typeof baseUrl !== 'string' && (originalUrl === undefined || originalUrl === url)) return '';
  const path = withoutSlash(typeof baseUrl === 'string' ? baseUrl : mountPrefix(String(originalUrl), url as string));
  if (!PATH.test(path)) throw new SoapstoneError('BAD_PATH', 'the path cannot stand in a URL');
  return path;
}

/** connect removes the mount path, and adds a leading slash to the rest. */
function mountPrefix(target: string, rest: string): string {
  const [path, remainder] = [pathOf(target), pathOf(rest)];
  if (path.endsWith(remainder)) return path.slice(0, path.length - remainder.length);
  return remainder === '/' ? path : '';
}

function pathOf(target: string): string {
  return target.split('?', 1)[0];
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
