// Checks the head of a request and its target by HTTP/1.1, before routing. Knows nothing about mappings.
import type { IncomingMessage } from 'node:http';
import { checkHead, isHost } from '../../binding/request-head.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Http2Request } from './http2-messages.ts';

/** The reason to refuse a request; undefined for valid ones. `maxHeaders`: most header fields. */
export function refusalOf(req: IncomingMessage, maxHeaders: number): SoapstoneError | undefined {
  if (req.rawHeaders.length > 2 * maxHeaders) {
    return new SoapstoneError('HEADERS_TOO_LARGE', `the request has more than ${maxHeaders} headers`);
  }
  const wrong =
    req.httpVersionMajor === 1 ? wrongTarget(req.url as string) : 'the HTTP version of the request is not 1.x';
  return wrong === undefined ? checkHead(req) : new SoapstoneError('BAD_REQUEST', wrong);
}

/** The same for HTTP/2 (RFC 9113 §8.3.1). `maxBytes`: of all header fields. */
export function http2RefusalOf(req: Http2Request, maxHeaders: number, maxBytes: number): SoapstoneError | undefined {
  if (req.headBytes > maxBytes) return new SoapstoneError('HEADERS_TOO_LARGE', 'the request headers are too large');
  if (req.rawHeaders.length > 2 * maxHeaders)
    return new SoapstoneError('HEADERS_TOO_LARGE', `the request has more than ${maxHeaders} headers`);
  if (req.method === 'CONNECT') return new SoapstoneError('NOT_IMPLEMENTED', 'CONNECT is not implemented');
  const wrong = req.mismatch ?? (isPath(req.url) ? undefined : 'the path of the request begins with no slash');
  return wrong === undefined ? checkHead(req as unknown as IncomingMessage) : new SoapstoneError('BAD_REQUEST', wrong);
}

function isPath(target: string): boolean {
  return target.charCodeAt(0) === 0x2f || target === '*';
}

/** The authority of a request target in absolute form. User information in it is refused (RFC 9110 §4.2.4). */
const ABSOLUTE = /^https?:\/\/([^/?#]+)/i;

function wrongTarget(target: string): string | undefined {
  if (isPath(target)) return undefined;
  const host = ABSOLUTE.exec(target)?.[1];
  return host !== undefined && isHost(host) ? undefined : 'the request target is neither a path nor an http URL';
}

/** A request target in absolute form becomes path and query; its host replaces the Host field (RFC 9112 §3.2.2). */
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
