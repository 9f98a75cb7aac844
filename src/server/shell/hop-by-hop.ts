// Header fields that are about one connection (RFC 9110 §7.6.1), which a gateway does not hand on. Knows nothing about paths.
import type { IncomingHttpHeaders } from 'node:http';
import { SoapstoneError } from '../../errors/errors.ts';

/** `expect` is answered by node; nobody forwards trailers; `proxy` would be HTTP_PROXY to a CGI program. */
const CONNECTION_FIELDS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-authentication-info',
  'proxy',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
];

/** Fields that another reader must not find under a second name: `_` is `-` to CGI, WSGI and the like. */
const GUARDED = [...CONNECTION_FIELDS, 'transfer-encoding', 'content-length', 'host'];

/**
 * Takes them out of a request. Throws BAD_HEADER where Connection names a field that is for the peer: callers could take away what a proxy in
 * front of us has put in. So it does for a field that differs from another one by `_` in place of `-`.
 */
export function dropHopByHop(headers: IncomingHttpHeaders): void {
  for (const name of optionsOf(headers)) {
    if (!CONNECTION_FIELDS.includes(name) && Object.hasOwn(headers, name))
      throw bad('Connection names a header that is not hop-by-hop', 'Connection');
  }
  for (const name in headers) if (name.includes('_')) refuseTwin(name, headers);
  for (const name of CONNECTION_FIELDS) delete headers[name];
}

function refuseTwin(name: string, headers: IncomingHttpHeaders): void {
  const twin = name.replaceAll('_', '-');
  if (GUARDED.includes(twin) || Object.hasOwn(headers, twin))
    throw bad(`the header name is too similar to ${twin}`, name);
}

/** Takes them out of a response, with those that its Connection names. `persistent`: may the client's connection stay open? */
export function replaceHopByHop(headers: IncomingHttpHeaders, persistent: boolean): void {
  for (const name of optionsOf(headers)) delete headers[name];
  for (const name of CONNECTION_FIELDS) delete headers[name];
  headers.connection = persistent ? 'keep-alive' : 'close';
}

function optionsOf({ connection }: IncomingHttpHeaders): string[] {
  return connection?.split(',').map((option) => option.trim().toLowerCase()) ?? [];
}

function bad(message: string, path: string): SoapstoneError {
  return new SoapstoneError('BAD_HEADER', message, { path });
}
