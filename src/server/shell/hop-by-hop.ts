// Header fields that are about one connection (RFC 9110 §7.6.1), which a gateway does not hand on.
import type { IncomingHttpHeaders } from 'node:http';
import { SoapstoneError } from '../../errors.ts';

/** `expect` is answered by node. Fields that say where a body ends are not here: without them the peer would take a body for another request. */
const OWN = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade', 'http2-settings', 'expect'];

/**
 * Takes them out of a request. Throws BAD_HEADER where Connection names a field that is for the peer: callers could take away what a proxy in
 * front of us has put in.
 */
export function dropHopByHop(headers: IncomingHttpHeaders): void {
  for (const option of headers.connection?.split(',') ?? []) {
    const name = option.trim().toLowerCase();
    if (!OWN.includes(name) && Object.hasOwn(headers, name))
      throw new SoapstoneError('BAD_HEADER', 'Connection names a field that is not about the connection', {
        path: 'Connection',
      });
  }
  for (const name of OWN) delete headers[name];
}

/** Takes them out of a reply. `persistent`: may the caller's connection stay open? */
export function replaceHopByHop(headers: IncomingHttpHeaders, persistent: boolean): void {
  for (const name of OWN) delete headers[name];
  headers.connection = persistent ? 'keep-alive' : 'close';
}
