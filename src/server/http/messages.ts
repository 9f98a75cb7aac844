// Request and response classes of one server. When express is loaded they become its own app.request and app.response, so that
// express's Object.setPrototypeOf for each request changes nothing; changing it costs several times what the rest of express does.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { releaseReservation } from '../../binding/response-memory.ts';
import { connectionOf } from './connection.ts';

/** Callback for when a response is the next on its connection. */
const TURN = Symbol('turn');

type Parked = ServerResponse & { [TURN]?: () => void };

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

export function messageClasses(): MessageClasses {
  return {
    IncomingMessage: class GatewayRequest extends IncomingMessage {},
    ServerResponse: class GatewayResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
      constructor(...parameters: ConstructorParameters<typeof ServerResponse<R>>) {
        super(...parameters);
        const connection = connectionOf(parameters[0].socket);
        if (connection) connection.unfinished++;
      }

      /** Called by node when all responses before it on this connection are finished. */
      override assignSocket(socket: Socket): void {
        super.assignSocket(socket);
        connectionOf(socket)?.begin(this as unknown as ServerResponse);
        takeTurn(this as unknown as Parked);
      }

      /** Called by node after the response. An idle connection must not hold the response, and through it an old configuration. */
      override detachSocket(socket: Socket): void {
        super.detachSocket(socket);
        releaseReservation(this);
        const connection = connectionOf(socket);
        if (!connection) return;
        connection.unfinished--;
        connection.response = undefined;
      }
    },
  };
}

/** Whether earlier responses of the connection are unfinished: node makes the responses of pipelined requests at once. */
export function isWaiting(res: ServerResponse): boolean {
  return res.socket === null;
}

/** Calls `begin` when `res` is the next on its connection. */
export function onTurn(res: ServerResponse, begin: () => void): void {
  (res as Parked)[TURN] = begin;
}

function takeTurn(res: Parked): void {
  const begin = res[TURN];
  if (begin === undefined) return;
  res[TURN] = undefined;
  begin();
}
