// Connections of the pool. Knows nothing about requests.
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import makeConnector from 'undici/lib/core/connect.js';
import symbols from 'undici/lib/core/symbols.js';
import { type Connection, trackConnection } from './connection.ts';
import type { FindProxy } from './environment-proxy.ts';
import { openTunnel } from './tunnel.ts';

/** `maxAge`: greatest age of a connection in ms; 0 for any. */
type ConnectorOptions = ProxyingOptions & { readonly maxAge: number };
type ProxyingOptions = buildConnector.BuildOptions & { readonly timeout: number; readonly proxyFor?: FindProxy };

/** The host's certificate is verified as without a proxy, which sees bytes alone. It looks the host name up, too. */
export function proxyingConnector({ proxyFor, ...options }: ProxyingOptions): buildConnector.connector {
  const connect = makeConnector(options);
  if (proxyFor === undefined) return connect;
  return (target, callback) => {
    const { protocol, hostname, port } = target;
    const proxy = proxyFor({ protocol, hostname, port });
    if (proxy === undefined) return connect(target, callback);
    const hostPort = Number(port || (protocol === 'https:' ? 443 : 80));
    openTunnel(proxy, hostname, hostPort, options.timeout, (error, socket) => {
      if (error) callback(error, null);
      else if (protocol === 'https:') connect({ ...target, httpSocket: socket as Socket }, callback);
      else callback(null, socket as Socket);
    });
  };
}

/**
 * undici 7 ends the process when a connection ends or breaks while its parser is paused and the upstream has sent `Connection: close`
 * (an assertion in a socket's event handler, nodejs/undici#5360, fixed in undici 8). So the parser is resumed before undici handles the event.
 */
export function guardedConnector({ maxAge, ...options }: ConnectorOptions): buildConnector.connector {
  const connect = proxyingConnector(options);
  return (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[1]) guard(outcome[1], trackConnection(outcome[1], maxAge));
      (callback as (...outcome: unknown[]) => void)(...outcome);
    });
}

interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, keepAlive: boolean): number;
  paused: boolean;
  readonly ptr: number | null;
  readonly llhttp: { llhttp_resume(ptr: number): void };
  resume(): void;
}

/** Adds listeners that run before those of undici. */
function guard(socket: Socket, connection: Connection): void {
  let currentParser: Parser | null | undefined;
  const parser = () => currentParser;
  Object.defineProperty(socket, symbols.kParser, {
    configurable: true,
    get: parser,
    set: (next: Parser | null) => {
      currentParser = next;
      if (next) takeHeads(next, socket, connection);
    },
  });
  // All bytes have arrived; our own reader has paused them. A response with a length or in chunks is complete after the first
  // step; one that goes on until the connection closes pauses once more, and is completed by undici's own listener.
  socket.on('end', () => {
    const paused = parser();
    if (paused?.paused) paused.resume();
    release(parser());
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') connection.reset = error;
    release(parser());
  });
  socket.on('close', () => release(parser()));
}

/**
 * undici breaks the connection at a 100 (Continue) that it did not request; a client must accept one at any time (RFC 9110 §15.2), as undici
 * accepts every other 1xx. So it gets one of those. A connection that is too old for another request is closed after this one, as if the
 * service had asked for it. So is one whose response begins before its request is written (RFC 9112 §9.5): it may belong to an earlier request.
 */
function takeHeads(parser: Parser, socket: Socket, connection: Connection): void {
  const { onHeadersComplete } = parser;
  const isLast = () => connection.expired || socket.writableLength > 0;
  parser.onHeadersComplete = (status, upgrade, keepAlive) =>
    onHeadersComplete.call(parser, status === 100 ? 102 : status, upgrade, keepAlive && !isLast());
}

function release(parser: Parser | null | undefined): void {
  if (!parser?.paused || parser.ptr === null) return;
  parser.llhttp.llhttp_resume(parser.ptr);
  parser.paused = false;
}
