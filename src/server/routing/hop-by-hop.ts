// Header fields that a gateway changes when it passes a message through: those of one connection (RFC 9110 §7.6.1), framing and Max-Forwards.
// Knows nothing about paths.
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
 * Takes them out of a request. Throws BAD_HEADER where Connection names a field that is for the upstream: clients could remove what a proxy in
 * front of the gateway has added. So does a field that differs from another one by `_` in place of `-`.
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

/** Removes the chunked framing of a request. Returns whether there was any: the front has let in no other coding. */
export function takeChunked(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] === undefined) return false;
  delete headers['transfer-encoding'];
  delete headers['content-length'];
  return true;
}

/** Node and the proxy frame the bodies of some methods only (RFC 9112 §6.3): without this the upstream would take one for a second request. */
export function frameInChunks(request: ClientRequest): void {
  request.removeHeader('content-length');
  request.setHeader('transfer-encoding', 'chunked');
}

/** Leaves the framing of a response to node (RFC 9112 §6.1, RFC 9110 §8.6). Returns why that cannot be done; undefined where it can. */
export function reframe({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return 'has a transfer coding that was not requested';
  if (coding !== undefined || statusCode === 204) delete headers['content-length'];
  delete headers['transfer-encoding'];
  return undefined;
}

/** Is the gateway the last recipient of an OPTIONS request (RFC 9110 §7.6.2)? Else one hop is counted. The field means nothing in other methods. */
export function isLastHop({ method, headers }: IncomingMessage): boolean {
  const field = headers['max-forwards'];
  if (method !== 'OPTIONS' || typeof field !== 'string' || !/^\d{1,9}$/.test(field)) return false;
  const left = Number(field);
  if (left === 0) return true;
  headers['max-forwards'] = String(left - 1);
  return false;
}
