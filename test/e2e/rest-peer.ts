// A REST service on 127.0.0.1 that says what a test scripts, and keeps what it was asked.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly octets: Uint8Array;
}

export interface RestAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text, or octets. */
  readonly body?: string | Uint8Array;
}

export interface RestPeer {
  readonly origin: string;
  readonly asked: RestRequest[];
  answer: (request: RestRequest) => RestAnswer;
  stop(): Promise<void>;
}

export async function startRestPeer(answer: RestPeer['answer'] = () => ({ status: 404 })): Promise<RestPeer> {
  const server = createServer(async (req, res) => {
    const octets = Buffer.concat((await req.toArray()) as Buffer[]);
    const request = { method: req.method!, target: req.url!, headers: req.headers, body: octets.toString(), octets };
    peer.asked.push(request);
    const said = await new Promise<RestAnswer>((resolve) => resolve(peer.answer(request))).catch(
      (error: unknown): RestAnswer => ({ status: 599, body: JSON.stringify(String(error)) }),
    );
    res.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers }).end(said.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: RestPeer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return peer;
}
