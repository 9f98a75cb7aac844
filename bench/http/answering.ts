// A server that answers every request with a response made before. As cheap as a server of Node can be: bare sockets, one write per response.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { frame } from './message.ts';

const CLOSE = /^connection: close/im;

export interface Answer {
  readonly keep: Buffer;
  /** For requests that want the connection closed. */
  readonly close: Buffer;
}

export function answerOf(type: string, text: string | Buffer, status = '200 OK'): Answer {
  const body = Buffer.from(text as string);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n`;
  return {
    keep: Buffer.concat([Buffer.from(`${head}\r\n`), body]),
    close: Buffer.concat([Buffer.from(`${head}Connection: close\r\n\r\n`), body]),
  };
}

/** Prints its port. `choose`: by the head of the request, or its body. */
export function answering(choose: (head: string, body: Buffer) => Answer): void {
  const response = (socket: Socket, request: Buffer, body: Buffer) => {
    const head = request.toString('latin1');
    const { keep, close } = choose(head, body);
    if (CLOSE.test(head)) socket.end(close);
    else socket.write(keep);
  };
  const server = createServer({ noDelay: true }, (socket) => {
    let pending: Buffer = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      for (let framed = frame(pending); framed; framed = frame(pending)) {
        response(socket, pending.subarray(0, framed.bodyStart), pending.subarray(framed.bodyStart, framed.length));
        pending = pending.subarray(framed.length);
      }
    });
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}
