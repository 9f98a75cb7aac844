// Asks each address of a service at intervals whether it works. Knows nothing about what follows from it.
import { connect } from 'node:net';
import type { Replica } from './replica.ts';
import { openTunnel, type ProxyServer } from './tunnel.ts';

export interface HealthCheckOptions {
  /** A path that responds 2xx or 3xx to GET while all is well; absent: the port takes connections. */
  readonly path?: string;
  /** ms between two checks, and until one has failed. */
  readonly interval: number;
}

interface Checked {
  readonly replica: Replica;
  readonly proxy?: ProxyServer;
}

/** Returns a function that ends the checks. They keep no process alive. */
export function watchHealth(all: readonly Checked[], { path, interval }: HealthCheckOptions): () => void {
  const check = () => {
    for (const entry of all) {
      const answer = (isWell: boolean) => entry.replica.checked(isWell);
      if (path === undefined) checkPort(entry, interval, answer);
      else checkPath(entry.replica, path, interval, answer);
    }
  };
  const timer = setInterval(check, interval).unref();
  check();
  return () => clearInterval(timer);
}

function checkPath({ transport }: Replica, path: string, timeout: number, answer: (isWell: boolean) => void): void {
  let isWell = false;
  const request = { method: 'GET', path, headers: ['accept', '*/*'], timeout };
  const inFlight = transport.send(request, {
    onHead: (status) => {
      isWell = status < 400;
    },
    onData: () => true,
    onEnd: () => end(isWell),
    onError: () => end(false),
  });
  // Also for a body without an end.
  const timer = setTimeout(() => inFlight.abort(new Error('the health check took too long')), timeout).unref();
  function end(outcome: boolean): void {
    clearTimeout(timer);
    answer(outcome);
  }
}

function checkPort({ replica, proxy }: Checked, timeout: number, answer: (isWell: boolean) => void): void {
  const { protocol, hostname, port } = new URL(replica.origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  if (proxy) {
    openTunnel(proxy, host, number, timeout, (error, socket) => {
      socket?.on('error', () => {}).destroy();
      answer(error === null);
    });
    return;
  }
  const socket = connect({ host, port: number, timeout });
  const end = (isWell: boolean) => {
    socket.destroy();
    answer(isWell);
  };
  socket
    .once('connect', () => end(true))
    .once('timeout', () => end(false))
    .once('error', () => end(false));
}
