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
  resume(): void;
}

function guard(socket: Socket): void {
  const parser = () => (socket as unknown as Record<symbol, Parser | null | undefined>)[symbols.kParser];
  // All bytes are there: what holds them back is our own slow reader, who is about to get the rest at once.
  socket.on('end', () => {
    const p = parser();
    if (p?.paused) p.resume();
    unpause(parser());
  });
  socket.on('error', () => unpause(parser()));
  socket.on('close', () => unpause(parser()));
}

function unpause(parser: Parser | null | undefined): void {
  if (parser?.paused) parser.paused = false;
}
