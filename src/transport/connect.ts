// Connections of the pool. Knows nothing about requests.
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import makeConnector from 'undici/lib/core/connect.js';
import symbols from 'undici/lib/core/symbols.js';

/**
 * undici 7 takes the process down when a connection ends or breaks while its parser is paused and the peer has said `Connection: close`
 * (an assertion in a socket's event handler, nodejs/undici#5360, fixed in undici 8). So the parser is set going before undici looks.
 */
export function guardedConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = makeConnector(options);
  return (target, done) =>
    connect(target, (...outcome) => {
      if (outcome[1]) guard(outcome[1]);
      (done as (...outcome: unknown[]) => void)(...outcome);
    });
}

interface Parser {
  paused: boolean;
  readonly ptr: number | null;
  readonly llhttp: { llhttp_resume(ptr: number): void };
  resume(): void;
}

/** Its listeners stand before those of undici. */
function guard(socket: Socket): void {
  const parser = () => (socket as unknown as Record<symbol, Parser | null | undefined>)[symbols.kParser];
  // All bytes are there, and what held them back was our own reader. A reply with a length or in chunks is complete after the first
  // step; one that goes on until the connection closes pauses once more, and is completed by undici's own listener.
  socket.on('end', () => {
    const paused = parser();
    if (paused?.paused) paused.resume();
    release(parser());
  });
  socket.on('error', () => release(parser()));
  socket.on('close', () => release(parser()));
}

function release(parser: Parser | null | undefined): void {
  if (!parser?.paused || parser.ptr === null) return;
  parser.llhttp.llhttp_resume(parser.ptr);
  parser.paused = false;
}
