// An HTTP proxy that knows CONNECT alone, over bare sockets. Leads every host to this machine.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ConnectProxy {
  readonly port: number;
  /** Heads of requests, in their order. */
  readonly heads: string[];
  close(): void;
}

/** `credentials`: `user:password`; requests without them get a 407. */
export async function startProxy(credentials?: string): Promise<ConnectProxy> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    client.once('data', (piece) => {
      const head = piece.toString('latin1');
      heads.push(head);
      const [, port] = /^CONNECT [^ ]+:(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      if (wanted && !head.includes(`${wanted}\r\n`)) return client.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n');
      if (port === undefined) return client.end('HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n');
      const host = connect(Number(port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(host).pipe(client);
      });
      sockets.add(host.on('error', () => client.destroy()));
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, heads, close };
}
