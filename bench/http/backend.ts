// A SOAP service that answers every request with the same reply of about 3 KB: `node backend.ts`. Prints its port. As cheap as a
// server of Node can be: bare sockets, one write per reply.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { oneRecordReply } from '../erp/messages.ts';
import { envelope } from '../erp/xml.ts';
import { frame } from './message.ts';

const body = Buffer.from(envelope(oneRecordReply()));
const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ${body.length}\r\n`;
const keep = Buffer.concat([Buffer.from(`${head}\r\n`), body]);
const close = Buffer.concat([Buffer.from(`${head}Connection: close\r\n\r\n`), body]);
const CLOSE = /^connection: close/im;

function answer(socket: Socket, request: Buffer): void {
  if (CLOSE.test(request.toString('latin1'))) socket.end(close);
  else socket.write(keep);
}

const server = createServer({ noDelay: true }, (socket) => {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let framed = frame(pending); framed; framed = frame(pending)) {
      answer(socket, pending.subarray(0, framed.bodyStart));
      pending = pending.subarray(framed.length);
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
