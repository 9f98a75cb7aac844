// A peer that does exactly what a test says, byte by byte: a TCP server that knows just enough HTTP to see where a request ends.

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

export interface RawRequest {
  readonly line: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export type Script = (socket: Socket, request: RawRequest) => void;

export class RawPeer {
  readonly requests: RawRequest[] = [];
  /** What is done with the next request, and all that follow. */
  script: Script;
  /** Open connections. */
  readonly sockets = new Set<Socket>();
  /** All connections ever made. */
  connections = 0;
  private readonly server: Server;

  private constructor(script: Script) {
    this.script = script;
    this.server = createServer((socket) => this.take(socket));
  }

  static async listen(script: Script): Promise<RawPeer> {
    const peer = new RawPeer(script);
    await new Promise<void>((resolve) => peer.server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private take(socket: Socket): void {
    this.connections++;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      for (let taken = parse(received); taken; taken = parse(received)) {
        received = received.subarray(taken.length);
        this.requests.push(taken.request);
        this.script(socket, taken.request);
      }
    });
  }
}

function parse(bytes: Buffer): { request: RawRequest; length: number } | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [line, ...fields] = bytes.subarray(0, head).toString('latin1').split('\r\n');
  const headers = new Map(
    fields.map((f) => [f.slice(0, f.indexOf(':')).toLowerCase(), f.slice(f.indexOf(':') + 1).trim()]),
  );
  if (/chunked$/i.test(headers.get('transfer-encoding') ?? '')) {
    const content = chunksIn(bytes, head + 4);
    return content && { request: { line, headers, body: content.body }, length: content.end };
  }
  const length = head + 4 + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return undefined;
  return { request: { line, headers, body: bytes.subarray(head + 4, length).toString() }, length };
}

/** Chunks without trailers; undefined while the last one is not there. */
function chunksIn(bytes: Buffer, start: number): { body: string; end: number } | undefined {
  let body = '';
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const end = line + 2 + size;
    if (bytes.length < end + 2) return undefined;
    body += bytes.toString('utf8', line + 2, end);
    at = end + 2;
    if (!(size > 0)) return { body, end: at };
  }
}

/** An HTTP response with its length. */
export function http(
  status: number,
  type: string | undefined,
  body: string | Uint8Array,
  more: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status} Said`, ...(type === undefined ? [] : [`Content-Type: ${type}`])];
  lines.push(`Content-Length: ${bytes.length}`, ...more, '', '');
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes]);
}
