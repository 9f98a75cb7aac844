// The responses that wait for their clients, as the connections of a server show them. Knows nothing about what is done about them.
import { accountOf } from '../../binding/response-memory.ts';
import type { Connections } from './connections.ts';
import type { WaitingResponse } from './slow-readers.ts';

export function* waitingResponses(open: Connections): Generator<WaitingResponse> {
  for (const connection of open.waiting()) {
    const { socket, waiting, sending } = connection;
    const heldBytes = socket && accountOf(socket)?.heldBytes;
    yield { waitingBytes: heldBytes ?? waiting, sending, cut: () => open.cut(connection, 'memory') };
  }
}
