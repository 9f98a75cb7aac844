// The load generator: `node load.ts`. Over IPC it is asked to keep CONNECTIONS busy with one request at a time each, and says what came back.
import { connect, type Socket } from 'node:net';
import { frame } from './message.ts';

export interface LoadAsk {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** ms */
  readonly time: number;
  /** Every body must contain it. */
  readonly expect: string;
  /** Every status must begin with it; '20' unless told. */
  readonly status?: string;
  /** A POST (or another method) with this body and these lines of the head, in place of a GET. */
  readonly post?: { readonly method?: string; readonly head: readonly string[]; readonly body: string };
}

export interface LoadAnswer {
  readonly requests: number;
  readonly failures: number;
  /** ms, on the wall */
  readonly time: number;
  /** First failed response, for the reader. */
  readonly example?: string;
}

/** ms without a byte */
const PATIENCE = 30_000;

interface Tally {
  requests: number;
  failures: number;
  example?: string;
}

function judge(tally: Tally, response: Buffer, status: Buffer, expect: Buffer): void {
  tally.requests++;
  if (response.subarray(0, status.length).equals(status) && response.includes(expect)) return;
  tally.failures++;
  tally.example ??= response.toString('utf8', 0, 600);
}

function requestOf({ port, path, post }: LoadAsk): Buffer {
  const head = [`${post ? (post.method ?? 'POST') : 'GET'} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  if (!post) return Buffer.from(`${[...head, 'Accept: application/json'].join('\r\n')}\r\n\r\n`);
  const length = `Content-Length: ${Buffer.byteLength(post.body)}`;
  return Buffer.from(`${[...head, ...post.head, length].join('\r\n')}\r\n\r\n${post.body}`);
}

/** One connection: the next request goes out when the response to the last is whole. `done` when the time is over or the peer has gone. */
function drive(ask: LoadAsk, tally: Tally, until: number, done: () => void): void {
  const request = requestOf(ask);
  const expect = Buffer.from(ask.expect);
  const status = Buffer.from(`HTTP/1.1 ${ask.status ?? '20'}`);
  let pending: Buffer = Buffer.alloc(0);
  const socket: Socket = connect({ port: ask.port, host: '127.0.0.1', noDelay: true }, () => socket.write(request));
  socket.on('error', () => socket.destroy());
  socket.setTimeout(PATIENCE, () => {
    tally.failures++;
    tally.example ??= `no response in ${PATIENCE} ms`;
    socket.destroy();
  });
  socket.on('close', done);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const framed = frame(pending);
    if (!framed) return;
    judge(tally, pending, status, expect);
    pending = Buffer.alloc(0);
    if (performance.now() < until) socket.write(request);
    else socket.destroy();
  });
}

async function load(ask: LoadAsk): Promise<LoadAnswer> {
  const tally: Tally = { requests: 0, failures: 0 };
  const start = performance.now();
  const all = Array.from(
    { length: ask.connections },
    () => new Promise<void>((done) => drive(ask, tally, start + ask.time, done)),
  );
  await Promise.all(all);
  return { ...tally, time: performance.now() - start };
}

process.on('message', async (ask: LoadAsk) => process.send?.(await load(ask)));
process.on('disconnect', () => process.exit(0));
