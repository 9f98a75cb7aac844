// A caller of bare sockets that keeps its connections, obeys `Connection: close`, never repeats anything, and says what came of each request.
import { connect, type Socket } from 'node:net';
import { frame } from '../http/message.ts';

/** `status` 0: no whole response came; `why` then says what did. */
export interface Outcome {
  readonly status: number;
  /** When it was known, in ms on the monotonic clock. */
  readonly at: number;
  /** ms from when the request was due. */
  readonly ms: number;
  readonly body: string;
  readonly why?: string;
}

export interface ClientRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Connections of one caller: a process has only so many. */
const MOST = 4000;

export class Client {
  /** Connections, busy or idle. */
  connections = 0;
  private readonly port: number;
  private readonly host: string;
  private readonly idle: Line[] = [];

  constructor(port: number, host = '127.0.0.1') {
    this.port = port;
    this.host = host;
  }

  /** `due`: ms on the monotonic clock from which its time counts. */
  ask(request: ClientRequest, due = performance.now()): Promise<Outcome> {
    return new Promise((resolve) => {
      const line = this.idle.pop() ?? this.open();
      if (line === undefined) return resolve({ status: 0, at: due, ms: 0, body: '', why: 'all connections are busy' });
      line.send(bytesOf(request, `${this.host}:${this.port}`), due, (outcome, reusable) => {
        if (reusable) this.idle.push(line);
        resolve(outcome);
      });
    });
  }

  /** Ends idle connections. */
  close(): void {
    for (const line of this.idle.splice(0)) line.end();
  }

  private open(): Line | undefined {
    if (this.connections >= MOST) return undefined;
    this.connections++;
    const line: Line = new Line(this.port, this.host, () => {
      this.connections--;
      const at = this.idle.indexOf(line);
      if (at >= 0) this.idle.splice(at, 1);
    });
    return line;
  }
}

type OutcomeListener = (outcome: Outcome, reusable: boolean) => void;

class Line {
  private readonly socket: Socket;
  private pending: Buffer = Buffer.alloc(0);
  private listener: OutcomeListener | undefined;
  private due = 0;

  constructor(port: number, host: string, gone: () => void) {
    const socket = connect({ port, host, noDelay: true });
    this.socket = socket;
    let why = 'closed';
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      why = error.code ?? error.message;
    });
    socket.on('close', () => {
      gone();
      this.tell({ status: 0, ...this.times(), body: '', why }, false);
    });
  }

  send(request: string, due: number, listener: OutcomeListener): void {
    this.listener = listener;
    this.due = due;
    this.socket.write(request);
  }

  end(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const framed = frame(this.pending);
    if (!framed) return;
    const head = this.pending.toString('latin1', 0, framed.bodyStart);
    const body = this.pending.toString('utf8', framed.bodyStart, framed.length);
    this.pending = Buffer.alloc(0);
    const last = /^connection: close/im.test(head);
    this.tell({ status: Number(head.slice(9, 12)), ...this.times(), body }, !last);
    if (last) this.socket.destroy();
  }

  private times(): { at: number; ms: number } {
    const at = performance.now();
    return { at, ms: at - this.due };
  }

  private tell(outcome: Outcome, reusable: boolean): void {
    const { listener } = this;
    this.listener = undefined;
    listener?.(outcome, reusable);
  }
}

function bytesOf({ method, path, headers = {}, body }: ClientRequest, host: string): string {
  const sent = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(sent)) head.push(`${name}: ${value}`);
  if (body !== undefined) head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
