// One connection to a server, byte by byte: what is sent is what the test says, and responses are read strictly, so that a split one is seen.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Heard {
  readonly status: number;
  /** Status line and fields. */
  readonly head: string;
  /** Names in lower case, in the order of the response. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly text: string;
}

export const fieldOf = ({ fields }: Heard, name: string): string | undefined =>
  fields.find(([own]) => own === name)?.[1];

export class Line {
  private readonly socket: Socket;
  private received = Buffer.alloc(0);
  private readonly ended: Promise<unknown>;
  private over = false;
  private wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (piece) => {
      this.received = Buffer.concat([this.received, piece]);
      this.wake();
    });
    // A server may reset a connection whose bytes it does not read.
    socket.on('error', () => {});
    this.ended = once(socket, 'close').then(() => {
      this.over = true;
      this.wake();
    });
  }

  static async open(port: number): Promise<Line> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Line(socket);
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Nothing more is sent. */
  end(): void {
    this.socket.end();
  }

  /** The next response that is not a 1xx; undefined when the connection ends before it is complete. Throws where the bytes are no response. */
  async hear(): Promise<Heard | undefined> {
    for (;;) {
      const found = replyIn(this.received, this.over);
      if (found) {
        this.received = this.received.subarray(found.length);
        if (found.heard.status >= 200) return found.heard;
        continue;
      }
      if (this.over) return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Bytes after the last response. */
  get left(): number {
    return this.received.length;
  }

  /** All that has not been heard. */
  get all(): string {
    return this.received.toString('latin1');
  }

  /** Until the server has closed the connection. */
  async closed(): Promise<void> {
    await this.ended;
  }

  get open(): boolean {
    return !this.over && !this.socket.readableEnded;
  }

  close(): void {
    this.socket.destroy();
  }
}

function replyIn(bytes: Buffer, over: boolean): { heard: Heard; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const [line, ...rows] = head.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3}) ?[\x20-\x7e]*$/.exec(line)?.[1];
  if (status === undefined) throw new Error(`no status line: ${JSON.stringify(line)}`);
  const fields = rows.map((row) => {
    const m = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e\x80-\xff\t]*)$/.exec(row);
    if (m === null) throw new Error(`no header field: ${JSON.stringify(row)}`);
    return [m[1].toLowerCase(), m[2]] as const;
  });
  const body = bodyIn(bytes, end + 4, Number(status), new Map(fields), over);
  if (body === undefined) return undefined;
  const heard = { status: Number(status), head, fields, body: body.content, text: body.content.toString() };
  return { heard, length: body.end };
}

function bodyIn(
  bytes: Buffer,
  start: number,
  status: number,
  fields: ReadonlyMap<string, string>,
  over: boolean,
): { content: Buffer; end: number } | undefined {
  if (status < 200 || status === 204 || status === 304) return { content: Buffer.alloc(0), end: start };
  if (fields.get('transfer-encoding') === 'chunked') return chunksIn(bytes, start);
  const length = fields.get('content-length');
  if (length === undefined) return over ? { content: bytes.subarray(start), end: bytes.length } : undefined;
  const end = start + Number(length);
  return bytes.length < end ? undefined : { content: bytes.subarray(start, end), end };
}

function chunksIn(bytes: Buffer, start: number): { content: Buffer; end: number } | undefined {
  const pieces: Buffer[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const from = line + 2;
    if (bytes.length < from + size + 2) return undefined;
    pieces.push(bytes.subarray(from, from + size));
    at = from + size + 2;
    if (size === 0) return { content: Buffer.concat(pieces), end: at };
  }
}
