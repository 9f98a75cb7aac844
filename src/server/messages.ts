// Request and response classes of one server. When express is loaded they become its own app.request and app.response, so that
// express's Object.setPrototypeOf for each request changes nothing; changing it costs several times what the rest of express does.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { releaseReservation } from '../binding/response-memory.ts';

/** The reply that a socket is working on. */
const REPLY = Symbol('reply');

type Tracked = Socket & { [REPLY]?: ServerResponse };

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
        (parameters[0].socket as Tracked)[REPLY] = this;
      }

      /** Called by node after the reply. A connection that is idle must not hold the reply, and by it the table that made it. */
      override detachSocket(socket: Socket): void {
        super.detachSocket(socket);
        releaseReservation(this);
        if ((socket as Tracked)[REPLY] === this) (socket as Tracked)[REPLY] = undefined;
      }
    },
  };
}

/** The unfinished reply of a socket. */
export function replyOf(socket: Socket): ServerResponse | undefined {
  const reply = (socket as Tracked)[REPLY];
  return reply && !reply.writableFinished ? reply : undefined;
}
