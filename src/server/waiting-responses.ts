// The responses that wait for their clients, as the connections of a server show them. Knows nothing about what is done about them.
import { requestId } from '../binding/identity.ts';
import { refusals } from '../binding/refused.ts';
import { accountOf } from '../binding/response-memory.ts';
import { SoapstoneError } from '../errors.ts';
import { toFault } from '../fault/fault.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { WaitingResponse } from './slow-readers.ts';

export function* waitingResponses(open: Connections): Generator<WaitingResponse> {
  for (const connection of open.waiting()) {
    const { socket, waiting, sent } = connection;
    const held = socket && accountOf(socket)?.held;
    yield { connection, waitingBytes: held ?? waiting, sentBytes: sent, cut: () => cut(open, connection) };
  }
}

/** The record of the request says why. */
function cut(open: Connections, connection: Connection): void {
  const { response } = connection;
  const fault = toFault(
    new SoapstoneError('CLIENT_SLOW', 'the client does not take the response, and the memory is full'),
  );
  if (response) refusals.set(response, { fault, id: requestId(response.req.headers['x-request-id']) });
  open.cut(connection, 'memory');
}
