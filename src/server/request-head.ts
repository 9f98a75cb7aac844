// What HTTP/1.1 asks of the head of a request, before anybody looks at its path. Knows nothing about mappings.
import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../errors.ts';

/** Why a request gets no further; undefined for good ones. `maxHeaders`: most header fields. */
export function refusalOf(req: IncomingMessage, maxHeaders: number): SoapstoneError | undefined {
  if (req.rawHeaders.length > 2 * maxHeaders) {
    return new SoapstoneError('HEADERS_TOO_LARGE', `the request has more than ${maxHeaders} header fields`);
  }
  const wrong =
    req.httpVersionMajor === 1
      ? (wrongHost(req) ?? wrongTarget(req.url as string))
      : 'the request is in another version than HTTP/1';
  return wrong === undefined ? undefined : new SoapstoneError('BAD_REQUEST', wrong);
}

/** uri-host with an optional port, or nothing (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Callers name the same host again and again. */
let lastHost = '';

/** RFC 9112 §3.2: a request without a Host field, with several, or with one that cannot be a host is answered with 400. */
function wrongHost({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): string | undefined {
  const twice = saidTwice(rawHeaders);
  if (twice !== undefined) return `the request has several ${twice} fields`;
  const { host } = headers;
  if (host === undefined) return httpVersionMinor === 0 ? undefined : 'the request has no Host field';
  if (host === lastHost) return undefined;
  if (!HOST.test(host)) return 'the Host field names no host';
  lastHost = host;
  return undefined;
}

/** Fields that are no lists (RFC 9110 §5.3), and of which another reader may take another one than we do. */
const ONCE = ['Host', 'Content-Type', 'Authorization'];
const ONCE_LOWER = ONCE.map((name) => name.toLowerCase());
const ONCE_LENGTHS = new Set(ONCE.map(({ length }) => length));

function saidTwice(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    const at = ONCE_LENGTHS.has(name.length) ? ONCE_LOWER.indexOf(name.toLowerCase()) : -1;
    if (at < 0) continue;
    if (seen & (1 << at)) return ONCE[at];
    seen |= 1 << at;
  }
  return undefined;
}

/** Of a request target in absolute form: its authority. User information in it is refused (RFC 9110 §4.2.4). */
const ABSOLUTE = /^https?:\/\/([^/?#]+)/i;

function wrongTarget(target: string): string | undefined {
  if (target.charCodeAt(0) === 0x2f || target === '*') return undefined;
  const host = ABSOLUTE.exec(target)?.[1];
  return host !== undefined && HOST.test(host) ? undefined : 'the request target is neither a path nor an http address';
}

/** A request target in absolute form becomes path and query; its host stands in place of the Host field, which does not count (RFC 9112 §3.2.2). */
export function toOriginForm(req: IncomingMessage): void {
  const target = req.url as string;
  if (target.charCodeAt(0) === 0x2f) return;
  req.headers.host = ABSOLUTE.exec(target)?.[1] ?? req.headers.host;
  req.url = originForm(target);
}

/** Path and query of a request target in absolute form, which every server has to accept (RFC 9112 §3.2.2); others as they are. */
export function originForm(target: string): string {
  if (target.charCodeAt(0) === 0x2f) return target;
  const start = ABSOLUTE.exec(target)?.[0];
  if (start === undefined) return target;
  const rest = target.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
