// What the pool remembers of one connection: whether it has served a request, and whether it is too old for another one.
import type { Socket } from 'node:net';
import symbols from 'undici/lib/core/symbols.js';

const key = Symbol('connection');

export interface Connection {
  /** It was given a request before: the service may be about to close it. */
  reused: boolean;
  /** Its age is over: it ends with the response that is on its way. */
  expired: boolean;
  /** The peer has reset it. */
  reset: Error | undefined;
}

type PooledSocket = Socket & { [key]?: Connection };

export function connectionOf(socket: Socket | null | undefined): Connection | undefined {
  return (socket as PooledSocket | null | undefined)?.[key];
}

/** `maxAge`: ms; 0 for any age. */
export function trackConnection(socket: Socket, maxAge: number): Connection {
  const connection: Connection = { reused: false, expired: false, reset: undefined };
  (socket as PooledSocket)[key] = connection;
  if (maxAge > 0) {
    const timer = setTimeout(() => expire(socket, connection), spread(maxAge)).unref();
    socket.once('close', () => clearTimeout(timer));
  }
  return connection;
}

/** Connections that were opened together do not all end together. */
function spread(maxAge: number): number {
  return maxAge * (1 - Math.random() / 10);
}

function expire(socket: Socket, connection: Connection): void {
  connection.expired = true;
  const client = (socket as { [symbols.kClient]?: { readonly [symbols.kRunning]: number } })[symbols.kClient];
  if (client?.[symbols.kRunning] === 0) socket.destroy(new ConnectionExpired());
}

/** undici opens a new connection for requests that wait, and tells nobody. */
class ConnectionExpired extends Error {
  readonly code = 'UND_ERR_INFO';
}
