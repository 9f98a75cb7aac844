// The service behind the gateways: it answers every request with the bytes that it was last given. Runs in the bench's own process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Upstream {
  readonly url: string;
  answer: { readonly status: number; readonly type: string; readonly body: Buffer };
  close(): void;
}

export async function startUpstream(): Promise<Upstream> {
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      const { status, type, body } = upstream.answer;
      res.writeHead(status, { 'content-type': type, location: '/v1/notes/1', 'x-note': '1' }).end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: { status: 200, type: 'text/xml', body: Buffer.alloc(0) },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return upstream;
}
