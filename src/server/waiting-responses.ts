// The responses that wait for their clients, as the sockets of a server show them. Knows nothing about what is done about them.
import type { Socket } from 'node:net';
import { requestId } from '../binding/identity.ts';
import { refusals } from '../binding/refused.ts';
import { accountOf } from '../binding/response-memory.ts';
import { SoapstoneError } from '../errors.ts';
import { toFault } from '../fault/fault.ts';
import { replyOf } from './messages.ts';
import type { WaitingResponse } from './slow-readers.ts';

export function* waitingResponses(sockets: Iterable<Socket>): Generator<WaitingResponse> {
  for (const socket of sockets) {
    if (socket.writableLength === 0 || replyOf(socket) === undefined) continue;
    yield {
      connection: socket,
      waitingBytes: accountOf(socket)?.held ?? 0,
      sentBytes: socket.bytesWritten - socket.writableLength,
      cut: () => cut(socket),
    };
  }
}

/** The record of the request says why. */
function cut(socket: Socket): void {
  const reply = replyOf(socket);
  const fault = toFault(
    new SoapstoneError('CLIENT_SLOW', 'the client does not take the response, and the memory is full'),
  );
  if (reply) refusals.set(reply, { fault, id: requestId(reply.req.headers['x-request-id']) });
  socket.destroy();
}
