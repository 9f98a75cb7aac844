// Asks each address of a service at intervals whether it works. Knows nothing about what follows from it.
import { connect } from 'node:net';
import { connectionCause, failureText } from '../errors/connection-cause.ts';
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
      const answer = (failure?: string) => entry.replica.checked(failure && `the health check failed: ${failure}`);
      if (path === undefined) checkPort(entry, interval, answer);
      else checkPath(entry.replica, path, interval, answer);
    }
  };
  const timer = setInterval(check, interval).unref();
  check();
  return () => clearInterval(timer);
}

/** Without a failure all is well. */
type Answer = (failure?: string) => void;

function checkPath({ transport }: Replica, path: string, timeout: number, answer: Answer): void {
  let failure: string | undefined;
  const request = { method: 'GET', path, headers: ['accept', '*/*'], timeout };
  const inFlight = transport.send(request, {
    onHead: (status) => {
      if (status >= 400) failure = `${path} has status ${status}`;
    },
    onData: () => true,
    onEnd: () => end(failure),
    onError: (error) => end(failureText(error)),
  });
  // Also for a body without an end.
  const timer = setTimeout(() => inFlight.abort(new Error(`no whole response of ${path} in time`)), timeout).unref();
  function end(outcome: string | undefined): void {
    clearTimeout(timer);
    answer(outcome);
  }
}

function checkPort({ replica, proxy }: Checked, timeout: number, answer: Answer): void {
  const { protocol, hostname, port } = new URL(replica.origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  if (proxy) {
    openTunnel(proxy, host, number, timeout, (error, socket) => {
      socket?.on('error', () => {}).destroy();
      answer(error?.message);
    });
    return;
  }
  const socket = connect({ host, port: number, timeout });
  const end = (failure?: string) => {
    socket.destroy();
    answer(failure);
  };
  socket
    .once('connect', () => end())
    .once('timeout', () => end('no connection in time'))
    .once('error', (error) => end(connectionCause(error, 'upstream') ?? error.message));
}
