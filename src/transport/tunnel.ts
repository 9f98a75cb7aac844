// A connection to a host through an HTTP proxy, by CONNECT (RFC 9110 §9.3.6). Knows nothing about what goes through it.
import http from 'node:http';
import type { Socket } from 'node:net';
import { PROXY_FAILED } from '../errors/connection-cause.ts';

export interface ProxyServer {
  readonly host: string;
  readonly port: number;
  /** The proxy itself speaks TLS. */
  readonly secure: boolean;
  /** `Proxy-Authorization`. Never logged. */
  readonly authorization?: string;
}

/** Names the proxy, and nothing of its credentials. */
export class ProxyError extends Error {
  /** Not that of the socket, which would seem to be about the service. */
  readonly code = PROXY_FAILED;

  constructor({ host, port }: ProxyServer, reason: string) {
    super(`the proxy ${host}:${port} ${reason}`);
  }
}

type Tunnelled = (error: Error | null, socket: Socket | null) => void;

/** `host`: a name, or an address without brackets. `timeout`: ms until the proxy has responded; 0: any. */
export function openTunnel(proxy: ProxyServer, host: string, port: number, timeout: number, callback: Tunnelled): void {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { authorization } = proxy;
  const request = requestOf(proxy)({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
    agent: false,
    timeout,
    rejectUnauthorized: true,
  } as http.RequestOptions);
  request.once('connect', ({ statusCode = 0 }, socket, head) => {
    socket.setTimeout(0);
    if (statusCode < 200 || statusCode > 299) {
      socket.on('error', () => {}).destroy();
      return callback(new ProxyError(proxy, refusalOf(statusCode, authority)), null);
    }
    if (head.length > 0) socket.unshift(head);
    callback(null, (socket as Socket).setNoDelay(true).setKeepAlive(true, 60_000));
  });
  request.once('timeout', () => request.destroy(new ProxyError(proxy, 'did not respond in time')));
  request.once('error', (error: NodeJS.ErrnoException) => {
    const reason = `cannot be reached: ${error.code ?? error.message}`;
    callback(error instanceof ProxyError ? error : new ProxyError(proxy, reason), null);
  });
  request.end();
}

/** TLS is loaded where a proxy speaks it alone: it makes a start longer. */
function requestOf({ secure }: ProxyServer): typeof http.request {
  return secure ? process.getBuiltinModule('node:https').request : http.request;
}

function refusalOf(status: number, authority: string): string {
  const reason = status === 407 ? 'wants other credentials' : `refuses a connection to ${authority}`;
  return `${reason} (HTTP ${status})`;
}
