// A port of 127.0.0.1, plain or TLS, whose connections go to a Unix socket: Redis itself takes no free port.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface Relay {
  readonly port: number;
  /** Where new connections go: a name that leads elsewhere now. */
  target: string;
  /** Connections that were ever accepted. */
  readonly opened: number;
  /** Sends to all clients what the server has not said. */
  say(text: string): void;
  stop(): Promise<void>;
}

export async function startRelay(target: string, tls?: TlsOptions): Promise<Relay> {
  const open = new Set<Socket>();
  const clients = new Set<Socket>();
  let opened = 0;
  const join = (socket: Socket) => {
    const further = connect(relay.target);
    opened++;
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
    for (const one of [socket, further]) {
      open.add(one);
      one.on('error', () => {}).on('close', () => open.delete(one));
    }
    socket.pipe(further).pipe(socket);
    socket.on('close', () => further.destroy());
    further.on('close', () => socket.destroy());
  };
  const server: Server = tls ? createTlsServer(tls, join) : createServer(join);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay: Relay = {
    port: (server.address() as AddressInfo).port,
    target,
    get opened() {
      return opened;
    },
    say: (text) => {
      for (const one of clients) one.write(text);
    },
    stop: () => {
      for (const one of open) one.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return relay;
}
