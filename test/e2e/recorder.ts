// Stands between the gateway and a peer and keeps a copy of both sides of every call. Knows nothing about SOAP.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly request: Buffer;
  readonly status: number;
  readonly response: Buffer;
}

export interface Recorder {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly calls: readonly Recorded[];
  stop(): Promise<void>;
}

/** `origin`: where calls go on to. */
export async function startRecorder(origin: string): Promise<Recorder> {
  const calls: Recorded[] = [];
  const server = createServer((req, res) => {
    forward(origin, req, res).then(
      (call) => calls.push(call),
      (error: Error) => res.destroy(error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, stop };
}

async function forward(origin: string, req: IncomingMessage, res: ServerResponse): Promise<Recorded> {
  const body = await bytesOf(req);
  const options: RequestOptions = {
    method: req.method,
    headers: { ...req.headers, connection: 'close' },
    agent: false,
  };
  const onward = request(new URL(req.url!, origin), options);
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const response = await bytesOf(answer);
  const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
  const call = { path: req.url!, headers: req.headers, request: body, status: answer.statusCode!, response };
  res.writeHead(call.status, { ...headers, 'content-length': response.length }).end(response);
  return call;
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}
