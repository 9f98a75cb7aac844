// HTTP/1.1 to one origin, over a pool of persistent connections. With connect.ts the only user of undici. Knows nothing about SOAP, REST or rules.
import type { LookupFunction } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { guardedConnector } from './connect.ts';
import { PooledClient } from './pooled-client.ts';
import { Sending } from './sending.ts';
import type { InFlight, OutgoingRequest, ResponseHandler, Transport } from './transport.ts';
import type { ProxyServer } from './tunnel.ts';

/** The upstream's certificate is always verified. */
export interface TlsTexts {
  /** Authorities that replace node's own. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
}

export interface HttpTransportOptions {
  /** Scheme, host and port of all connections; redirects are not followed. */
  readonly origin: string;
  /** Most connections; 128 by default. */
  readonly connections?: number;
  /** ms to connect; 5 s by default. */
  readonly connectTimeout?: number;
  /** ms until the head of a response, and between pieces of its body, for requests that set none; 30 s by default. Checked twice a second. */
  readonly timeout?: number;
  /** ms that an idle connection stays open; 4 s by default, or as the upstream's Keep-Alive says. */
  readonly keepAlive?: number;
  /** Greatest age of a connection in ms: it then ends, idle or after its response, and the name is looked up again; 0 (default): any. */
  readonly maxAge?: number;
  /** Whether a connection carries several requests, one after the other; true by default. */
  readonly reuse?: boolean;
  /** Looks up names; the system's by default. */
  readonly lookup?: LookupFunction;
  /** Leads to the origin; absent: the origin is connected to. */
  readonly proxy?: ProxyServer;
  /** TLS: PEM texts. */
  readonly tls?: TlsTexts;
}

/** One address of a service that has several. */
export interface ReplicaStats {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Why it gets no requests; undefined: it gets some. */
  readonly problem: string | undefined;
  /** Requests by their outcome. */
  readonly requests: Readonly<Record<'success' | 'failure', number>>;
}

/** Open connections, requests on them, and requests waiting for one. */
export interface TransportStats {
  readonly connected: number;
  readonly running: number;
  readonly pending: number;
  /** Of a service at several addresses. */
  readonly replicas?: readonly ReplicaStats[];
}

export interface HttpTransport extends Transport {
  stats(): TransportStats;
  /** Cuts requests in flight. */
  destroy(reason: Error): Promise<void>;
}

export function httpTransport(options: HttpTransportOptions): HttpTransport {
  const timeout = options.timeout ?? 30_000;
  const { lookup, maxAge = 0, reuse = true, proxy } = options;
  const pool = new Pool(new URL(options.origin).origin, {
    connections: options.connections ?? 128,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot disable it.
    connect: guardedConnector({
      timeout: options.connectTimeout ?? 5_000,
      ...options.tls,
      ...(lookup === undefined ? undefined : { lookup }),
      rejectUnauthorized: true,
      maxAge,
      ...(proxy && { proxyFor: () => proxy }),
    }),
    factory: (origin, options) => new PooledClient(origin, options as Client.Options),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveTimeout: options.keepAlive ?? 4_000,
    pipelining: reuse ? 1 : 0,
  });
  return {
    send: (request, handler) => send(pool, request, handler),
    close: () => pool.close(),
    destroy: (reason) => pool.destroy(reason),
    stats: () => ({
      connected: pool.stats.connected,
      running: pool.stats.running,
      pending: pool.stats.queued + pool.stats.pending,
    }),
  };
}

function send(pool: Dispatcher, request: OutgoingRequest, handler: ResponseHandler): InFlight {
  const sending = new Sending(request, handler);
  pool.dispatch(sending.options, sending);
  return sending;
}
