// The floor: node:http in front, undici's Pool.dispatch behind, nothing between. `node pass-through.ts UPSTREAM`
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { listening } from './listening.ts';

const upstream = process.argv[2];
const pool = new Pool(upstream, { connections: 64 });

class Reply implements Dispatcher.DispatchHandler {
  private readonly res: ServerResponse;

  constructor(res: ServerResponse) {
    this.res = res;
  }

  onRequestStart(): void {}

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[]>): void {
    this.res.writeHead(status, headers);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.res.write(chunk);
  }

  onResponseEnd(): void {
    this.res.end();
  }

  onResponseError(): void {
    if (!this.res.headersSent) this.res.writeHead(502);
    this.res.end();
  }
}

function pass(req: IncomingMessage, res: ServerResponse): void {
  const method = req.method as Dispatcher.HttpMethod;
  const body = method === 'GET' ? null : req;
  pool.dispatch({ path: req.url!, method, body, headers: { accept: req.headers.accept ?? '*/*' } }, new Reply(res));
}

listening(createServer(pass));
