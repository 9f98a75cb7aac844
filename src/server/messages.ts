// Request and response classes of one server. When express is loaded they become its own app.request and app.response, so that
// express's Object.setPrototypeOf for each request changes nothing; changing it costs several times what the rest of express does.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The reply that a socket is working on, or the last one. */
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
    },
  };
}

/** The unfinished reply of a socket. */
export function replyOf(socket: Socket): ServerResponse | undefined {
  const reply = (socket as Tracked)[REPLY];
  return reply && !reply.writableFinished ? reply : undefined;
}
