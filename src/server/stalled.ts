// Callers who do not take their replies: what is written for them must not wait in memory for ever. Knows nothing about requests.
import type { Socket } from 'node:net';
import { replyOf } from './messages.ts';

/**
 * Looks at each connection now and then. One whose reply waits for its reader gets a time limit, which begins anew with every byte that gets
 * through; node's own server then ends it.
 */
export function limitStalled(sockets: Iterable<Socket>, timeout: number): void {
  for (const socket of sockets) {
    if (replyOf(socket) === undefined) continue;
    if (socket.writableLength > 0) {
      if (socket.timeout !== timeout) socket.setTimeout(timeout);
    } else if (socket.timeout === timeout) socket.setTimeout(0);
  }
}
