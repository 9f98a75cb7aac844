// The state of one pooled connection: whether it has served a request, and whether it is too old for another one.
import type { Socket } from 'node:net';
import symbols from 'undici/lib/core/symbols.js';

const key = Symbol('connection');

export interface Connection {
  /** It has served a request: the service may be about to close it. */
  reused: boolean;
  /** It is too old: it ends with the current response. */
  expired: boolean;
  /** The upstream has reset it. */
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

/** Random, so that connections of the same age do not all end together. */
function spread(maxAge: number): number {
  return maxAge * (1 - Math.random() / 10);
}

function expire(socket: Socket, connection: Connection): void {
  connection.expired = true;
  const client = (socket as { [symbols.kClient]?: { readonly [symbols.kRunning]: number } })[symbols.kClient];
  if (client?.[symbols.kRunning] === 0) socket.destroy(new ConnectionExpired());
}

/** With this code undici opens a new connection for waiting requests, and reports no error. */
class ConnectionExpired extends Error {
  readonly code = 'UND_ERR_INFO';
}
